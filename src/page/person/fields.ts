/**
 * Which field to fill next. In: the controls. Out: deeds 'edit', and 'commit' or 'blur' where the page listens for the
 * leaving of a field. A field is filled once, again when the page cleared it, and no more than a bounded number of times.
 */
import { LEAVING_FIELD } from '../watch/event-types.ts';
import type { Watch } from '../watch/watch-window.ts';
import type { Control, Controls } from './controls.ts';
import type { Deed } from './deed.ts';
import type { FieldFilling } from './field-filling.ts';
import { radioGroup } from './field-filling.ts';
import type { Gestures } from './gestures.ts';
import { isHeard } from './hearing.ts';
import type { Reach } from './reach.ts';

/** Times one field is filled again after the page cleared it, and fields of one group that are filled at all. */
const ROUNDS = 25;
/** Times a field is filled that is empty again before anything else was done: an editor takes what is typed into it. */
const SWALLOWS = 2;
const LIKES = 120;
/** Choosers of a file, each of which may be replaced by the next once a file was chosen. */
const CHOOSERS = 6;
const CHANGE: ReadonlySet<string> = new Set(['change']);

export class Fields {
  /** Grows when a field is filled for the first time, and whenever one is filled. */
  firsts = 0;
  fills = 0;
  readonly #filled = new Map<string, number>();
  readonly #groups = new Map<string, number>();
  readonly #swallowed = new Map<string, number>();
  /** Emptied again by the person, and left at that. */
  readonly #taken = new Set<string>();
  /** Radios a choice was made at; their groups are done. */
  readonly #settled = new WeakSet<Element>();
  readonly #controls: Controls;
  readonly #reach: Reach;
  readonly #filling: FieldFilling;
  readonly #gestures: Gestures;
  readonly #watches: readonly Watch[];
  #leaving: Control | null = null;
  /** The field left last, with nothing done since. */
  #left: Control | null = null;
  /** The field typed into last, where shortcuts go. */
  last: Element | null = null;

  constructor(controls: Controls, reach: Reach, filling: FieldFilling, gestures: Gestures, watches: readonly Watch[]) {
    this.#controls = controls;
    this.#reach = reach;
    this.#filling = filling;
    this.#gestures = gestures;
    this.#watches = watches;
  }

