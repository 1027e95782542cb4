/**
 * Who listens to what in one window. In: the page's own calls of addEventListener, `on…` properties and attributes.
 * Out: for each target the event types and callbacks. Knows nothing of once and signal: a spent listener stays listed.
 */
import { isFrameworkRoot } from './framework-listeners.ts';

/** A callback, or null for an `on…` attribute whose code has not been compiled. */
export type Heard = EventListenerOrEventListenerObject | null;

export class ListenerBook {
  /** Grows with every entry, so that readers know when to look again. */
  version = 0;
  readonly #targets = new Map<EventTarget, Map<string, Set<Heard>>>();
  readonly #slots = new WeakMap<EventTarget, Map<string, Heard>>();
  readonly #types = new Set<string>();

  add(target: EventTarget, type: string, callback: Heard): void {
    const types = this.#targets.getOrInsertComputed(target, () => new Map<string, Set<Heard>>());
    types.getOrInsertComputed(type, () => new Set()).add(callback);
    this.#types.add(type);
    this.version++;
  }

  remove(target: EventTarget, type: string, callback: Heard): void {
    const types = this.#targets.get(target);
    const callbacks = types?.get(type);
    if (!types || !callbacks?.delete(callback)) return;
    if (callbacks.size === 0) types.delete(type);
    if (types.size === 0) this.#targets.delete(target);
    this.version++;
  }

  /** An `on…` property or attribute: one callback at a time; `undefined` takes it away. */
  slot(target: EventTarget, type: string, callback: Heard | undefined): void {
    const slots = this.#slots.getOrInsertComputed(target, () => new Map<string, Heard>());
    const old = slots.get(type);
    if (old !== undefined) this.remove(target, type, old);
    if (callback === undefined) slots.delete(type);
    else {
      slots.set(type, callback);
      this.add(target, type, callback);
    }
  }

  /** Whether anyone ever listened to the type: an event nobody can hear need not be made. */
  heard(type: string): boolean {
    return this.#types.has(type);
  }

  /** A framework's root listens to everything; what it stands for is in the book by itself. */
  listens(target: EventTarget, types: ReadonlySet<string>): boolean {
    const own = this.#targets.get(target);
    if (!own || isFrameworkRoot(target)) return false;
    for (const type of own.keys()) if (types.has(type)) return true;
    return false;
  }

  callbacks(target: EventTarget, type: string): ReadonlySet<Heard> {
    return this.#targets.get(target)?.get(type) ?? new Set();
  }

  /** Targets that listen to one of the types, in the order in which they first did. */
  targets(types: ReadonlySet<string>): EventTarget[] {
    const found: EventTarget[] = [];
    for (const target of this.#targets.keys()) if (this.listens(target, types)) found.push(target);
    return found;
  }
}
