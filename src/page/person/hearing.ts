/** Whether any of some event types is listened to on the way an event takes: element, ancestors, hosts, document, window. */

import { shadowHost } from '../scene/shadow-host.ts';
import type { Watch } from '../watch/watch-window.ts';

export function isHeard(element: Element, types: ReadonlySet<string>, watches: readonly Watch[]): boolean {
  if (![...types].some((type) => watches.some((watch) => watch.book.heard(type)))) return false;
  const window = element.ownerDocument.defaultView;
  const path: EventTarget[] = window ? [element.ownerDocument, window] : [element.ownerDocument];
  for (let at: Node | null = element; at; at = at.parentNode ?? shadowHost(at)) path.push(at);
  return path.some((target) => watches.some((watch) => watch.book.listens(target, types)));
}
