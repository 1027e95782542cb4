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

/** Formatting tags nested deeper than anyone reads are left out. */
const DEPTH = 20;

/** `isSeen` answers for an element; a formatting tag that is hidden gives no text. */
export function runOf(owner: Element, isSeen: (element: Element) => boolean): string {
  const first = owner.firstChild;
  if (first && first.nodeType === 3 && !first.nextSibling) return collapse(first.nodeValue ?? '');
  return collapse(textBelow(owner, isSeen, DEPTH));
}

function textBelow(element: Element, isSeen: (element: Element) => boolean, depth: number): string {
  let text = '';
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    else if (node.nodeType !== 1) continue;
    else if (!merges(node as Element)) text += ' ';
    else if (depth > 0 && isSeen(node as Element)) text += textBelow(node as Element, isSeen, depth - 1);
  }
  return text;
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();
