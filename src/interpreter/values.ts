/**
 * The value domain: strings with holes, primitives, objects with unknown parts, unions, and values only the running page knows.
 * In: parts of values. Out: values, joined within bounds. Nothing here runs code.
 */
import { LazyMap } from './lazy-map.ts';
import type { Node } from './tree.ts';

/** Where something unknown came from; a set of bits. */
export const ENV = 1;
export const INPUT = 2;
export const RESP = 4;
export const HOLE = 8;
export const PARAM = 16;
export const STATE = 32;
export const UNK = 64;

/** A place in one code unit of the program. */
export interface Spot {
  readonly unit: number;
  readonly start: number;
}

/** The calls a string was handed through on its way, innermost first. */
export interface Via {
  readonly spot: Spot;
  readonly before: Via | null;
}

interface Hole {
  readonly taint: number;
  /** What stands here when the text is used as a URL: the page's own host, unknown only when it is compared. */
  readonly as?: string;
}
export type Part = string | Hole;

export interface Str {
  readonly t: 'str';
  readonly parts: readonly Part[];
  readonly via: Via | null;
}
export interface Prim {
  readonly t: 'prim';
  readonly v: number | boolean | null | undefined | bigint;
}
/** Only the running page knows. `path` names it for people: `toast.success`. */
interface Top {
  readonly t: 'top';
  readonly taint: number;
  readonly path: string;
  /** The address that the chain of calls behind it was given: `lib('/x')`. */
  readonly address?: Value;
}
interface Union {
  readonly t: 'union';
  readonly of: readonly Value[];
}

export interface Cell<T> {
  v: T;
  /** The entry that set it for certain; then nothing else can have changed it since. */
  at?: number;
}

export type Native<M> = (machine: M, self: Value, args: readonly Value[], site: Node) => Value;

/** What a host object answers itself; `undefined` leaves the question to its properties. */
export interface Behaviour<M> {
  get?(machine: M, self: Obj, key: string, site: Node): Value | undefined;
  set?(machine: M, self: Obj, key: string, value: Value, site: Node): boolean;
}

export interface Closure {
  readonly node: Node;
  readonly env: unknown;
  readonly home: Obj | null;
  /** Class fields to run on a new instance; the class's own node. */
  readonly classNode: Node | null;
  readonly parent: Value | null;
}

export interface Obj {
  readonly t: 'obj';
  readonly kind: string;
  readonly name: string;
  readonly props: LazyMap<string, Cell<Value | undefined>>;
  getters: Map<string, Obj> | null;
  proto: Obj | null;
  /** Taint of properties that are not listed; 0 when every property is known. */
  open: number;
  readonly items: Cell<readonly Value[]> | null;
  /** An array with an unknown number of further elements like this one. */
  rest: Value | null;
  readonly closure: Closure | null;
  readonly native: Native<never> | null;
  readonly behaviour: Behaviour<never> | null;
  /** State that a host object keeps for itself. */
  readonly slots: LazyMap<string, unknown>;
  readonly born: number;
  via: Via | null;
}

export type Value = Str | Prim | Top | Union | Obj;

export const UNDEFINED: Value = { t: 'prim', v: undefined };
export const NULL: Value = { t: 'prim', v: null };
export const TRUE: Value = { t: 'prim', v: true };
export const FALSE: Value = { t: 'prim', v: false };

const UNION_LIMIT = 8;
const PART_LIMIT = 400;
const STRING_LIMIT = 200_000;

export function prim(v: Prim['v']): Value {
  if (v === true) return TRUE;
  if (v === false) return FALSE;
  if (v === undefined) return UNDEFINED;
  return v === null ? NULL : { t: 'prim', v };
}

export function top(taint: number, path = '', address?: Value): Value {
  return address ? { t: 'top', taint, path, address } : { t: 'top', taint, path };
}

export function text(value: string, via: Via | null = null): Str {
  return { t: 'str', parts: [value], via };
}

