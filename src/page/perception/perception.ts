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
import { Mutations } from './mutations.ts';
import { NewLooks } from './new-looks.ts';
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
  readonly #mutations: Mutations;
  readonly #looks = new NewLooks((element) => isSeen(this.scene.flags(element) ?? 0));
  readonly #values = new ControlValues();
  readonly #observer: MutationObserver;
  #records: MutationRecord[] = [];
  #title = '';
  #begun = false;

  constructor(host: PageHost, watches: readonly Watch[], onElement: ElementListener) {
    this.#host = host;
    this.#watches = watches;
    this.#window = watches[0]!.window;
    this.scene = new Scene({
      onElement: (element, before, after, names) => {
        this.#mutations.noteRead(element);
        if (before === undefined || isSeen(before) !== isSeen(after)) this.#text.mark(element);
        if (before === undefined && holdsValue(element)) this.#values.note(element);
        if (before === undefined) this.#looks.note(element, names);
        onElement(element, names);
      },
      onRoot: (root) => this.#observe(root),
    });
    this.#text = new TextMirror(this.scene, this.where);
    this.#mutations = new Mutations(this.scene, this.where, this.#text, (element) => this.touched(element));
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
    this.#looks.forget();
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
    const attributes = attributeChanges(records);
    const seenBefore = new Map<Element, boolean>();
    for (const element of attributes.keys()) seenBefore.set(element, isSeen(this.scene.flags(element) ?? 1));
    const isTitled = this.#mutations.read(records, attributes);
    for (const event of this.#text.flush(false)) this.#emit(event);
    const looks = this.#looks.take(records);
    for (const { element, kind, text } of looks) this.#emit({ kind, where: this.where.of(element), text });
    const isNew = new Set(looks.map(({ element }) => element));
    for (const [element, changes] of attributes)
      if (!isNew.has(element))
        for (const change of changes.values()) this.#tellAttribute(change, seenBefore.get(element) ?? false);
    if (isTitled) this.#readTitle();
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
