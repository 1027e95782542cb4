/**
 * Tripwires around the realm that a page has no business in: ours. Set after jsdom is loaded and before any page is. In: the
 * errors of a drive. Out: codes of what was touched. They find what is clumsy; a wall is the process's affair.
 */
import type { PageError } from '../../model.ts';

/** What V8 says where code from strings is off; ours says the same. */
const NO_CODE = 'Code generation from strings disallowed for this context';

const ROOTS: Readonly<Record<string, object>> = {
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
  Promise,
  RegExp,
  Map,
  Set,
  WeakMap,
  WeakSet,
  Error,
  TypeError,
  RangeError,
  ArrayBuffer,
  Uint8Array,
  JSON,
  Math,
  Reflect,
  Proxy,
};

/** Node sets it for a moment where it makes an error of its own. */
const VOLATILE: ReadonlySet<PropertyKey> = new Set(['stackTraceLimit', 'prepareStackTrace']);

interface Watched {
  readonly name: string;
  readonly target: object;
  readonly members: ReadonlyMap<PropertyKey, readonly unknown[]>;
}

export interface Tripwires {
  /** What was touched since the last call, and what was changed for good. */
  tripped(errors: readonly PageError[]): string[];
}

export function setTripwires(): Tripwires {
  const called = new Set<string>();
  trapFunctions(() => called.add('host-code'));
  const watched = Object.entries(ROOTS).flatMap(([name, root]) => watch(name, root));
  const globals = new Set(Object.getOwnPropertyNames(globalThis));
  return {
    tripped(errors) {
      const found = new Set(called);
      called.clear();
      if (errors.some(({ message }) => message.includes(NO_CODE))) found.add('host-code');
      for (const each of watched) for (const key of changesOf(each)) found.add(`host-intrinsic ${each.name}.${key}`);
      for (const name of Object.getOwnPropertyNames(globalThis))
        if (!globals.has(name)) found.add(`host-global ${name}`);
      return [...found].slice(0, TRIPPED_KEPT);
    },
  };
}

const TRIPPED_KEPT = 20;

function watch(name: string, root: object): Watched[] {
  const prototype: unknown = Reflect.get(root, 'prototype');
  const own = { name, target: root, members: membersOf(root) };
  if (typeof prototype !== 'object' && typeof prototype !== 'function') return [own];
  const target = prototype as object;
  return [own, { name: `${name}.prototype`, target, members: membersOf(target) }];
}

function membersOf(target: object): Map<PropertyKey, readonly unknown[]> {
  return new Map(Reflect.ownKeys(target).map((key) => [key, partsOf(target, key)]));
}

function partsOf(target: object, key: PropertyKey): readonly unknown[] {
  const found = Reflect.getOwnPropertyDescriptor(target, key);
  return [found?.value, found?.get, found?.set];
}

function changesOf({ target, members }: Watched): string[] {
  const keys = Reflect.ownKeys(target);
  const added = keys.filter((key) => !members.has(key));
  const changed = [...members].filter(([key, before]) => {
    const now = partsOf(target, key);
    return before.some((part, index) => !Object.is(part, now[index]));
  });
  return [...added, ...changed.map(([key]) => key)].filter((key) => !VOLATILE.has(key)).map(String);
}

/**
 * Every object of jsdom leads to our `Function` by its constructor, and so a page could make code of our realm. Where
 * intrinsics are frozen this cannot be set, and V8 refuses by itself.
 */
function trapFunctions(trip: () => void): void {
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    const prototype: object = Object.getPrototypeOf(kind);
    const real: unknown = Reflect.get(prototype, 'constructor');
    const trap = function trap(): never {
      trip();
      throw new EvalError(NO_CODE);
    };
    trap.prototype = prototype;
    if (typeof real === 'function') Object.setPrototypeOf(trap, Object.getPrototypeOf(real));
    Reflect.defineProperty(prototype, 'constructor', { value: trap, writable: true, configurable: true });
  }
}