/** A string of parts, neighbours merged, cut to a hole at the cap. */
export function pattern(parts: readonly Part[], via: Via | null = null): Str {
  const merged: Part[] = [];
  let length = 0;
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string') {
      if (part === '') continue;
      length += part.length;
      if (length > STRING_LIMIT || merged.length > PART_LIMIT)
        return { t: 'str', parts: [...merged, { taint: UNK }], via };
      if (typeof last === 'string') merged[merged.length - 1] = last + part;
      else merged.push(part);
    } else if (last !== undefined && typeof last !== 'string' && last.as === undefined && part.as === undefined)
      merged[merged.length - 1] = { taint: last.taint | part.taint };
    else merged.push(part);
  }
  return { t: 'str', parts: merged.length === 0 ? [''] : merged, via };
}

/** The one string this value is, or null. */
export function exact(value: Value): string | null {
  if (value.t === 'str') return value.parts.length === 1 && typeof value.parts[0] === 'string' ? value.parts[0] : null;
  if (value.t === 'prim') return String(value.v);
  return null;
}

export function isUndefined(value: Value): boolean {
  return value.t === 'prim' && value.v === undefined;
}

export function isNullish(value: Value): boolean {
  return value.t === 'prim' && (value.v === undefined || value.v === null);
}

/** The alternatives of a value; a value that is no union is its own only one. */
export function alternatives(value: Value): readonly Value[] {
  return value.t === 'union' ? value.of : [value];
}

function same(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.t === 'prim' && b.t === 'prim') return Object.is(a.v, b.v);
  if (a.t === 'top' && b.t === 'top') return a.taint === b.taint;
  if (a.t === 'str' && b.t === 'str') {
    if (a.parts.length !== b.parts.length) return false;
    return a.parts.every((part, index) => {
      const other = b.parts[index];
      if (typeof part === 'string' || typeof other === 'string') return part === other;
      return part.taint === other?.taint;
    });
  }
  return false;
}

/** Either of two values; absent counts as `undefined`. Beyond the cap what is left is unknown. */
export function join(a: Value | undefined, b: Value | undefined): Value {
  const left = a ?? UNDEFINED;
  const right = b ?? UNDEFINED;
  if (same(left, right)) return left;
  const all: Value[] = [];
  for (const value of [...alternatives(left), ...alternatives(right)]) {
    const known =
      value.t === 'top' ? all.findIndex((other) => other.t === 'top') : all.findIndex((other) => same(other, value));
    if (known < 0) all.push(value);
    else {
      const other = all[known];
      if (value.t === 'top' && other?.t === 'top')
        all[known] = top(other.taint | value.taint, other.path || value.path, other.address ?? value.address);
    }
  }
  if (all.length > UNION_LIMIT) {
    const taint = all.reduce((bits, value) => bits | taintOf(value), 0);
    return { t: 'union', of: [...all.slice(0, UNION_LIMIT - 1), top(taint || STATE)] };
  }
  return all.length === 1 ? (all[0] ?? UNDEFINED) : { t: 'union', of: all };
}

export function joinAll(values: readonly Value[]): Value {
  return values.reduce((all, value, index) => (index === 0 ? value : join(all, value)), values[0] ?? UNDEFINED);
}

/** The taint of whatever is unknown in a value, one level deep. */
export function taintOf(value: Value): number {
  switch (value.t) {
    case 'top':
      return value.taint;
    case 'str':
      return value.parts.reduce((bits, part) => bits | (typeof part === 'string' ? 0 : part.taint), 0);
    case 'union':
      return value.of.reduce((bits, alternative) => bits | taintOf(alternative), 0);
    case 'obj':
      return value.open;
    default:
      return 0;
  }
}

/** True, false, or null when the page decides. */
export function truth(value: Value): boolean | null {
  switch (value.t) {
    case 'prim':
      return Boolean(value.v);
    case 'str':
      if (value.parts.some((part) => typeof part === 'string' && part !== '')) return true;
      return value.parts.every((part) => typeof part === 'string') ? false : null;
    case 'obj':
      return value.kind === 'element' ? null : true;
    case 'union': {
      const first = truth(value.of[0] ?? UNDEFINED);
      return value.of.every((alternative) => truth(alternative) === first) ? first : null;
    }
    default:
      return null;
  }
}

