/**
 * Which write-backs are one: same method, endpoint and channel, caused by the same kind of action on the same control.
 * In: a recorded request and the actions of its drive. Out: a key. Requests that differ only in one path segment, and
 * whose controls have the same tag, class and name, are put under one key with `*` for that segment.
 */
import { isWriteMethod } from './endpoint.ts';
import type { Action, Recorded } from './model.ts';

/** A write by its channel or method, wherever it goes. */
export function isWrite({ channel, endpoint: { method } }: Pick<Recorded, 'channel' | 'endpoint'>): boolean {
  if (channel === 'beacon') return true;
  if (channel === 'socket') return method === 'POST';
  return ['fetch', 'xhr', 'form'].includes(channel) && isWriteMethod(method);
}

/** A write to the page's own origin or to this machine. */
export function isLocalWriteBack(request: Recorded): boolean {
  const { reach } = request.endpoint;
  return (reach === 'own-origin' || reach === 'loopback') && isWrite(request);
}

/** A local request that only reads: its refusal may change the page as well. */
export function isLocalRead(request: Recorded): boolean {
  const { reach } = request.endpoint;
  if (reach !== 'own-origin' && reach !== 'loopback') return false;
  return ['fetch', 'xhr', 'event-source', 'socket'].includes(request.channel) && !isLocalWriteBack(request);
}

/** The key of one request: JSON of its parts, the path as segments. Names of query parameters count, values do not. */
export function writeBackKey(
  request: Pick<Recorded, 'channel' | 'endpoint' | 'step'>,
  actions: readonly Action[],
): string {
  return keyUnder(
    request,
    actions.find((one) => one.step === request.step),
  );
}

/** The same for the action that caused the request, where one did. */
export function keyUnder(request: Pick<Recorded, 'channel' | 'endpoint'>, action: Action | undefined): string {
  const { method, url } = request.endpoint;
  const parsed = URL.parse(url);
  const path = parsed ? [parsed.origin, ...parsed.pathname.split('/').slice(1)] : [url];
  const query = parsed ? [...new Set(parsed.searchParams.keys())].sort() : [];
  const on = action?.on;
  return JSON.stringify([
    request.channel,
    method,
    path,
    query,
    action?.kind ?? 'load',
    on?.tag ?? '',
    on?.className ?? '',
    on?.name ?? '',
    action?.name ?? '',
  ]);
}

/** Whether a key of a request falls under a key that may hold `*` for path segments. */
export function keyCovers(key: string, exact: string): boolean {
  if (key === exact) return true;
  // Most keys hold none, and need not be taken apart.
  if (!key.includes('"*"')) return false;
  const [a, b] = [JSON.parse(key), JSON.parse(exact)] as [unknown[], unknown[]];
  const [path, other] = [a[2], b[2]] as [string[], string[]];
  if (path.length !== other.length) return false;
  if (!path.every((segment, i) => segment === '*' || segment === other[i])) return false;
  return JSON.stringify([...a.slice(0, 2), ...a.slice(3)]) === JSON.stringify([...b.slice(0, 2), ...b.slice(3)]);
}

/**
 * The keys of all local write-backs of a drive, in order of first appearance, those that may share one merged.
 * Two requests of one action are never merged: each may be told of in its own way.
 */
export function writeBackKeys(requests: readonly Recorded[], actions: readonly Action[]): string[] {
  const causes = new Map(actions.map((action) => [action.step, action]));
  const stepsOf = new Map<string, Set<number>>();
  for (const request of requests.filter(isLocalWriteBack)) {
    const key = keyUnder(request, causes.get(request.step));
    stepsOf.set(key, (stepsOf.get(key) ?? new Set()).add(request.step));
  }
  const shapes = new Map<string, Shape>();
  for (const [key, steps] of stepsOf) {
    for (const name of shapesOf(key)) {
      const shape = shapes.get(name) ?? { keys: 0, made: 0, steps: new Set() };
      for (const step of steps) shape.steps.add(step);
      shapes.set(name, { ...shape, keys: shape.keys + 1, made: shape.made + steps.size });
    }
  }
  const merged = [...stepsOf.keys()].map(
    (key) => shapesOf(key).find((name) => isShared(shapes.get(name) as Shape)) ?? key,
  );
  return [...new Set(merged)];
}

/** What the keys of one shape have in common: how many there are, how often they were made, and in which steps. */
interface Shape {
  readonly keys: number;
  readonly made: number;
  readonly steps: Set<number>;
}

function isShared({ keys, made, steps }: Shape): boolean {
  return keys > 1 && steps.size === made;
}

/** The key with each path segment after the origin replaced by `*` in turn. */
function shapesOf(key: string): string[] {
  const parts = JSON.parse(key) as unknown[];
  const path = parts[2] as string[];
  return [...path.keys()].slice(1).map((star) => {
    const shape = path.map((segment, at) => (at === star ? '*' : segment));
    return JSON.stringify([...parts.slice(0, 2), shape, ...parts.slice(3)]);
  });
}
