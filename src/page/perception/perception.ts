/**
 * What a person could see, told as it changes. In: mutations of the page, its frames and open shadow roots, and the
 * controls set since. Out: host.perceive, once a change, in a fixed order. Not perceived: what no person sees.
 */
import type { Perceived } from '../../model.ts';
import type { PageHost } from '../bridge.ts';
import type { Root } from '../scene/scene.ts';
import { Scene } from '../scene/scene.ts';
import { isSeen } from '../scene/visibility.ts';
import { Where } from '../scene/where.ts';
import type { Watch } from '../watch/watch-window.ts';
import type { AttributeChange } from './attribute-changes.ts';
import { attributeChanges } from './attribute-changes.ts';
import { attributeKind } from './attribute-events.ts';
import { ControlValues, holdsValue } from './control-values.ts';
import { FocusWatch } from './focus.ts';
import { displaced } from './sibling-order.ts';
import { TextMirror } from './text-mirror.ts';

const TEXT_CHARS = 400;

/** Told of each element as the scene reads it; the person keeps its list of controls by it. */
export type ElementListener = (element: Element, names: readonly string[]) => void;

export class Perception {
  readonly scene: Scene;
  readonly where = new Where();
  readonly focus = new FocusWatch();
  /** How many changes were told so far. */
  told = 0;
  readonly #host: PageHost;
  readonly #watches: readonly Watch[];
  readonly #window: Window & typeof globalThis;
  readonly #text: TextMirror;
  readonly #values = new ControlValues();
  readonly #observer: MutationObserver;
  readonly #readNow = new Set<Element>();
  readonly #reordered = new Set<Node>();
  #records: MutationRecord[] = [];
  #title = '';
  /** The title may have changed: to ask for it costs a walk. */
  #titled = false;
  #begun = false;