/** A value as text, with holes for what is unknown. Of a union, the parts are a hole. */
export function partsOf(value: Value): readonly Part[] {
  switch (value.t) {
    case 'str':
      return value.parts;
    case 'prim':
      return [String(value.v)];
    case 'obj': {
      const shown = value.slots.get('text');
      if (shown !== undefined) return partsOf(shown as Value);
      if (value.items)
        return value.items.v.flatMap((item, index) => (index ? [',', ...partsOf(item)] : [...partsOf(item)]));
      const message = value.kind === 'error' ? value.props.get('message')?.v : undefined;
      if (message) return ['Error: ', ...partsOf(message)];
      return [{ taint: value.open || STATE }];
    }
    default:
      return [{ taint: taintOf(value) || UNK }];
  }
}

function viaOf(value: Value): Via | null {
  return value.t === 'str' ? value.via : null;
}

const MERGED_CHARS = 2_000;

/** Too many alternatives as one text: something unknown, with what each of them says standing in it. */
function merged(options: readonly Value[]): readonly Part[] {
  if (options.length === 1) return partsOf(options[0]!);
  const taint = options.reduce((bits, option) => bits | taintOf(option), 0) || STATE;
  const parts: Part[] = [{ taint }];
  let length = 0;
  for (const option of options)
    for (const part of partsOf(option)) {
      if (typeof part !== 'string' || length + part.length > MERGED_CHARS || parts.includes(part)) continue;
      length += part.length;
      parts.push(part, { taint });
    }
  return parts;
}

/** Concatenation; unions multiply out within the cap. */
export function concat(a: Value, b: Value): Value {
  const lefts = alternatives(a);
  const rights = alternatives(b);
  if (lefts.length * rights.length > UNION_LIMIT) {
    if (lefts.length === 1 || rights.length > UNION_LIMIT / 2) return pattern([...merged(lefts), ...merged(rights)]);
    return concat(pattern(merged(lefts)), b);
  }
  const results = lefts.flatMap((left) =>
    rights.map((right) => pattern([...partsOf(left), ...partsOf(right)], viaOf(right) ?? viaOf(left))),
  );
  return joinAll(results);
}

export interface Shape {
  readonly kind?: string;
  readonly name?: string;
  readonly props?: Readonly<Record<string, Value>>;
  readonly items?: readonly Value[];
  readonly rest?: Value | null;
  readonly open?: number;
  readonly proto?: Obj | null;
  readonly closure?: Closure | null;
  readonly native?: Native<never> | null;
  readonly behaviour?: Behaviour<never> | null;
  readonly born?: number;
  /** A property it has from the start, made when its properties are looked at. */
  readonly first?: () => readonly [string, Cell<Value | undefined>];
}

export function object(shape: Shape = {}): Obj {
  const props = new LazyMap<string, Cell<Value | undefined>>(shape.first);
  if (shape.props) for (const [key, value] of Object.entries(shape.props)) props.set(key, { v: value });
  return {
    t: 'obj',
    kind: shape.kind ?? (shape.items ? 'array' : 'plain'),
    name: shape.name ?? '',
    props,
    getters: null,
    proto: shape.proto ?? null,
    open: shape.open ?? 0,
    items: shape.items ? { v: shape.items } : null,
    rest: shape.rest ?? null,
    closure: shape.closure ?? null,
    native: shape.native ?? null,
    behaviour: shape.behaviour ?? null,
    slots: new LazyMap(),
    born: shape.born ?? 0,
    via: null,
  };
}

export function setGetter(holder: Obj, key: string, getter: Obj): void {
  holder.getters ??= new Map();
  holder.getters.set(key, getter);
}

/** An entry of a table; a name that objects inherit is none. */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A function of the platform or of a library. */
export function native<M>(name: string, call: Native<M>, props: Readonly<Record<string, Value>> = {}): Obj {
  return object({ kind: 'function', name, native: call as Native<never>, props });
}

/** A function of the program or of the platform. */
export interface Callable extends Obj {
  readonly callable?: true;
}

export function isCallable(value: Value): value is Callable {
  return value.t === 'obj' && (value.closure !== null || value.native !== null);
}
