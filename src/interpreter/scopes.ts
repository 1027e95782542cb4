/**
 * Scopes while a program runs: bindings, the names of one scope, the activation it belongs to. Types only.
 */
import type { Node } from '../syntax/tree.ts';
import type { Cell, Obj, Value } from './values.ts';

export interface Binding extends Cell<Value | undefined> {
  readonly kind: 'var' | 'let' | 'const' | 'function' | 'param' | 'class' | 'import';
  /** Another function than the owner assigns it: read later, it may have changed. */
  readonly stale: boolean;
}

/** One activation of a function, or of a program. */
export interface Frame {
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
}
