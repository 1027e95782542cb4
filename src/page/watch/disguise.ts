/**
 * Replaces a function of the page's realm by one that looks the same from inside: same name, length, own properties
 * and source text. In: a window. Out: `disguise(original, body)`.
 */

type Callable = (...args: never[]) => unknown;
type Body = (self: unknown, args: unknown[], original: (self: unknown, args: unknown[]) => unknown) => unknown;
export type Disguise = <T extends Callable>(original: T, body: Body) => T;

/** One per window: patches `Function.prototype.toString` of that realm so that it answers for the original. */
export function createDisguise(window: Window & typeof globalThis): Disguise {
  const originals = new WeakMap<object, Callable>();
  const disguise = <T extends Callable>(original: T, body: Body): T => {
    const call = (self: unknown, args: unknown[]): unknown => Reflect.apply(original, self, args);
    const stand = new Proxy(original, {
      apply: (_target, self: unknown, args: unknown[]) => body(self, args, call),
    });
    originals.set(stand, original);
    return stand;
  };
  const prototype = window.Function.prototype;
  prototype.toString = disguise(prototype.toString, (self, args, call) =>
    call((typeof self === 'function' && originals.get(self)) || self, args),
  );
  Object.defineProperty(prototype, 'toString', { enumerable: false });
  return disguise;
}
