/**
 * Tells whether the page prepared for a rejection. In: the promise of a request. Out: the same promise; `onHandled` is
 * called when a function of the page is attached to its rejection, directly or further down the chain.
 * `await` inside `try` leaves no trace here: the engine sees it when a rejection comes and nobody leaves it unhandled.
 */
const sourceOf = Function.prototype.toString;
const NATIVE = '{ [native code] }';

function isPageFunction(value: unknown): boolean {
  return typeof value === 'function' && !sourceOf.call(value).endsWith(NATIVE);
}

export function withFate<T>(promise: Promise<T>, onHandled: () => void): Promise<T> {
  const { then } = Promise.prototype;
  const own = (name: string, value: unknown) =>
    Object.defineProperty(promise, name, { value, writable: true, configurable: true, enumerable: false });
  own('then', (onFulfilled: unknown, onRejected: unknown) => {
    if (isPageFunction(onRejected)) onHandled();
    const next: Promise<unknown> = Reflect.apply(then, promise, [onFulfilled, onRejected]);
    // A native continuation is the platform's own plumbing: nobody chains onto it by hand.
    return isPageFunction(onFulfilled) ? withFate(next, onHandled) : next;
  });
  own('catch', (onRejected: unknown) => {
    if (isPageFunction(onRejected)) onHandled();
    return Reflect.apply(then, promise, [undefined, onRejected]);
  });
  return promise;
}
