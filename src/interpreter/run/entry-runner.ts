/**
 * One entry after the other. In: what starts code: an event, an attribute, a call from nowhere. Out: whether a write was fired; the
 * state is as before. Keeps which functions fired none, what stops events, and what there was no time for.
 */

import type { Node } from '../../syntax/tree.ts';
import type { EventFacts, Prevention } from '../browser/events.ts';
import { eventObject, isFalse, prevent } from '../browser/events.ts';
import { canSend, reachesSender } from '../machine/senders.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, STATE, top, UNDEFINED } from '../values/values.ts';
import { answeredKeys, follow } from './answered.ts';
import { enterFunction } from './enter-function.ts';
import { guarded } from './guarded.ts';
import type { Run } from './run.ts';
import type { QueuedHandler } from './schedule.ts';
import { settle } from './settle.ts';
import { Wear } from './wear.ts';

/** Handlers that were registered while a handler ran are run below it, down to here. */
export const NESTED_ENTRIES = 5;
/** Events by which a page says that it is there. */
const LOADS = /^(?:DOMContentLoaded|load|pageshow|readystatechange)$/;
/** Events that may send a form, or stop one; a page may listen to any of them for each of its forms by one function. */
const OF_FORMS =
  /^(?:submit|click|keydown|keypress|pointerdown|mousedown|DOMContentLoaded|load|pageshow|readystatechange|)$/;
/** What stops the browser's own answer to an event on an element. */
export interface Listener {
  readonly element: number;
  readonly event: string;
  readonly prevented: Prevention | null;
  /** It keeps the event from whoever listens around the element. */
  readonly stopped?: Prevention | undefined;
  /** It hears of the event before the elements within. */
  readonly captures?: boolean | undefined;
  readonly fn?: Value;
}

export class EntryRunner {
  readonly run: Run;
  readonly listeners: Listener[] = [];
  readonly hasForms: boolean;
  /** The budget of the run was spent before everything had its entry. */
  overflow = false;
  readonly #skip: ReadonlySet<Node>;
  readonly #idle = new Set<Node>();
  readonly #busy = new Set<Node>();
  readonly #wear = new Wear();

  /** `skip`: functions that are known to fire no write. */
  constructor(run: Run, skip: ReadonlySet<Node>) {
    this.run = run;
    this.#skip = skip;
    this.hasForms = run.page.elements.some((element) => element.tag === 'form');
  }

  /** What stops events, as long as it listens. */
  heard(): readonly Listener[] {
    const { removed } = this.run.schedule;
    return this.listeners.map((listener) =>
      listener.prevented && listener.fn && removed.has(listener.fn) ? { ...listener, prevented: 'may' } : listener,
    );
  }

  isSkipped(node: Node): boolean {
    return this.#skip.has(node);
  }

  /** Functions whose entry fired no write. */
  idle(): ReadonlySet<Node> {
    return this.#idle.difference(this.#busy);
  }

