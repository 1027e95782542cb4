/**
 * Whether anything on the page could make a control usable that nobody could use. In: the documents of the page, a control,
 * and what keeps a person off. Out: true only where nothing could: its code names neither a way nor the control or what holds
 * it, and no rule of its styles does for another state or screen. Reads text, never runs it; files are read by nobody here.
 */
import type { ReachState } from './reach.ts';

/** Ways to let a person at something, as code, markup of frameworks and templates name them. */
const ENABLES = /(?<!setAttribute\(['"`])disabled(?!\s*=\s*(?:true|!0)\b)/i;
const SHOWS =
  /hidden|hide|inert|modal|popover|display|visib|opacity|class|style|css|attr|html|append|prepend|insert|replace|remove|render|mount|template|toggle|animate|\bopen\b|\bshow|\bclose\b/i;
/** A key that is reckoned may be any of them: `element[name] = value`. */
const RECKONED = /[\w$)]\[\s*[^\]'"`\d\s][^\]\n]{0,80}\]\s*=(?!=)/;
/** Ways to an element that name nothing of it. */
const WALKS =
  /\b(?:children|childNodes|(?:next|previous)(?:Element)?Sibling|(?:first|last)(?:Element)?Child|parentElement|parentNode|import)\b/;
/** Markup that runs: handlers, and what frameworks read. */
const RUNS = /^(?:on|x-|v-|hx-|data-|:|@|\*|\(|\[)/;
const BINDS = /^(?:x-|v-|hx-|:|@|\*|\(|\[)/;
/** Rules that show something in another state of the page, or on another screen. */
const STATES = /:(?:checked|target|has|focus|valid|invalid|open|not)\b|\[open\]|@container|@media(?!\s*print)/i;
/** One rule, and what of it shows something. */
const RULE = /([^{}]*)\{([^{}]*)\}/g;
const REVEALS = /display\s*:\s*(?!none)|visibility\s*:\s*visible|opacity\s*:\s*[1.]|height\s*:\s*(?!0)/i;
const plain = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const OUTERMOST: ReadonlySet<string> = new Set(['body', 'html']);

export class Locks {
  readonly #documents: readonly Document[];
  #isRead = false;
  #code = '';
  /** Selectors of the rules that show something, where any rule is for another state or screen. */
  #showing = '';
  #ways = { enables: true, shows: true, walks: true };

  constructor(documents: readonly Document[]) {
    this.#documents = documents;
  }

  hold(element: Element, why: ReachState): boolean {
    if (!this.#isRead) this.#read();
    const { enables, shows, walks } = this.#ways;
    if (why !== 'disabled' && this.#showing !== '' && this.#isNamedIn(this.#showing, element)) return false;
    return !(why === 'disabled' ? enables : shows) || !(walks || this.#isNamedIn(this.#code, element));
  }

  #read(): void {
    this.#isRead = true;
    for (const document of this.#documents)
      for (const element of document.querySelectorAll('*')) {
        if (element.localName === 'style') this.#showing += showingSelectors(element.textContent ?? '');
        if (element.localName === 'script') this.#code += `${element.textContent ?? ''}\n`;
        for (const { name, value } of element.attributes) if (RUNS.test(name)) this.#code += `${name}=${value}\n`;
      }
    const reckoned = RECKONED.test(this.#code);
    this.#ways = {
      enables: reckoned || ENABLES.test(this.#code),
      shows: reckoned || SHOWS.test(this.#code),
      walks: WALKS.test(this.#code),
    };
  }

  /** By id, name, class, tag or attribute, itself or what it stands in; what frameworks bind is theirs. */
  #isNamedIn(text: string, control: Element): boolean {
    if (!control.isConnected) return true;
    for (let at: Element | null = control; at && !OUTERMOST.has(at.localName); at = at.parentElement) {
      const names = at.getAttributeNames();
      if (names.some((name) => BINDS.test(name))) return true;
      const words = [at.getAttribute('id'), at.getAttribute('name')].filter((word) => word !== null && word !== '');
      const patterns = [
        ...words.map((word) => `(?<![/\\w$-])${plain(word!)}(?![\\w$-])`),
        ...[...at.classList].map((word) => `\\.${plain(word)}(?![\\w-])`),
        ...[...at.classList].map((word) => `ClassName\\([^)]{0,80}${plain(word)}`),
        `[\\s'"\`<,>+~(]${plain(at.localName)}(?=[\\s.#:[,>'"\`{])`,
        ...names.map((name) => `\\[\\s*${plain(name)}(?![\\w-])`),
      ];
      if (patterns.some((pattern) => new RegExp(pattern).test(text))) return true;
    }
    return false;
  }
}

function showingSelectors(styles: string): string {
  if (!STATES.test(styles)) return '';
  const rules = [...styles.matchAll(RULE)].filter(([, , declared]) => REVEALS.test(declared!));
  return rules.map(([, selectors]) => `${selectors} {\n`).join('');
}
