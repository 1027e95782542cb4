/**
 * Scopes while a program runs: bindings, the names of one scope, the activation it belongs to. Types only.
 */
import type { Node } from '../../syntax/tree.ts';
import type { Cell, Obj, Value } from '../values/values.ts';

export interface Binding extends Cell<Value | undefined> {
  /** Another function than the owner assigns it: read later, it may have changed. */
  readonly stale: boolean;
}

/** How a name gets a value: declared in the scope that hoisted it, declared in this one, or assigned. */
export type BindKind = 'var' | 'own' | 'assign';

/** One activation of a function, or of a program. */
export interface Frame {
  /** The function, null of a program. */
  readonly node: Node | null;
  /** When it began. */
  readonly moment: number;
  readonly self: Value;
  readonly home: Obj | null;
  readonly args: readonly Value[];
  readonly newTarget: Value;
  /** Values a generator has yielded so far. */
  readonly yielded: Value[];
}

/** The names of one scope. */
export interface Names {
  get(name: string): Binding | undefined;
  has(name: string): boolean;
  set(name: string, binding: Binding): unknown;
  [Symbol.iterator](): Iterator<[string, Binding]>;
}

export interface Env {
  readonly vars: Names;
  readonly parent: Env | null;
  readonly frame: Frame;
  readonly unit: number;
  /** Properties of this object are names in scope: component state, `with`. */
  readonly scopeObject: Obj | null;
  /** Its place in the order in which objects and scopes are made. */
  readonly serial: number;
}
