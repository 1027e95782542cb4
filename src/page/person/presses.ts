/**
 * Which control to press next. In: the controls and what the person did. Out: deeds 'pointer' and 'submit'. Each control
 * once; again, a few times, when its last press brought up something new or its form has new fields; likes are capped.
 */
import type { PageHost } from '../bridge.ts';
import type { Control, Controls } from './controls.ts';
import type { Deed } from './deed.ts';
import { Faces, leadsOn, nameNow, surroundings } from './faces.ts';
import type { Fields } from './fields.ts';
import type { Gestures } from './gestures.ts';
import type { PressClass } from './press-order.ts';
import { isSubmitter, pressClass } from './press-order.ts';
import { PressingAgain } from './pressing-again.ts';
import type { Reach } from './reach.ts';
import { WaysBack } from './ways-back.ts';

/** Presses of controls that differ in their row alone, and of one control that keeps bringing up new things. */
const LIKES = 8;
const REPEATS = 12;
/** The same for what leads to the next of a row of views, each unlike those before. */
const VIEWS = 60;
/** Presses of a submit button whose form has fields that were not filled when it was pressed first. */
const SUBMITS = 2;

interface Pressed {
  count: number;
  /** Fields filled for the first time, and at all, when it was pressed last. */
  firsts: number;
  fills: number;
  /** Its last press brought up controls of a kind never seen before. */
  progress: boolean;
  /** The press changed something a person sees. */
  effect: boolean;
  /** What stood around it at each press, and whether it was out of reach since the last. */
  readonly views: Set<string>;
  left: boolean;
}

const COUNTS = { count: 0, firsts: 0, fills: 0 };
const unpressed = (): Pressed => ({ ...COUNTS, progress: false, effect: false, views: new Set(), left: false });

export class Presses {
  readonly #pressed = new Map<string, Pressed>();
  readonly #elements = new WeakSet<Element>();
  readonly #likes = new Map<string, number>();
  readonly #groupsSeen = new Set<string>();
  readonly #born = new WeakMap<Element, number>();
  readonly #classes = new WeakMap<Element, PressClass>();
  readonly #waysBack = new WaysBack();
  readonly #controls: Controls;
  readonly #reach: Reach;
  readonly #fields: Fields;
  readonly #gestures: Gestures;
  readonly #told: () => number;
  readonly #faces = new Faces();
  readonly early: PressingAgain;
  readonly #step: () => number;
  /** Something nobody pressed yet went out of reach by the last action. */
  lost = false;
  /** A row of views was left before its end. */
  cut = false;
  #inReach = new Set<Control>();
  #last: Control | null = null;
  /** The key of the control pressed last. */
  #latest = '';
  #moment = 0;
  #toldBefore = 0;

  /** `told` counts the changes a person perceived so far. */
  constructor(
    host: Pick<PageHost, 'step' | 'wrote'>,
    controls: Controls,
    reach: Reach,
    fields: Fields,
    gestures: Gestures,
    told: () => number,
  ) {
    this.#step = () => host.step();
    this.early = new PressingAgain((step) => host.wrote(step) > 0);
    this.#told = told;
    this.#controls = controls;
    this.#reach = reach;
    this.#fields = fields;
    this.#gestures = gestures;
  }

  reached(control: Control): boolean {
    return this.#elements.has(control.element) || this.#pressed.has(control.key);
  }

