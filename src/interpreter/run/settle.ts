/**
 * The state that a handler finds. In: values the program left, under the names they stand under. Out: what another handler may
 * have changed by then is unknown: a property that is set anywhere but while the page loads, what is put in under a key that only
 * the run tells, lists that are added to or taken from. Linear in what is reachable.
 */

import type { Machine } from '../machine/machine.ts';
import type { Env, Names } from '../machine/scopes.ts';
import { asReplaceable } from '../names/names.ts';
import { ADDRESSED } from '../requests/locations.ts';
import { ofItself, onlyWithin } from '../trees/change-bits.ts';
import type { Changed } from '../trees/changed.ts';
import { FILLED, GROWN, PUT, SHRUNK } from '../trees/changes.ts';
import { allOf } from '../values/elements.ts';
import { join, joinAll } from '../values/joins.ts';
import { isCallable } from '../values/objects.ts';
import type { Cell, Obj, Value } from '../values/values.ts';
import { alternatives, STATE, top } from '../values/values.ts';

/** A value and the bits of how it may change, where it stands. */
type Found = readonly [value: Value, bits: number];

class Walk {
  readonly #changed: Changed;
  readonly #since: number;
  readonly #pending: Found[] = [];
  readonly #envs = new Set<Env>();
  /** Scripts share the names of the page. */
  readonly #names = new Set<Names>();
  readonly #bitsOfMethods = new Map<Obj, number>();
  readonly bits = new Map<Obj, number>();

  /** `since`: objects made before this entry are passed by; 0 for none. */
  constructor(changed: Changed, since: number) {
    this.#changed = changed;
    this.#since = since;
  }

  find(value: Value | undefined, bits = 0): void {
    if (value?.t === 'obj' || value?.t === 'union') this.#pending.push([value, bits]);
  }

  named(name: string, value: Value | undefined, bits = 0): void {
    this.find(value, this.#changed.under(name) | bits);
  }

  run(): void {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop())
      for (const option of alternatives(next[0])) if (option.t === 'obj') this.#visit(option, next[1]);
  }

  #visit(obj: Obj, bits: number): void {
    if (obj.born !== 0 && obj.born <= this.#since) return;
    const known = this.bits.get(obj);
    const all = (known ?? this.#ofMethods(obj)) | bits;
    if (known === all) return;
    this.bits.set(obj, all);
    const below = onlyWithin(all);
    for (const [key, cell] of propsOf(this.#changed, obj, below)) this.named(key, cell.v, below);
    for (const item of obj.items?.v ?? []) this.find(item, below);
    this.find(obj.rest ?? undefined, below);
    const entries = obj.slots.get('entries') as Obj | undefined;
    if (entries) this.find(entries, below | (ofItself(all) & PUT ? FILLED : 0));
    this.find(obj.slots.get('target') as Obj | undefined, all);
    if (known !== undefined) return;
    this.find(obj.proto ?? undefined);
    for (const getter of obj.getters?.values() ?? []) this.find(getter);
    for (const setter of obj.setters?.values() ?? []) this.find(setter);
    this.find(obj.slots.get('traps') as Obj | undefined);
    if (obj.closure) this.env(obj.closure.env as Env);
  }

  env(start: Env | null): void {
    for (let at = start; at && !this.#envs.has(at); at = at.parent) {
      this.#envs.add(at);
      if (at.frame.moment < this.#since) return;
      if (!this.#names.has(at.vars)) for (const [name, binding] of at.vars) this.named(name, binding.v);
      this.#names.add(at.vars);
      this.find(at.frame.self);
      if (at.scopeObject) this.find(at.scopeObject);
    }
  }

  /** A method changes its `this`. */
  #ofMethods(obj: Obj): number {
    if (this.#changed.hasNoSelf) return 0;
    let bits = 0;
    for (let holder: Obj | null = obj, depth = 0; holder && depth < 20; holder = holder.proto, depth += 1) {
      const known = holder === obj && obj.proto ? undefined : this.#bitsOfMethods.get(holder);
      bits |= known ?? this.#own(holder);
    }
    return bits;
  }

  #own(holder: Obj): number {
    let bits = 0;
    for (const [, { v }] of holder.props.made())
      if (v?.t === 'obj' && v.closure) bits |= this.#changed.self(v.closure.node);
    for (const getter of holder.getters?.values() ?? []) bits |= this.#changed.self(getter.closure!.node);
    this.#bitsOfMethods.set(holder, bits);
    return bits;
  }
}

/** Everything that is reachable from these functions and the page's names; how many objects that are. */
export function settle(machine: Machine, handlers: Iterable<Value>): number {
  const { changed } = machine.facts;
  const since = machine.entry;
  const walk = new Walk(changed, since);
  for (const handler of handlers) walk.find(handler);
  if (since === 0) {
    for (const [name, { v }] of machine.globals) walk.named(name, v, changed.window.within);
    for (const exported of machine.exportsOf.values()) walk.find(exported);
    for (const made of machine.activations.closures.values()) walk.find(made);
    walk.find(machine.scope);
  }
  walk.run();
  for (const [obj, bits] of walk.bits) weaken(machine, obj, ofItself(bits));
  return walk.bits.size;
}

/** A function's prototype that nobody looked at is as it was, unless something by that name changes. */
function propsOf(changed: Changed, obj: Obj, bits: number): Iterable<[string, Cell<Value | undefined>]> {
  return bits !== 0 || changed.touches('prototype') ? obj.props : obj.props.made();
}

function weaken(machine: Machine, obj: Obj, bits: number): void {
  if (obj.born === 0 && obj !== machine.scope) return;
  const { changed } = machine.facts;
  for (const [key, cell] of propsOf(changed, obj, bits)) {
    if (cell.v === undefined) continue;
    const isSet =
      (obj.kind === 'element' ? changed.onElements(key) : changed.keys.has(key)) ||
      ((obj === machine.scope || obj.slots.has('component')) && machine.facts.isFreelyAssigned(key));
    if (!(bits & FILLED || isSet)) continue;
    if (isCallable(cell.v)) asReplaceable(cell.v);
    else cell.v = join(cell.v, top(STATE, key));
  }
  const address = obj.slots.get('address') as Cell<Value> | undefined;
  if (address && (bits & FILLED || ADDRESSED.some((key) => changed.keys.has(key))))
    address.v = join(address.v, top(STATE));
  if (obj.items && bits & FILLED) {
    obj.rest = joinAll([...allOf({ items: obj.items.v, rest: obj.rest }), top(STATE)]);
    obj.items.v = [];
  } else if (obj.items && bits & GROWN) obj.rest ??= top(STATE);
  if (bits & PUT && obj.kind === 'collection') obj.slots.set('varies', true);
  if (obj.kind !== 'plain') return;
  if (bits & FILLED) obj.open ||= STATE;
  if (bits & (FILLED | SHRUNK)) obj.slots.set('varies', true);
  if (bits & (GROWN | SHRUNK)) obj.slots.set('grows', true);
}