  note(node: Node, isBusy: boolean): void {
    (isBusy ? this.#busy : this.#idle).add(node);
  }

  /** Entries without a write of their own that made what writes: it cannot be run without them. */
  keepMakers(node: Node): void {
    for (let maker = this.run.activations.makers.get(node) ?? null; maker; maker = maker.outer)
      this.#busy.add(maker.node);
  }

  /** One entry into code of `into` from the state as it stands; handlers it registers run below it; then all is undone. */
  enter(level: number, into: number, act: () => void, below?: () => boolean): boolean {
    const { run } = this;
    if (run.budget.isExhausted(run.facts.fileOf(into))) {
      this.overflow = true;
      return true;
    }
    const { entry, moment, unit, eventElement, lateness } = run;
    run.eventElement = -1;
    run.lateness = 0;
    run.entries += 1;
    run.entry = run.entries;
    run.moment = run.entry;
    const outer = run.schedule.handlers;
    run.schedule.handlers = [];
    const depth = run.heap.depth;
    const mark = run.heap.mark();
    const { stamp } = run.heap;
    run.heap.stamp = run.entry;
    const writes = run.ledger.sent;
    guarded(run, into, false, () => {
      act();
      run.flush();
    });
    const nested = run.schedule.handlers;
    run.schedule.handlers = outer;
    run.heap.restoreDepth(depth + 1);
    if (nested.length > 0)
      settle(
        run,
        nested.map(({ fn }) => fn),
      );
    let wrote = run.ledger.sent !== writes;
    if (nested.length > 0 && level < NESTED_ENTRIES) wrote = this.drain(nested, level + 1) || wrote;
    if (below) wrote = below() || wrote;
    run.heap.stamp = stamp;
    run.heap.undo(mark);
    run.heap.restoreDepth(depth);
    run.entry = entry;
    run.moment = moment;
    run.unit = unit;
    run.eventElement = eventElement;
    run.lateness = lateness;
    return wrote;
  }

  drain(handlers: readonly QueuedHandler[], level: number): boolean {
    let wrote = false;
    for (const handler of handlers) wrote = this.#handler(handler, level) || wrote;
    return wrote;
  }

  #handler(handler: QueuedHandler, level: number): boolean {
    const { run } = this;
    const { fn, event = '', element = -1 } = handler;
    const written = writtenOut(fn);
    const node = written?.closure?.node ?? null;
    const isFormEvent = (this.hasForms || handler.settled !== undefined) && OF_FORMS.test(event);
    const answers = answeredKeys(run, event, -1);
    if (written && node) {
      if (this.isSkipped(node)) return false;
      const isOwed = isFormEvent || answers.length > 0 || canSend(run, written);
      if (!isOwed && !reachesSender(run, [written, handler.self ?? UNDEFINED])) return false;
      if (this.#wear.isWorn(run.facts, written, isFormEvent)) return false;
    }
    const facts: EventFacts = { prevented: null };
    const wrote = run.activations.during(node, () =>
      this.enter(level, unitOf(run, node) ?? handler.unit, () => dispatch(run, handler, facts, answers)),
    );
    const { captures, stops } = handler;
    const prevented = stops === 'never' ? null : stops === 'maybe' && facts.prevented ? 'may' : facts.prevented;
    handler.settled?.(prevented);
    this.listeners.push({ element, event, prevented, stopped: facts.stopped, captures, fn });
    if (node) this.note(node, wrote || answers.length > 0);
    return wrote;
  }
}

/** Calls a handler with its event; what it returns may stop the event. */
function dispatch(run: Run, handler: QueuedHandler, facts: EventFacts, answers: readonly string[]): void {
  const { element = -1 } = handler;
  if (LOADS.test(handler.event ?? '')) run.ledger.loads.add(run.entry);
  run.eventElement = hasId(run, element) ? element : -1;
  const event = eventObject(run, element, facts);
  follow(run, event, answers);
  run.unit = handler.unit;
  const self = handler.self ?? event.props.get('currentTarget')?.v ?? UNDEFINED;
  const returned = alternatives(enterFunction(run, handler.fn, self, handler.args ?? [event, top(STATE)]));
  if (!handler.returnsDecide) return;
  if (returned.every(isFalse)) prevent(run, facts);
  else if (returned.some(isFalse)) facts.prevented ??= 'may';
}

/** An element that both halves know by its id. */
function hasId(run: Run, element: number): boolean {
  return element >= 0 && run.page.elements[element]?.attributes.id !== undefined;
}

function unitOf(run: Run, node: Node | null): number | undefined {
  return node ? run.facts.functions.get(node)?.unit : undefined;
}

/** The function of the program that is called: itself, or what it was bound to. */
function writtenOut(fn: Value): Obj | null {
  if (fn.t !== 'obj') return null;
  const target = fn.closure ? fn : (fn.slots.get('target') as Obj | undefined);
  return target?.closure ? target : null;
}