  constructor(host: PageHost, watches: readonly Watch[], onElement: ElementListener) {
    this.#host = host;
    this.#watches = watches;
    this.#window = watches[0]!.window;
    this.scene = new Scene({
      onElement: (element, before, after, names) => {
        this.#readNow.add(element);
        if (before === undefined || isSeen(before) !== isSeen(after)) this.#text.mark(element);
        if (before === undefined && holdsValue(element)) this.#values.note(element);
        onElement(element, names);
      },
      onRoot: (root) => this.#observe(root),
    });
    this.#text = new TextMirror(this.scene, this.where);
    this.#observer = new this.#window.MutationObserver((records) => {
      for (const record of records) this.#records.push(record);
    });
  }

  /** Remembers what stands there now; once. */
  begin(): void {
    if (this.#begun) return;
    const document = this.#window.document;
    this.scene.addRoot(document);
    this.#text.flush(true);
    this.#records = [];
    this.#observer.takeRecords();
    this.#title = document.title;
    this.focus.moved(document.activeElement);
    this.#begun = true;
  }

  /** True when something changed. Cheap when nothing did: no walk, no match. The first look after the page was parsed is the baseline. */
  look(): boolean {
    if (!this.#begun) {
      if (this.#window.document.readyState !== 'loading') this.begin();
      return this.#begun;
    }
    const records = this.#records.concat(this.#observer.takeRecords());
    this.#records = [];
    const refreshed = this.scene.refresh();
    const changed = records.length > 0 || refreshed;
    if (changed) this.#readMutations(records);
    this.#readTouched();
    this.#readFocus();
    return changed;
  }

  /** Every control is compared, whoever set it: once an action, since a page may go around the setters. */
  lookAtAllControls(): void {
    for (const watch of this.#watches) for (const control of this.#values.controls()) watch.touched.add(control);
    this.look();
  }

  /** The person did something to it: what it holds now is seen with the next look. */
  touched(element: Element): void {
    this.#watches[0]!.touched.add(element);
  }

  #observe(root: Root): void {
    this.#observer.observe(root, {
      attributes: true,
      attributeOldValue: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  }

  #readMutations(records: readonly MutationRecord[]): void {
    this.where.forget();
    this.#readNow.clear();
    const attributes = attributeChanges(records);
    const seenBefore = new Map<Element, boolean>();
    for (const element of attributes.keys()) seenBefore.set(element, isSeen(this.scene.flags(element) ?? 1));
    this.#readInOrder(records, attributes);
    this.#readOrder(records);
    for (const event of this.#text.flush(false)) this.#emit(event);
    for (const [element, changes] of attributes)
      for (const change of changes.values()) this.#tellAttribute(change, seenBefore.get(element) ?? false);
    if (this.#titled) this.#readTitle();
  }

  /** What happened first is told first: messages of one moment are read in order. */
  #readInOrder(
    records: readonly MutationRecord[],
    attributes: ReadonlyMap<Element, ReadonlyMap<string, AttributeChange>>,
  ): void {
    const open = new Map(attributes);
    for (const record of records) {
      const element = record.target as Element;
      const changes = record.type === 'attributes' ? open.get(element) : undefined;
      if (record.type === 'childList') this.#readChildren(record);
      else if (record.type === 'characterData' && element.parentElement) this.#readText(element.parentElement);
      else if (changes) this.#readAttributes(element, changes);
      if (changes) open.delete(element);
    }
  }

  #readAgain(element: Element): void {
    if (element.isConnected && !this.#readNow.has(element)) this.scene.read(element, true);
  }

  /** Where children left a parent and came back to it, those that stand elsewhere among the others are told. */
  #readOrder(records: readonly MutationRecord[]): void {
    if (this.#reordered.size === 0) return;
    const own = records.filter(({ type, target }) => type === 'childList' && this.#reordered.has(target));
    this.#reordered.clear();
    const counts = (element: Element): boolean => isSeen(this.scene.flags(element) ?? 1) && this.#text.showed(element);
    for (const [parent, changes] of Map.groupBy(own, ({ target }) => target))
      for (const each of displaced(parent, changes, counts)) this.#text.markDisplaced(each);
  }

  #readText(parent: Element): void {
    this.#text.mark(parent);
    if (parent.localName === 'title' || parent.localName === 'head') this.#titled = true;
    if (parent.localName !== 'style' || !parent.isConnected) return;
    const root = parent.getRootNode() as Root;
    this.scene.forgetSheets(root);
    this.scene.readRoot(root);
  }

  #readChildren(record: MutationRecord): void {
    const target = record.target;
    if (record.removedNodes.length > 0) this.where.noteFormer(record);
    for (const node of record.removedNodes) {
      if (node.nodeType !== 1) continue;
      if (node.parentNode === target) this.#reordered.add(target);
      this.#text.markRemoved(node as Element, target);
    }
    const parent = target.nodeType === 1 ? (target as Element) : null;
    if (parent) this.#readText(parent);
    for (const node of record.addedNodes) if (node.nodeType === 1) this.#readAgain(node as Element);
    if (!parent?.isConnected) return;
    if (parent.localName === 'select' || parent.localName === 'output') this.#watches[0]!.touched.add(parent);
    const cascade = this.scene.cascade(parent.getRootNode() as Root);
    if (!cascade.empty && cascade.reach !== 'down') this.#readAgain(parent);
  }

  #readAttributes(element: Element, changes: ReadonlyMap<string, AttributeChange>): void {
    if (!element.isConnected) return;
    const root = element.getRootNode() as Root;
    const cascade = this.scene.cascade(root);
    const concerned = [...changes.values()].some(({ name, before }) =>
      cascade.concerns(name, before ?? '', element.getAttribute(name) ?? ''),
    );
    if (!concerned) {
      this.scene.read(element, false);
      if (element.localName === 'details') for (const child of element.children) this.scene.read(child, false);
    } else if (cascade.reach === 'anywhere') this.scene.readRoot(root);
    else this.scene.read(cascade.reach === 'siblings' ? (element.parentElement ?? element) : element, true);
    if (changes.has('value')) this.#watches[0]!.touched.add(element);
  }

  #tellAttribute({ element, name, before }: AttributeChange, seenBefore: boolean): void {
    const kind = attributeKind(name);
    const after = element.getAttribute(name);
    if (!kind || after === before || !element.isConnected) return;
    if (!seenBefore && !isSeen(this.scene.flags(element) ?? 1)) return;
    const text = `${name}=${after ?? ''}`;
    this.#emit({ kind, where: this.where.of(element), text, before: before === null ? '' : `${name}=${before}` });
  }

  #readTouched(): void {
    let stateful = false;
    for (const watch of this.#watches) {
      if (watch.touched.size === 0) continue;
      const touched = [...watch.touched];
      watch.touched.clear();
      for (const element of touched) stateful = this.#tellValue(element) || stateful;
    }
    if (!stateful) return;
    let read = false;
    for (const root of this.scene.roots)
      if (this.scene.cascade(root).state) {
        this.scene.readRoot(root);
        read = true;
      }
    if (read) for (const event of this.#text.flush(false)) this.#emit(event);
  }

  #tellValue(element: Element): boolean {
    if (!element.isConnected || !holdsValue(element)) return false;
    const events = this.#values.compare(element);
    if (events.length > 0 && isSeen(this.scene.flags(element) ?? 1))
      for (const event of events) this.#emit({ ...event, where: this.where.of(element) });
    return events.length > 0;
  }

  #readTitle(): void {
    this.#titled = false;
    const title = this.#window.document.title;
    if (title === this.#title) return;
    this.#emit({ kind: 'title', where: 'title', text: title, before: this.#title });
    this.#title = title;
  }

  #readFocus(): void {
    const wrong = this.focus.compare(this.#window.document);
    if (!wrong || !isSeen(this.scene.flags(wrong) ?? 1)) return;
    const text = wrong.getAttribute('aria-label') ?? wrong.textContent ?? '';
    this.#emit({ kind: 'focus', where: this.where.of(wrong), text: text.trim() });
  }

  #emit(perceived: Omit<Perceived, 'at' | 'step'>): void {
    this.told++;
    const { kind, where, text, before } = perceived;
    const told = { kind, where: where.slice(0, TEXT_CHARS), text: text.slice(0, TEXT_CHARS) };
    this.#host.perceive(JSON.stringify(before === undefined ? told : { ...told, before: before.slice(0, TEXT_CHARS) }));
  }
}
