/**
 * Puts our classes and functions where the platform would have them. In: an object, names and values. Out: properties
 * as WebIDL defines them (writable, configurable, methods not enumerable on the global).
 */

export function define(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    // Bundling renames what shares its name with a global.
    if (typeof value === 'function' && value.name !== name && Object.hasOwn(value, 'name'))
      Object.defineProperty(value, 'name', { value: name, configurable: true });
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

/** Properties that are only read. */
export function defineGetters(target: object, members: Readonly<Record<string, () => unknown>>): void {
  for (const [name, get] of Object.entries(members))
    Object.defineProperty(target, name, { get, set: undefined, configurable: true, enumerable: true });
}

interface Accessor {
  get(this: never): unknown;
  set?(this: never, value: unknown): void;
}

/** Properties that a page may set as well. */
export function defineAccessors(target: object, members: Readonly<Record<string, Accessor>>): void {
  for (const [name, { get, set }] of Object.entries(members))
    Object.defineProperty(target, name, { get, set, configurable: true, enumerable: true } as PropertyDescriptor);
}

/** Installs a class under its platform name, whatever the bundle calls it. */
export function defineInterface(
  window: object,
  name: string,
  implementation: abstract new (...args: never[]) => unknown,
) {
  Object.defineProperty(implementation, 'name', { value: name, configurable: true });
  Object.defineProperty(implementation.prototype, Symbol.toStringTag, { value: name, configurable: true });
  define(window, { [name]: implementation });
}

/** `onload` and its like as accessors of a class: a function set there is called in the order it was first set. */
export function defineEventHandlers(implementation: { prototype: EventTarget }, types: readonly string[]): void {
  const handlers = new WeakMap<EventTarget, Map<string, unknown>>();
  for (const type of types)
    Object.defineProperty(implementation.prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get(this: EventTarget) {
        return handlers.get(this)?.get(type) ?? null;
      },
      set(this: EventTarget, value: unknown) {
        let own = handlers.get(this);
        if (!own) {
          own = new Map();
          handlers.set(this, own);
        }
        if (!own.has(type))
          this.addEventListener(type, (event) => {
            const handler = own.get(type);
            if (typeof handler === 'function') handler.call(this, event);
          });
        own.set(type, typeof value === 'function' ? value : null);
      },
    });
}
