/**
 * What mutations make of the scene. In: the records of one look, the attributes that changed in it. Out: the scene read again
 * where it may look different, texts marked in the order in which they changed, controls to be compared. Tells nothing.
 */
import type { Root, Scene } from '../scene/scene.ts';
import { isSeen } from '../scene/visibility.ts';
import type { Where } from '../scene/where.ts';
import type { AttributeChange } from './attribute-changes.ts';
import { displaced } from './sibling-order.ts';
import type { TextMirror } from './text-mirror.ts';

export class Mutations {
  readonly #scene: Scene;
  readonly #where: Where;
  readonly #text: TextMirror;
  readonly #touched: (element: Element) => void;
  /** Elements that were read during this look. */
  readonly #readNow = new Set<Element>();
  readonly #reordered = new Set<Node>();
  #isTitled = false;

  /** `touched`: told of each control whose value may have changed. */
  constructor(scene: Scene, where: Where, text: TextMirror, touched: (element: Element) => void) {
    this.#scene = scene;
    this.#where = where;
    this.#text = text;
    this.#touched = touched;
  }

  /** The scene read an element: within this look it need not be read again. */
  noteRead(element: Element): void {
    this.#readNow.add(element);
  }

  /** Whether the title may have changed: to ask for it costs a walk. */
  read(
    records: readonly MutationRecord[],
    attributes: ReadonlyMap<Element, ReadonlyMap<string, AttributeChange>>,
  ): boolean {
    this.#readNow.clear();
    this.#isTitled = false;
    this.#readInOrder(records, attributes);
    this.#readOrder(records);
    return this.#isTitled;
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
    if (element.isConnected && !this.#readNow.has(element)) this.#scene.read(element, true);
  }

  /** Where children left a parent and came back to it, those that stand elsewhere among the others are told. */
  #readOrder(records: readonly MutationRecord[]): void {
    if (this.#reordered.size === 0) return;
    const own = records.filter(({ type, target }) => type === 'childList' && this.#reordered.has(target));
    this.#reordered.clear();
    const counts = (element: Element): boolean => isSeen(this.#scene.flags(element) ?? 1) && this.#text.showed(element);
    for (const [parent, changes] of Map.groupBy(own, ({ target }) => target))
      for (const each of displaced(parent, changes, counts)) this.#text.markDisplaced(each);
  }

  #readText(parent: Element): void {
    this.#text.mark(parent);
    if (parent.localName === 'title' || parent.localName === 'head') this.#isTitled = true;
    if (parent.localName !== 'style' || !parent.isConnected) return;
    const root = parent.getRootNode() as Root;
    this.#scene.forgetSheets(root);
    this.#scene.readRoot(root);
  }

  #readChildren(record: MutationRecord): void {
    const target = record.target;
    if (record.removedNodes.length > 0) this.#where.noteFormer(record);
    for (const node of record.removedNodes) {
      if (node.nodeType !== 1) continue;
      if (node.parentNode === target) this.#reordered.add(target);
      this.#text.markRemoved(node as Element, target);
    }
    const parent = target.nodeType === 1 ? (target as Element) : null;
    if (parent) this.#readText(parent);
    for (const node of record.addedNodes) if (node.nodeType === 1) this.#readAgain(node as Element);
    if (!parent?.isConnected) return;
    if (parent.localName === 'select' || parent.localName === 'output') this.#touched(parent);
    const cascade = this.#scene.cascade(parent.getRootNode() as Root);
    if (!cascade.empty && cascade.reach !== 'down') this.#readAgain(parent);
  }

  #readAttributes(element: Element, changes: ReadonlyMap<string, AttributeChange>): void {
    if (!element.isConnected) return;
    const root = element.getRootNode() as Root;
    const cascade = this.#scene.cascade(root);
    const concerned = [...changes.values()].some(({ name, before }) =>
      cascade.concerns(name, before ?? '', element.getAttribute(name) ?? ''),
    );
    if (!concerned) {
      this.#scene.read(element, false);
      if (element.localName === 'details') for (const child of element.children) this.#scene.read(child, false);
    } else if (cascade.reach === 'anywhere') this.#scene.readRoot(root);
    else this.#scene.read(cascade.reach === 'siblings' ? (element.parentElement ?? element) : element, true);
    if (changes.has('value')) this.#touched(element);
  }
}
