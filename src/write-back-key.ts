/**
 * Which write-backs are one: same method, endpoint and channel, caused by the same kind of action on the same control.
 * In: a recorded request and the actions of its drive. Out: a key. Requests that differ only in one path segment, and
 * whose controls have the same tag, class and name, are put under one key with `*` for that segment.
 */
import { isWriteMethod } from './endpoint.ts';
import type { Action, Recorded } from './model.ts';

/** Own-origin or loopback, and a write by its channel or method. */
export function isLocalWriteBack(request: Recorded): boolean {
  const { reach, method } = request.endpoint;
  if (reach !== 'own-origin' && reach !== 'loopback') return false;
  if (request.channel === 'beacon') return true;
  if (request.channel === 'socket') return method === 'POST';
  return ['fetch', 'xhr', 'form'].includes(request.channel) && isWriteMethod(method);
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
  const { method, url } = request.endpoint;
  const action = actions.find((one) => one.step === request.step);
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
  const firstStep = new Map<string, number>();
  for (const request of requests.filter(isLocalWriteBack)) {
    const key = writeBackKey(request, actions);
    if (!firstStep.has(key)) firstStep.set(key, request.step);
  }
  const stepsByShape = new Map<string, number[]>();
  for (const [key, step] of firstStep)
    for (const shape of shapesOf(key)) stepsByShape.set(shape, [...(stepsByShape.get(shape) ?? []), step]);
  const merged = new Set<string>();
  for (const key of firstStep.keys()) {
    const shared = shapesOf(key).find((shape) => {
      const steps = stepsByShape.get(shape) ?? [];
      return steps.length > 1 && new Set(steps).size === steps.length;
    });
    merged.add(shared ?? key);
  }
  return [...merged];
}

/** The key with each path segment after the origin replaced by `*` in turn. */
function shapesOf(key: string): string[] {
  const parts = JSON.parse(key) as unknown[];
  const path = parts[2] as string[];
  return path.slice(1).map((_, i) => {
    const shape = path.map((segment, at) => (at === i + 1 ? '*' : segment));
    return JSON.stringify([...parts.slice(0, 2), shape, ...parts.slice(3)]);
  });
}