  /** The controls in reach when the person acted last. */
  get open(): readonly Control[] {
    return [...this.#inReach];
  }

  /** Changes a person saw after actions so far. */
  get changes(): number {
    return this.early.changes;
  }

  /** The control pressed last, if it says something else since: "Sure?". */
  get turned(): Control | null {
    return this.#last && this.#faces.hasChanged(this.#last) ? this.#last : null;
  }

  wasInReach(control: Control): boolean {
    return this.#inReach.has(control);
  }

  /**
   * Notes what came into reach since the last action, if there was one, and credits the press that brought it: of a control, or of
   * `leaf`. True: something came.
   */
  observe(acted: boolean, leaf: Deed | null): boolean {
    this.#moment++;
    const now = new Set<Control>();
    const last = this.#last;
    const pressed = last && this.#pressed.get(last.key);
    const effect = this.#told() > this.#toldBefore;
    this.#toldBefore = this.#told();
    if (pressed) pressed.effect = effect;
    for (const control of this.#controls.all()) {
      if (this.#reach.state(control.element) !== 'ok') continue;
      now.add(control);
      if (!this.#born.has(control.element)) this.#born.set(control.element, this.#moment);
      const novel = !this.#groupsSeen.has(control.group);
      if (novel) this.#groupsSeen.add(control.group);
      if (this.#inReach.has(control)) continue;
      if (last) this.#credit(last, control, novel);
      else if (leaf) this.#waysBack.noteLeaf(control, leaf);
    }
    if (acted) this.early.observe(effect, last);
    const keys = new Set([...now].map((control) => control.key));
    for (const [key, each] of this.#pressed) each.left ||= !keys.has(key);
    this.lost = [...this.#inReach].some((control) => !keys.has(control.key) && this.#isUnpressed(control));
    const revealed = !now.isSubsetOf(this.#inReach);
    this.#inReach = now;
    this.#last = null;
    return revealed;
  }

  #isUnpressed(control: Control): boolean {
    return control.kind === 'press' && !this.reached(control) && this.#reach.state(control.element) === 'hidden';
  }

  #credit(last: Control, control: Control, novel: boolean): void {
    const pressed = this.#pressed.get(last.key);
    if (pressed && novel) pressed.progress = true;
    this.#waysBack.note(control, last);
  }

  /** The next control of the given class, new ones and those of the newest view first. */
  next(wanted: PressClass): Deed | null {
    let best: Control | null = null;
    let rank: readonly [number, number] = [0, 0];
    for (const control of this.#inReach) {
      if (control.kind !== 'press' || this.#class(control) !== wanted) continue;
      const repeat = this.#wants(control);
      if (repeat === null) continue;
      const own = [repeat, -(this.#born.get(control.element) ?? 0)] as const;
      if (best && (own[0] > rank[0] || (own[0] === rank[0] && own[1] >= rank[1]))) continue;
      best = control;
      rank = own;
    }
    return best ? this.press(best) : null;
  }

  /** What was pressed before the rest was done, up to `times` times more. */
  again(times: number): Deed | null {
    const control = this.early.next(this.#inReach, times);
    return control && this.press(control);
  }

  /** 0: never pressed. 1: worth pressing again. 2: likewise, but it was pressed just now. Null: leave it. */
  #wants(control: Control): 0 | 1 | 2 | null {
    const pressed = this.#pressed.get(control.key);
    const same = this.#elements.has(control.element);
    if (!pressed && !same) return (this.#likes.get(control.group) ?? 0) < LIKES ? 0 : null;
    if (!pressed) return null;
    const leads = this.#leadsFurther(control, pressed);
    if (leads && (pressed.count < REPEATS || this.#goesOn(control, pressed)))
      return control.key === this.#latest ? 2 : 1;
    const form = isSubmitter(control.element);
    return form && pressed.firsts < this.#fields.firsts && pressed.count < SUBMITS ? 1 : null;
  }

  /** One that goes on for longer than a person is given is a budget spent. */
  #goesOn(control: Control, { count, views, fills }: Pressed): boolean {
    if (!leadsOn(control) && !this.#faces.hasChanged(control)) return false;
    if (views.has(surroundings(control.element)) && fills === this.#fields.fills) return false;
    this.cut ||= count >= VIEWS;
    return count < VIEWS;
  }

  #leadsFurther(control: Control, pressed: Pressed): boolean {
    if (pressed.progress || (pressed.effect && leadsOn(control))) return true;
    if (this.#faces.hasChanged(control)) return true;
    return this.#class(control) < 2 && pressed.effect && isBackElsewhere(control, pressed);
  }

  #class(control: Control): PressClass {
    const held = this.#classes.get(control.element);
    if (held !== undefined) return held;
    const own = control.delegates ? 3 : pressClass(control);
    this.#classes.set(control.element, own);
    return own;
  }

  press(control: Control): Deed {
    const element = control.element;
    const kind = isSubmitter(element) ? 'submit' : 'pointer';
    return { kind, element, control, name: nameNow(control), perform: () => this.#perform(control) };
  }

  #perform(control: Control): void {
    const element = control.element;
    const pressed = this.#pressed.get(control.key) ?? unpressed();
    pressed.count++;
    pressed.progress = false;
    pressed.firsts = this.#fields.firsts;
    pressed.fills = this.#fields.fills;
    this.#pressed.set(control.key, pressed);
    this.#elements.add(element);
    pressed.views.add(surroundings(element));
    pressed.left = false;
    this.#faces.note(control);
    this.early.note(control, this.#step());
    this.#likes.set(control.group, (this.#likes.get(control.group) ?? 0) + 1);
    this.#last = control;
    this.#latest = control.key;
    this.#gestures.press(element);
  }

  #isDone(control: Control): boolean {
    if (control.kind === 'field') return this.#fields.reached(control);
    return this.reached(control) && !this.early.isAwaited(control);
  }

  /** Goes back to a view with controls nobody acted on yet, or a save pressed too early: by what brought it up, else by what leads elsewhere. */
  revisit(): Deed | null {
    const open = new Map<string, Control>();
    for (const control of this.#inReach) open.set(control.key, control);
    for (const control of this.#controls.all()) {
      if (open.has(control.key) || !this.#born.has(control.element)) continue;
      if (this.#isDone(control)) continue;
      if (this.#reach.state(control.element) === 'disabled') continue;
      const way = this.#waysBack.take(control, open, (each) => this.#pressed.has(each.key), this.#reach.modal !== null);
      if (way) return this.press(way);
      const leaf = this.#waysBack.takeLeaf(control, (element) => this.#reach.state(element) === 'ok');
      if (leaf) return leaf;
    }
    return null;
  }
}

/** It went away and came back among other words: the buttons below the next card. */
function isBackElsewhere({ element }: Control, { left, views }: Pressed): boolean {
  return left && !views.has(surroundings(element));
}
