/**
 * The value domain: strings with holes, primitives, objects with unknown parts, unions, and values only the running page knows.
 * What is made of several values stands in `joins.ts` and `texts.ts`, what makes an object in `objects.ts`. Nothing runs code.
 */

import type { Node } from '../../syntax/tree.ts';
import type { LazyMap } from './lazy-map.ts';

/** Where something unknown came from, a set of bits: the browser and where the page is opened, */
export const ENV = 1;
/** a person, */
export const INPUT = 2;
/** the answer to a write, */
export const RESP = 4;
/** what fills generated code, */
export const HOLE = 8;
/** the caller of a function that nobody calls, */
export const PARAM = 16;
/** what the page keeps, and other functions may have changed, */
export const STATE = 32;
/** or a name that nobody knows. */
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
  /** Of a number: it is not smaller. */
  readonly least?: number;
}
export interface Union {
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
  setters: Map<string, Obj> | null;
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
  /** The moment it was made at and one; 0 for what belongs to nobody. */
  readonly born: number;
  /** Its place in the order in which objects and scopes are made. */
  readonly serial: number;
  via: Via | null;
}

export type Value = Str | Prim | Top | Union | Obj;

export const UNDEFINED: Value = { t: 'prim', v: undefined };
/** What a list has beyond its end: asked for an element that nobody knows, it is hardly ever meant. */
export const BEYOND: Value = { t: 'prim', v: undefined };
export const NULL: Value = { t: 'prim', v: null };
export const TRUE: Value = { t: 'prim', v: true };
export const FALSE: Value = { t: 'prim', v: false };

/** `true`, `false`, `null` and `undefined` are one object each. */
export function prim(v: Prim['v']): Value {
  if (v === true) return TRUE;
  if (v === false) return FALSE;
  if (v === undefined) return UNDEFINED;
  return v === null ? NULL : { t: 'prim', v };
}

/** `taint`: who decides it; `path`: its name for people; `address`: what the chain of calls behind it was given. */
export function top(taint: number, path = '', address?: Value): Value {
  return address ? { t: 'top', taint, path, address } : { t: 'top', taint, path };
}

/** Any number from `least` on. */
export function numberFrom(least: number, taint: number): Value {
  return { t: 'top', taint, path: '', least };
}

/** A known string; `via`: the calls it was handed through. */
export function text(value: string, via: Via | null = null): Str {
  return { t: 'str', parts: [value], via };
}

/** The one string this value is, or null; nothing given is none. */
export function exact(value: Value | undefined): string | null {
  if (!value) return null;
  if (value.t === 'str') return value.parts.length === 1 && typeof value.parts[0] === 'string' ? value.parts[0] : null;
  if (value.t === 'prim') return String(value.v);
  return null;
}

/** Surely `undefined`. */
export function isUndefined(value: Value): boolean {
  return value.t === 'prim' && value.v === undefined;
}

/** Surely `null` or `undefined`. */
export function isNullish(value: Value): boolean {
  return value.t === 'prim' && (value.v === undefined || value.v === null);
}

/** The alternatives of a value; a value that is no union is its own only one. */
export function alternatives(value: Value): readonly Value[] {
  return value.t === 'union' ? value.of : [value];
}

/** The alternatives that a text is made of: an element there is, where there is any. */
export function meant(value: Value): readonly Value[] {
  const all = alternatives(value);
  return all.length > 1 && all.includes(BEYOND) ? all.filter((one) => one !== BEYOND) : all;
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

/** What decides about something that is made of a value and not known: what is unknown in the value, else what the page keeps. */
export function doubtOf(value: Value | undefined): number {
  return (value && taintOf(value)) || STATE;
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
      return value.least ? true : null;
  }
}
