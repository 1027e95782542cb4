/**
 * Whether anything on the page could make a control usable that nobody could use. In: the documents of the page, and what
 * keeps a person off. Out: true only where nothing could: code that names none of the ways, and no rule for another state
 * or screen. A script that stands in a file of its own could. Reads text, never runs it.
 */
import type { ReachState } from './reach.ts';

/** Ways to let a person at something, as code, markup of frameworks and templates name them. */
const ENABLES = /(?<!setAttribute\(['"`])disabled(?!\s*=\s*(?:true|!0)\b)/i;
const SHOWS =
  /hidden|hide|inert|modal|popover|display|visib|opacity|class|style|css|attr|html|append|prepend|insert|replace|remove|render|mount|template|toggle|animate|\bopen\b|\bshow|\bclose\b/i;
/** A key that is reckoned may be any of them: `element[name] = value`. */
const RECKONED = /[\w$)]\[\s*[^\]'"`\d\s][^\]\n]{0,80}\]\s*=(?!=)/;
/** Markup that runs: handlers, and what frameworks read. */
const RUNS = /^(?:on|x-|v-|hx-|data-|:|@|\*|\(|\[)/;
/** Rules that show something in another state of the page, or on another screen. */
const STATES = /:(?:checked|target|has|focus|valid|invalid|open|not)\b|\[open\]|@container|@media(?!\s*print)/i;

export class Locks {
  readonly #documents: readonly Document[];
  #isRead = false;
  #enables = false;
  #shows = false;

  constructor(documents: readonly Document[]) {
    this.#documents = documents;
  }

  hold(why: ReachState): boolean {
    if (!this.#isRead) for (const document of this.#documents) this.#read(document);
    this.#isRead = true;
    return why === 'disabled' ? !this.#enables : !this.#shows;
  }

  #read(document: Document): void {
    for (const element of document.querySelectorAll('*')) {
      const text = element.localName === 'script' || element.localName === 'style' ? (element.textContent ?? '') : '';
      if (element.localName === 'style') this.#shows ||= STATES.test(text);
      else if (element.localName === 'script') this.#hear(text, element.hasAttribute('src') || /\bimport\b/.test(text));
      for (const { name, value } of element.attributes) if (RUNS.test(name)) this.#hear(`${name}=${value}`, false);
    }
  }

  #hear(code: string, isElsewhere: boolean): void {
    const any = isElsewhere || RECKONED.test(code);
    this.#enables ||= any || ENABLES.test(code);
    this.#shows ||= any || SHOWS.test(code);
  }
}
