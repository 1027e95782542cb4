/**
 * Chooses otherwise where something still waits for it: a button that nobody could press, a save that wrote nothing. In:
 * fields that were filled. Out: deeds 'edit': another option, another radio, a box that is no longer ticked. Each choice
 * once, and few of them in one visit.
 */

import type { Control, Controls } from './controls.ts';
import type { Deed } from './deed.ts';
import { radioGroup } from './field-filling.ts';
import type { Fields } from './fields.ts';
import type { Gestures } from './gestures.ts';
import type { Presses } from './presses.ts';
import type { Reach } from './reach.ts';
import { announceChange, setNative } from './typing.ts';

/** Choices in one visit. */
const MOST = 4;

type Choice = HTMLOptionElement | HTMLInputElement;

export class Otherwise {
  readonly #controls: Controls;
  readonly #fields: Fields;
  readonly #presses: Presses;
  readonly #reach: Reach;
  readonly #gestures: Gestures;
  readonly #taken = new WeakSet<Choice>();
  #count = 0;
  #hasChosen = false;

  constructor(controls: Controls, fields: Fields, presses: Presses, reach: Reach, gestures: Gestures) {
    this.#controls = controls;
    this.#fields = fields;
    this.#presses = presses;
    this.#reach = reach;
    this.#gestures = gestures;
  }

  /** A choice; after each of them a save that wrote nothing so far. */
  next(): Deed | null {
    const save = this.#hasChosen ? this.#presses.open.find((control) => this.#isWaiting(control)) : undefined;
    const choice =
      save || this.#count >= MOST || !this.#controls.all().some((each) => this.#waits(each)) ? null : this.#another();
    this.#hasChosen = choice !== null;
    return save ? this.#presses.press(save) : choice;
  }

  #isWaiting(control: Control): boolean {
    return control.kind === 'press' && this.#presses.early.isWaiting(control);
  }

  /** It wrote nothing, or is there and nobody could press it. */
  #waits(control: Control): boolean {
    if (control.kind !== 'press' || !control.element.isConnected) return false;
    if (this.#presses.reached(control)) return this.#isWaiting(control);
    const state = this.#reach.state(control.element);
    return state === 'disabled' || state === 'hidden';
  }

  #another(): Deed | null {
    for (const control of this.#controls.all()) {
      if (control.kind !== 'field' || !this.#fields.reached(control) || !this.#fields.isFillable(control.element))
        continue;
      const choice = this.#choiceOf(control);
      if (!choice) continue;
      this.#count++;
      this.#taken.add(choice);
      const perform = (): void => this.#choose(choice);
      return { kind: 'edit', element: control.element, control, name: control.name, perform };
    }
    return null;
  }

  /** What is chosen now was tried with the rest. */
  #choiceOf({ element }: Control): Choice | null {
    const input = element as HTMLInputElement;
    if (element.localName === 'select') {
      const select = element as HTMLSelectElement;
      if (select.multiple) return null;
      return this.#untaken(
        [...select.options].filter(({ value }) => value !== ''),
        ({ selected }) => selected,
      );
    }
    if (input.type === 'radio') return this.#untaken(radioGroup(input), ({ checked }) => checked);
    return input.type === 'checkbox' && input.checked && !this.#taken.has(input) ? input : null;
  }

  #untaken<Each extends Choice>(choices: readonly Each[], isChosen: (choice: Each) => boolean): Each | null {
    for (const each of choices) if (isChosen(each)) this.#taken.add(each);
    return choices.find((each) => !this.#taken.has(each) && !each.matches(':disabled')) ?? null;
  }

  #choose(choice: Choice): void {
    if (choice.localName === 'input') {
      const hand = this.#reach.state(choice) === 'ok' ? choice : this.#reach.label(choice);
      this.#gestures.click(hand ?? choice);
      return;
    }
    const select = choice.closest('select');
    if (!select) return;
    this.#gestures.focus(select);
    setNative(choice, 'selected', true);
    announceChange(this.#gestures, select);
  }
}
