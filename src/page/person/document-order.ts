/** Compares two elements by where a person meets them, through shadow roots and frames. */
import { shadowHost } from '../scene/shadow-host.ts';

const FOLLOWING = 4;

export function comesBefore(first: Element, second: Element): boolean {
  const firstPath = hosts(first);
  const secondPath = hosts(second);
  for (let depth = 0; depth < Math.min(firstPath.length, secondPath.length); depth++) {
    const one = firstPath[depth]!;
    const other = secondPath[depth]!;
    if (one !== other) return (one.compareDocumentPosition(other) & FOLLOWING) !== 0;
  }
  return firstPath.length <= secondPath.length;
}

/** The element itself last; before it the shadow hosts and frames that hold it, outermost first. */
function hosts(element: Element): Element[] {
  const path = [element];
  for (;;) {
    const root = path[0]!.getRootNode();
    const host = shadowHost(root) ?? (root as Document).defaultView?.frameElement ?? null;
    if (!host) return path;
    path.unshift(host);
  }
}