  reached(control: Control): boolean {
    if (isRadio(control.element)) return radioGroup(control.element).some((radio) => this.#settled.has(radio));
    return this.#filled.has(control.key);
  }

  /** The page cleared it once more than it is filled. */
  gaveUp(control: Control): boolean {
    return (this.#filled.get(control.key) ?? 0) > ROUNDS && !this.#taken.has(control.key) && isCleared(control.element);
  }

  /** `late`: the turn of the fields that narrow down what the page shows. */
  next(late: boolean): Deed | null {
    return this.#chooser() ?? this.#leave() ?? this.#fill(late);
  }

  /** Empties the field typed into last, and leaves it at that: the typing took controls away that nobody had pressed. */
  takeBack(control: Control): Deed | null {
    const { element } = control;
    if (!isTyped(element) || !element.isConnected || !('value' in element) || element.value === '') return null;
    this.#taken.add(control.key);
    const perform = (): void => this.#filling.empty(element as HTMLInputElement);
    return { kind: 'edit', element, control, name: control.name, perform };
  }

  /** A file chooser the page opened from a button: the person picks a file in it. */
  #chooser(): Deed | null {
    for (const watch of this.#watches)
      for (const input of watch.choosers) {
        watch.choosers.delete(input);
        if (!input.isConnected || (input.files?.length ?? 0) > 0) continue;
        this.#controls.note(input, input.getAttributeNames());
        this.#controls.all();
        const control = this.#controls.of(input);
        if (!control) continue;
        this.#count(control);
        return {
          kind: 'edit',
          element: input,
          control,
          name: control.name,
          perform: () => this.#filling.chooseFile(control),
        };
      }
    return null;
  }

  /** A real blur of the field typed into; an action of its own where the page listens for it. */
  #leave(): Deed | null {
    this.#noteSwallowed();
    const control = this.#leaving;
    if (!control) return null;
    this.#leaving = null;
    const element = control.element;
    if (!element.isConnected) return null;
    const changes = element.localName !== 'select' && !element.hasAttribute('contenteditable');
    const perform = (): void => {
      if (changes) this.#gestures.change(element);
      if (element.isConnected) this.#gestures.leave(element);
    };
    if (!isHeard(element, LEAVING_FIELD, this.#watches)) {
      perform();
      return null;
    }
    this.#left = control;
    const kind = changes && isHeard(element, CHANGE, this.#watches) ? 'commit' : 'blur';
    return { kind, element, control, name: control.name, perform };
  }

  #noteSwallowed(): void {
    const left = this.#left;
    this.#left = null;
    if (!left?.element.isConnected || !isCleared(left.element)) return;
    this.#swallowed.set(left.key, (this.#swallowed.get(left.key) ?? 0) + 1);
  }

  #fill(late: boolean): Deed | null {
    for (const control of this.#controls.all()) {
      if (control.kind !== 'field' || narrows(control) !== late || !this.#wants(control)) continue;
      const round = this.#count(control);
      return {
        kind: 'edit',
        element: control.element,
        control,
        name: control.name,
        perform: () => {
          this.#filling.fill(control, round);
          if (!isTyped(control.element)) return;
          this.#leaving = control;
          this.last = control.element;
        },
      };
    }
    return null;
  }

  #wants(control: Control): boolean {
    const rounds = this.#filled.get(control.key) ?? 0;
    if (rounds > ROUNDS || this.#taken.has(control.key)) return false;
    if ((this.#swallowed.get(control.key) ?? 0) >= SWALLOWS) return false;
    const settled = isRadio(control.element) && radioGroup(control.element).some((radio) => this.#settled.has(radio));
    if (settled && radioGroup(control.element as HTMLInputElement).some((radio) => radio.checked)) return false;
    if (rounds > 0 ? !isCleared(control.element) : this.#isEnough(control)) return false;
    return this.isFillable(control.element);
  }

  #isEnough(control: Control): boolean {
    return (this.#groups.get(likesOf(control)) ?? 0) >= (isChooser(control) ? CHOOSERS : LIKES);
  }

  isFillable(element: Element): boolean {
    const field = element as HTMLInputElement;
    const readable = field.readOnly === true && element.localName !== 'select' && isTyped(element);
    if (readable) return false;
    const state = this.#reach.state(element);
    if (state === 'ok') return true;
    const through = field.type === 'checkbox' || field.type === 'radio' || field.type === 'file';
    return state === 'hidden' && through && !field.disabled && this.#reach.label(element) !== null;
  }

  #count(control: Control): number {
    if (isRadio(control.element)) this.#settled.add(control.element);
    const rounds = this.#filled.get(control.key) ?? 0;
    this.#filled.set(control.key, rounds + 1);
    this.fills++;
    if (rounds > 0) return rounds;
    this.firsts++;
    const likes = likesOf(control);
    this.#groups.set(likes, (this.#groups.get(likes) ?? 0) + 1);
    return 0;
  }
}

const isChooser = ({ element }: Control): boolean => (element as HTMLInputElement).type === 'file';
const likesOf = (control: Control): string => `${isChooser(control) ? 'file ' : ''}${control.group}`;

const NOT_TYPED = new Set(['checkbox', 'radio', 'file']);

/** Fields that are left after typing; choices fire their change at once. */
export const isTyped = (element: Element): boolean =>
  element.localName !== 'select' && !NOT_TYPED.has((element as HTMLInputElement).type);

const SEARCHES =
  /search|filter|\bfind\b|such(?:e|en)\b|recherch|filtr|busca|cerca\b|поиск|фильтр|搜索|筛选|検索|絞り込/iu;

/** A search or a filter takes away what does not match: it waits until the rest was pressed. */
function narrows({ element, name }: Control): boolean {
  const input = element as HTMLInputElement;
  if (element.localName !== 'input' || !isTyped(element)) return false;
  if (input.type === 'search' || element.getAttribute('role') === 'searchbox') return true;
  return SEARCHES.test(`${name} ${element.getAttribute('placeholder') ?? ''} ${element.getAttribute('id') ?? ''}`);
}

/** Holds nothing although it was filled. */
function isCleared(element: Element): boolean {
  if (element.localName === 'select')
    return (element as HTMLSelectElement).value === '' && (element as HTMLSelectElement).required;
  const input = element as HTMLInputElement;
  if (element.localName === 'input') {
    if (input.type === 'file') return (input.files?.length ?? 0) === 0;
    if (input.type === 'checkbox') return input.required && !input.checked;
    return input.type === 'radio' ? !input.checked : input.value === '';
  }
  if (element.localName === 'textarea') return (element as HTMLTextAreaElement).value === '';
  return element.textContent?.trim() === '';
}

const isRadio = (element: Element): element is HTMLInputElement => (element as HTMLInputElement).type === 'radio';
