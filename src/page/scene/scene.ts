/**
 * What stands in the page and in its same-origin frames and open shadow roots: visibility flags of every element, and
 * the elements a person may operate. In: subtrees to read again. Out: flags, and calls of `onElement`. Linear in what it reads.
 */
import { Cascade } from './cascade.ts';
import { shadowHost } from './shadow-host.ts';
import { readSheets, rulesOf } from './style-rules.ts';
import { flagsBelow, resolveFlags } from './visibility.ts';

export type Root = Document | ShadowRoot;

export interface SceneEvents {
  /** An element was read; `before` is undefined for one never seen. */
  onElement(element: Element, before: number | undefined, after: number, names: readonly string[]): void;
  /** A document or shadow root was found. */
  onRoot(root: Root): void;
}

interface Sheets {
  readonly cascade: Cascade;
  readonly signature: string;
}

export class Scene {
  readonly roots = new Set<Root>();
  readonly #flags = new WeakMap<Element, number>();
  readonly #sheets = new Map<Root, Sheets>();
  readonly #frames = new Map<HTMLIFrameElement, Document | null>();
  readonly #events: SceneEvents;
  readonly #pending: Root[] = [];
  #reading = false;

  constructor(events: SceneEvents) {
    this.#events = events;
  }

  /** Flags of an element as last read; `undefined` before it was. */
  flags(element: Element): number | undefined {
    return this.#flags.get(element);
  }

  cascade(root: Root): Cascade {
    return this.#sheetsOf(root).cascade;
  }

  addRoot(root: Root): void {
    if (this.roots.has(root)) return;
    this.roots.add(root);
    this.#events.onRoot(root);
    this.readRoot(root);
  }

  readRoot(root: Root): void {
    for (const child of root.children) this.read(child, true);
  }

  /** Frames that hold another document than last time, and roots whose stylesheets changed, are read. */
  refresh(): boolean {
    let changed = false;
    for (const [frame, held] of this.#frames) {
      const now = frame.isConnected ? documentOf(frame) : null;
      if (now === held) continue;
      changed = true;
      if (held) this.#drop(held);
      if (now) this.#enter(frame, now);
      else if (frame.isConnected) this.#frames.set(frame, null);
      else this.#frames.delete(frame);
    }
    this.#readPending();
    for (const root of this.roots) {
      const sheets = this.#sheets.get(root);
      if (!sheets || sheets.signature === signatureOf(root)) continue;
      this.forgetSheets(root);
      this.readRoot(root);
      changed = true;
    }
    return changed;
  }

  forgetSheets(root: Root): void {
    this.#sheets.delete(root);
  }

  /** Reads a subtree; unless `whole`, stops where the flags of an element known before did not change. */
  read(top: Element, whole: boolean): void {
    const root = top.getRootNode() as Root;
    const cascade = this.#sheetsOf(root).cascade;
    const parent = top.parentElement ?? shadowHost(root);
    const stack: Pending[] = [[top, this.#inherited(top, parent, root)]];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const [element, inherited] = next;
      const names = element.getAttributeNames();
      const before = this.#flags.get(element);
      const after = resolveFlags(element, inherited, cascade, names);
      this.#flags.set(element, after);
      this.#events.onElement(element, before, after, names);
      if (element.shadowRoot) this.#readShadow(element.shadowRoot, before === after && !whole);
      if (element.localName === 'iframe') this.#readFrame(element as HTMLIFrameElement, before === after && !whole);
      if (!whole && before === after) continue;
      pushChildren(element, after, stack);
    }
    this.#readPending();
  }

  #inherited(element: Element, parent: Element | null, root: Root): number {
    if (parent) {
      const own = this.#flags.get(parent) ?? 0;
      if (parent.shadowRoot === root) return own;
      const below = flagsBelow(parent, own);
      return below.shown === element ? own : below.flags;
    }
    const frame = (root as Document).defaultView?.frameElement;
    return frame ? (this.#flags.get(frame) ?? 0) : 0;
  }

  #readShadow(shadow: ShadowRoot, unchanged: boolean): void {
    if (!unchanged || !this.roots.has(shadow)) this.#pending.push(shadow);
  }

  /** Roots inside what was read come after it, one by one: a page may nest them deeper than a stack. */
  #readPending(): void {
    if (this.#reading) return;
    this.#reading = true;
    for (let root = this.#pending.shift(); root; root = this.#pending.shift())
      if (this.roots.has(root)) this.readRoot(root);
      else this.addRoot(root);
    this.#reading = false;
  }

  #readFrame(frame: HTMLIFrameElement, unchanged: boolean): void {
    const held = this.#frames.get(frame);
    if (held === undefined) this.#enter(frame, documentOf(frame));
    else if (held && !unchanged) this.#pending.push(held);
  }

  #enter(frame: HTMLIFrameElement, now: Document | null): void {
    this.#frames.set(frame, now);
    if (now) this.#pending.push(now);
  }

  #drop(document: Document): void {
    for (const root of this.roots) if (root === document || root.ownerDocument === document) this.roots.delete(root);
    this.#sheets.delete(document);
  }

  #sheetsOf(root: Root): Sheets {
    const held = this.#sheets.get(root);
    if (held) return held;
    const window = ((root as Document).defaultView ?? root.ownerDocument?.defaultView) as Window | null;
    const sheets = {
      cascade: new Cascade(window ? readSheets(sheetsOf(root), window) : []),
      signature: signatureOf(root),
    };
    this.#sheets.set(root, sheets);
    return sheets;
  }
}

/** An element to read, and the flags it inherits. */
type Pending = readonly [Element, number];

function pushChildren(element: Element, flags: number, stack: Pending[]): void {
  let child = element.lastElementChild;
  if (!child) return;
  const below = flagsBelow(element, flags);
  for (; child; child = child.previousElementSibling) stack.push([child, child === below.shown ? flags : below.flags]);
}

function sheetsOf(root: Root): CSSStyleSheet[] {
  return [...(root.styleSheets ?? []), ...(root.adoptedStyleSheets ?? [])];
}

/** Changes whenever a rule comes or goes, or a sheet is switched on or off. */
function signatureOf(root: Root): string {
  let signature = '';
  for (const sheet of sheetsOf(root)) signature += `${sheet.disabled ? '-' : ''}${rulesOf(sheet).length};`;
  return signature;
}

function documentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    // A frame of another origin has no document for the page, and none for a person's script.
    return null;
  }
}
