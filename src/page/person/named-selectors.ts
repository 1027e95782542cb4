/**
 * The selectors that the code of delegating listeners names: `closest('.row')`, `matches('button')`. In: listeners.
 * Out: selectors, and the elements below a container that match. Reads source text, never runs it.
 */
import type { Heard, ListenerBook } from '../watch/listener-book.ts';

const SELECTOR = /(?:closest|matches|querySelectorAll)\(\s*(['"`])([^'"`\n$]{1,120})\1\s*\)/g;

export function sourceOf(callback: Heard): string {
  const called = typeof callback === 'function' ? callback : callback?.handleEvent;
  return typeof called === 'function' ? Function.prototype.toString.call(called) : '';
}

export function namedSelectors(book: ListenerBook, target: EventTarget, types: ReadonlySet<string>): string[] {
  const named = new Set<string>();
  for (const type of types)
    for (const callback of book.callbacks(target, type))
      for (const match of sourceOf(callback).matchAll(SELECTOR)) named.add(match[2]!);
  return [...named];
}

export function allMatching(top: Element, selectors: readonly string[]): Element[] {
  try {
    return [...top.querySelectorAll(selectors.join(','))];
  } catch {
    // What stood in the source was not a selector after all.
    return [];
  }
}
