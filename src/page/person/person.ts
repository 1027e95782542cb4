/**
 * The synthetic person: decides what to do next, and does it. In: what stands in the page and what it listens to. Out:
 * one action a call, until nothing is left or the budget is spent; and the coverage. Touches nothing out of a person's reach.
 */
import type { Action, ControlSeen, Coverage } from '../../model.ts';
import type { PageHost } from '../bridge.ts';
import type { Perception } from '../perception/perception.ts';
import { keptListeners } from '../watch/framework-listeners.ts';
import type { Watch } from '../watch/watch-window.ts';
import { accessibleName } from './accessible-name.ts';
import type { Control } from './controls.ts';
import { Controls, elementRef } from './controls.ts';
import type { Deed } from './deed.ts';
import { Dragging } from './dragging.ts';
import { sendsAlone } from './enter.ts';
import { Escaping } from './escaping.ts';
import { FieldFilling } from './field-filling.ts';
import { Fields } from './fields.ts';
import { Fleeting } from './fleeting.ts';
import { Gestures } from './gestures.ts';
import { Keyboard } from './keyboard.ts';
import { Leaves } from './leaves.ts';
import { Locks } from './locks.ts';
import { Otherwise } from './otherwise.ts';
import { isSubmitter } from './press-order.ts';
import { Presses } from './presses.ts';
import { Reach } from './reach.ts';
import { Reacting } from './reacting.ts';
import { Tokens } from './tokens.ts';

const NAME_CHARS = 80;

export class Person {
  readonly #host: PageHost;
  readonly #perception: Perception;
  readonly #watches: readonly Watch[];
  readonly #gestures: Gestures;
  readonly #reach: Reach;
  readonly #controls: Controls;
  readonly #fields: Fields;
  readonly #presses: Presses;
  readonly #keyboard: Keyboard;
  readonly #leaves: Leaves;
  readonly #dragging: Dragging;
  readonly #reacting: Reacting;
  readonly #escaping: Escaping;
  readonly #fleeting: Fleeting;
  readonly #otherwise: Otherwise;
  #budgetSpent = false;
  /** The field the last action filled. */
  #edited: Control | null = null;
  /** The last action, if it pressed a leaf or dragged something. */
  #chosen: Deed | null = null;
  /** The last call acted. */
  #acted = false;

  constructor(host: PageHost, perception: Perception, watches: readonly Watch[]) {
    this.#host = host;
    this.#perception = perception;
    this.#watches = watches;
    const { scene, where } = perception;
    const gestures = new Gestures(watches);
    this.#gestures = gestures;
    const tokens = new Tokens(host);
    this.#reach = new Reach(scene, watches);
    this.#controls = new Controls(where, watches);
    const filling = new FieldFilling(gestures, this.#reach, tokens);
    this.#fields = new Fields(this.#controls, this.#reach, filling, gestures, watches);
    this.#presses = new Presses(host, this.#controls, this.#reach, this.#fields, gestures, () => perception.told);
    this.#otherwise = new Otherwise(this.#controls, this.#fields, this.#presses, this.#reach, gestures);
    this.#fleeting = new Fleeting(this.#controls, this.#reach, this.#presses);
    this.#keyboard = new Keyboard(host, where, watches, this.#controls, this.#reach, this.#fields, gestures);
    this.#leaves = new Leaves(where, watches, this.#controls, scene, this.#reach, gestures);
    this.#escaping = new Escaping(where, this.#reach, gestures);
    this.#dragging = new Dragging(where, watches, this.#reach, gestures, tokens);
    this.#reacting = new Reacting(where, watches, this.#controls, this.#reach, gestures, tokens);
  }

  /** Called for each element the scene reads. */
  note(element: Element, names: readonly string[]): void {
    for (const name of names) if (name.startsWith('on')) this.#noteListener(element, name.slice(2), null);
    for (const [type, callback] of keptListeners(element)) this.#noteListener(element, type, callback);
    this.#controls.note(element, names);
    this.#reach.note(element, names);
    this.#dragging.note(element, names);
    this.#fleeting.note(element);
  }

  /** Called when the page changed; out: the virtual time at which the person wants to act, whatever is still to come. */
  watch(): number {
    this.#reach.refresh();
    return this.#fleeting.watch(this.#host.now());
  }

  /** A listener written as an attribute, or kept by a framework, is in no call of addEventListener. */
  #noteListener(element: Element, type: string, callback: EventListener | null): void {
    const watch = this.#watches.find(({ window }) => window === element.ownerDocument.defaultView) ?? this.#watches[0]!;
    if (!watch.book.callbacks(element, type).size) watch.book.slot(element, type, callback);
  }

