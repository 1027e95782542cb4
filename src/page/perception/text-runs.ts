/**
 * The text a person reads as one: the text nodes of an element together with formatting tags inside it, so that
 * "<b>Not</b> saved" is one run. In: elements. Out: the owner of a text, and its run with blanks collapsed.
 */

const FORMATTING = new Set(
  'b strong i em u s mark small code sub sup font strike big tt abbr cite q kbd samp var bdi bdo ins del wbr'.split(
    ' ',
  ),
);

/** A formatting tag that nothing else refers to belongs to the text around it. */
const merges = (element: Element): boolean => FORMATTING.has(element.localName) && !element.hasAttributes();

export function ownerOf(element: Element): Element {
  let owner = element;
  while (merges(owner) && owner.parentElement) owner = owner.parentElement;
  return owner;
}

/** `isSeen` answers for an element; a formatting tag that is hidden gives no text. */
export function runOf(owner: Element, isSeen: (element: Element) => boolean): string {
  const only = owner.firstChild;
  if (only && only.nodeType === 3 && !only.nextSibling) return collapse(only.nodeValue ?? '');
  let text = '';
  const stack: Node[] = owner.lastChild ? [owner.lastChild] : [];
  const nodes: Node[] = [];
  // Read backwards and pushed to the front at the end: a stack without recursion over sibling chains.
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes.push(node);
    if (node.previousSibling) stack.push(node.previousSibling);
    if (node.nodeType === 1 && node.lastChild && merges(node as Element) && isSeen(node as Element))
      stack.push(node.lastChild);
  }
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]!;
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    else if (node.nodeType === 1 && !merges(node as Element)) text += ' ';
  }
  return collapse(text);
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();
