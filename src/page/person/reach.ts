/**
 * Whether a person can get at an element now. In: an element. Out: 'ok', or why not. Visibility comes from the scene;
 * disabled fieldsets, inert parts and open modal dialogs are decided here.
 */
import type { Scene } from '../scene/scene.ts';
import { shadowHost } from '../scene/shadow-host.ts';
import { FADED, HIDDEN, isOperable, isSeen, VEILED } from '../scene/visibility.ts';
import type { Watch } from '../watch/watch-window.ts';

export type ReachState = 'ok' | 'disabled' | 'hidden' | 'inert';

const DISABLED_TAGS = new Set(['button', 'input', 'select', 'textarea']);

export class Reach {
  readonly #scene: Scene;
  readonly #watches: readonly Watch[];
  readonly #modals = new Set<Element>();
  readonly #fieldsets = new Set<HTMLFieldSetElement>();
  #disabledFieldsets: readonly HTMLFieldSetElement[] = [];
  #top: Element | null = null;

  constructor(scene: Scene, watches: readonly Watch[]) {
    this.#scene = scene;
    this.#watches = watches;
  }

  /** Remembers what may turn out to be a modal dialog. */
  note(element: Element, names: readonly string[]): void {
    if (element.localName === 'fieldset') this.#fieldsets.add(element as HTMLFieldSetElement);
    if (element.localName === 'dialog' || names.includes('aria-modal')) this.#modals.add(element);
  }

  /** Finds the dialog on top and the disabled fieldsets; once before a series of questions. */
  refresh(): void {
    this.#top = null;
    this.#disabledFieldsets = [...this.#fieldsets].filter((fieldset) => fieldset.disabled && fieldset.isConnected);
    for (const { modals } of this.#watches)
      for (const each of modals) if (!each.hasAttribute('open')) modals.delete(each);
    for (const element of this.#modals) {
      if (!element.isConnected) this.#modals.delete(element);
      else if (this.#isOpenModal(element)) this.#top = element;
    }
  }

  /** The modal dialog that covers the rest of the page, or null. */
  get modal(): Element | null {
    return this.#top;
  }

  #isOpenModal(element: Element): boolean {
    const flags = this.#scene.flags(element);
    if (flags === undefined || !isSeen(flags)) return false;
    return element.getAttribute('aria-modal') === 'true' || this.#watches.some((watch) => watch.modals.has(element));
  }

  state(element: Element): ReachState {
    const image = element.localName === 'area' ? imageOf(element) : null;
    if (image) return this.state(image);
    const flags = this.#scene.flags(element);
    if (!element.isConnected || flags === undefined) return 'hidden';
    if (!this.#rendered(element, flags)) return flags & (HIDDEN | VEILED | FADED) ? 'hidden' : 'inert';
    if (this.#top && !contains(this.#top, element)) return 'inert';
    if (DISABLED_TAGS.has(element.localName) && this.#isDisabled(element as HTMLInputElement)) return 'disabled';
    return 'ok';
  }

  /** The same as `:disabled`, which costs a selector for each control of each action. */
  #isDisabled(control: HTMLInputElement): boolean {
    if (control.disabled) return true;
    return this.#disabledFieldsets.some((fieldset) => fieldset.contains(control) && control.matches(':disabled'));
  }

  /** A transparent input over a drawn one is how pages style boxes and file choosers: it takes the click. */
  #rendered(element: Element, flags: number): boolean {
    if (isOperable(flags)) return true;
    return element.localName === 'input' && isOperable(flags & ~FADED);
  }

  /** A label that stands for a control which itself is not rendered. */
  label(element: Element): Element | null {
    for (const label of (element as HTMLInputElement).labels ?? []) if (this.state(label) === 'ok') return label;
    return null;
  }
}

/** The image that shows an area of a map: the area itself is never rendered. */
function imageOf(area: Element): Element | null {
  const name = area.closest('map')?.getAttribute('name');
  const images = (area.getRootNode() as Document).querySelectorAll('img[usemap]');
  return [...images].find((image) => image.getAttribute('usemap') === `#${name}`) ?? null;
}

/** Containment through shadow roots. */
function contains(outer: Element, inner: Element): boolean {
  let at: Element | null = inner;
  while (at) {
    if (outer.contains(at)) return true;
    at = shadowHost(at.getRootNode());
  }
  return false;
}
