/**
 * `innerText` and `outerText`. In: an element. Out: its text as laid out, approximately: blocks and `<br>` break lines,
 * scripts, styles and what is hidden by attribute or inline style is left out. Setting replaces the content.
 */
import type { PageHost } from '../bridge.ts';
import { defineAccessors } from '../channels/define.ts';

const BLOCKS =
  /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tr|ul)$/;
const UNSEEN = /^(?:script|style|template|noscript|head|datalist)$/;

export function installInnerText(window: Window & typeof globalThis, host: PageHost): void {
  function get(this: HTMLElement): string {
    host.shim('inner-text');
    return textOf(this);
  }
  defineAccessors(window.HTMLElement.prototype, {
    innerText: {
      get,
      set(this: HTMLElement, value: unknown) {
        host.shim('inner-text');
        this.replaceChildren(...lines(window.document, value));
      },
    },
    outerText: {
      get,
      set(this: HTMLElement, value: unknown) {
        this.replaceWith(...lines(window.document, value));
      },
    },
  });
}

function lines(document: Document, value: unknown): Node[] {
  const parts = (value === null ? '' : String(value)).split(/\r\n|\r|\n/);
  return parts.flatMap((part, i) => [
    ...(i > 0 ? [document.createElement('br')] : []),
    ...(part === '' ? [] : [document.createTextNode(part)]),
  ]);
}

/** Walks without recursion: a page may nest as deep as it likes. */
function textOf(root: HTMLElement): string {
  let text = '';
  const breakLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  let node: Node | null = root;
  while (node) {
    const element: HTMLElement | null = node.nodeType === 1 ? (node as HTMLElement) : null;
    if (node.nodeType === 3) text += (node.nodeValue ?? '').replace(/[ \t\n\r\f]+/g, ' ');
    if (element?.localName === 'br') text += '\n';
    if (element && BLOCKS.test(element.localName)) breakLine();
    const hidden: boolean = element !== null && element !== root && isHidden(element);
    let next: Node | null = hidden ? null : node.firstChild;
    while (!next && node && node !== root) {
      if (node.nodeType === 1 && BLOCKS.test((node as Element).localName)) breakLine();
      next = node.nextSibling;
      if (!next) node = node.parentNode;
    }
    node = next;
  }
  return text.replace(/ *\n */g, '\n').trim();
}

function isHidden(element: HTMLElement): boolean {
  return UNSEEN.test(element.localName) || element.hasAttribute('hidden') || element.style?.display === 'none';
}