  act(): string {
    this.#perception.lookAtAllControls();
    this.#reach.refresh();
    const before = this.#presses.changes;
    const revealed = this.#presses.observe(this.#acted, this.#chosen);
    if (this.#chosen) this.#leaves.credit(revealed, this.#presses.changes > before);
    this.#keyboard.observe(this.#presses.changes);
    this.#acted = false;
    this.#fleeting.rested();
    const deed = this.#next();
    if (!deed) return '';
    if (this.#host.actionsLeft() <= 0) {
      this.#budgetSpent = true;
      return '';
    }
    const action = JSON.stringify(this.#actionOf(deed));
    this.#host.acting(action);
    this.#gestures.focused = null;
    this.#edited = deed.kind === 'edit' && deed.control ? deed.control : null;
    this.#chosen = !deed.control && (deed.kind === 'pointer' || deed.kind === 'drag') ? deed : null;
    this.#fleeting.acting(deed);
    this.#acted = true;
    deed.perform();
    this.#perception.touched(deed.element);
    if (this.#gestures.focused) this.#perception.focus.moved(this.#gestures.focused);
    return action;
  }

  #next(): Deed | null {
    return (
      this.#reacting.release() ??
      this.#fleeting.press() ??
      this.#takeBack() ??
      this.#fields.next(false) ??
      this.#keyboard.next(false) ??
      this.#presses.next(0) ??
      this.#keyboard.nextForm() ??
      this.#dragging.next() ??
      this.#leaves.next() ??
      this.#reacting.next(true) ??
      this.#fields.next(true) ??
      this.#presses.next(1) ??
      this.#keyboard.next(true) ??
      this.#fleeting.again() ??
      this.#presses.again(1) ??
      this.#keyboard.again(this.#presses.changes) ??
      this.#reacting.next(false) ??
      this.#presses.next(2) ??
      this.#presses.again(2) ??
      this.#presses.revisit() ??
      this.#otherwise.next() ??
      this.#presses.next(3) ??
      this.#escaping.next()
    );
  }

  #takeBack(): Deed | null {
    return this.#edited && this.#presses.lost ? this.#fields.takeBack(this.#edited) : null;
  }

  #actionOf(deed: Deed): Omit<Action, 'step' | 'at'> {
    const on = deed.control?.ref ?? elementRef(deed.element, this.#perception.where.of(deed.element));
    return { kind: deed.kind, on, name: deed.name.slice(0, NAME_CHARS) };
  }

  /** A control drawn again is the same control: it is listed once, as it stands now. */
  coverage(): Coverage {
    this.#reach.refresh();
    const seen = new Map<string, ControlSeen>();
    const locks = new Locks(this.#watches.map(({ window }) => window.document));
    for (const control of this.#controls.all()) seen.set(control.key, this.#seen(control, locks));
    const leaves = this.#leaves.left().map(({ leaf, more }): ControlSeen => {
      const on = elementRef(leaf, this.#perception.where.of(leaf));
      const name = `${accessibleName(leaf) || leaf.localName}${more > 0 ? ` and ${more} like it` : ''}`;
      return { on, name, reached: false, skipped: 'budget' };
    });
    return { controls: [...seen.values(), ...leaves], budgetSpent: this.#budgetSpent || this.#presses.cut };
  }

  #seen(control: Control, locks: Locks): ControlSeen {
    const reached = control.kind === 'field' ? this.#fields.reached(control) : this.#presses.reached(control);
    const { ref: on, name } = control;
    const sends = this.#sends(control.element);
    const seen = { on, name, reached, ...(sends ? { sends } : {}) };
    if (reached) return this.#fields.gaveUp(control) ? { ...seen, skipped: 'budget' } : seen;
    const skipped = this.#skipped(control);
    const isKeptOff = skipped === 'disabled' || skipped === 'hidden' || skipped === 'inert';
    return { ...seen, skipped, ...(isKeptOff && locks.hold(control.element, skipped) ? { locked: true } : {}) };
  }

  #sends(element: Element): ControlSeen['sends'] {
    const { form } = element as HTMLInputElement;
    if (!form || !(isSubmitter(element) || sendsAlone(element))) return undefined;
    const tried = this.#watches.some(({ submitted }) => submitted.has(form));
    return { form: elementRef(form, this.#perception.where.of(form)), tried };
  }

  #skipped(control: Control): NonNullable<ControlSeen['skipped']> {
    const state = this.#reach.state(control.element);
    if (state === 'hidden' && this.#fleeting.has(control)) return 'fleeting';
    if (state !== 'ok') return state;
    return control.kind === 'field' && !this.#fields.isFillable(control.element) ? 'read-only' : 'budget';
  }
}
