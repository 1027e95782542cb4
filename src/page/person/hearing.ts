/**
 * Who hears an event. In: an element with event types, or what listens. Out: whether anybody on the event's way listens; the
 * element a person sees of what listens.
 */
import { shadowHost } from '../scene/shadow-host.ts';
import type { Watch } from '../watch/watch-window.ts';

/** Whether any of some types is listened to on the way an event takes: element, ancestors, hosts, document, window. */
export function isHeard(element: Element, types: ReadonlySet<string>, watches: readonly Watch[]): boolean {
  if (![...types].some((type) => watches.some((watch) => watch.book.heard(type)))) return false;
  const window = element.ownerDocument.defaultView;
  const path: EventTarget[] = window ? [element.ownerDocument, window] : [element.ownerDocument];
  for (let at: Node | null = element; at; at = at.parentNode ?? shadowHost(at)) path.push(at);
  return path.some((target) => watches.some((watch) => watch.book.listens(target, types)));
}

/** The element itself; of a document or a window, its body. */
export function elementOf(target: EventTarget): Element | null {
  const node = target as Node;
  if (node.nodeType === 1) return node as Element;
  return node.nodeType === 9 ? (node as Document).body : ((target as Window).document?.body ?? null);
}
