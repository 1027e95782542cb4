/**
 * How jsdom is changed: the session that is told, and the way to put a method in front of another. In: nothing of jsdom.
 * Out: what the modules that change it share.
 */
import type { Session } from './session.ts';

export type Method = (...args: never[]) => unknown;
export type Members = Record<string, Method>;

/** The drive that is told; null between drives. */
export const told: { session: Session | null } = { session: null };

/** Replaces a method by one that is given the original. */
export function wrap<Self>(
  target: Members,
  name: string,
  body: (self: Self, original: () => unknown, args: readonly unknown[]) => unknown,
): void {
  const original = target[name] as Method;
  target[name] = function wrapped(this: Self, ...args: never[]) {
    return body(this, () => Reflect.apply(original, this, args), args);
  };
}
