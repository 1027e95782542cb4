import { describe, expect, it } from 'vitest';
import type { Action, Recorded } from '../src/model.ts';
import { isLocalRead, isLocalWriteBack, keyCovers, writeBackKey, writeBackKeys } from '../src/write-back-key.ts';

const action = (step: number, name: string, className = 'del'): Action => ({
  step,
  kind: 'pointer',
  on: { tag: 'button', className },
  name,
  at: step * 100,
});

const request = (step: number, url: string, over: Partial<Recorded> = {}): Recorded => ({
  id: step,
  channel: 'fetch',
  endpoint: { method: 'DELETE', url, reach: 'own-origin' },
  step,
  at: step * 100,
  answeredAt: null,
  answer: 'refused',
  status: 404,
  body: '',
  carries: [],
  reads: [],
  missingFields: [],
  wantsArray: false,
  ...over,
});

describe('write-back keys', () => {
  it('shares one key among rows that differ in one path segment and have like controls', () => {
    const actions = [action(1, 'remove'), action(2, 'remove')];
    const requests = [request(1, 'https://h/rows/1'), request(2, 'https://h/rows/2')];
    const keys = writeBackKeys(requests, actions);
    expect(keys).toHaveLength(1);
    for (const one of requests) expect(keyCovers(keys[0] ?? '', writeBackKey(one, actions))).toBe(true);
  });

  it('keeps apart what differs in control, method, channel or more than one segment', () => {
    const actions = [action(1, 'remove'), action(2, 'publish'), action(3, 'remove', 'other')];
    expect(
      writeBackKeys(
        [request(1, 'https://h/rows/1'), request(2, 'https://h/rows/2'), request(3, 'https://h/rows/3')],
        actions,
      ),
    ).toHaveLength(3);
    const same = [action(1, 'remove'), action(2, 'remove')];
    expect(writeBackKeys([request(1, 'https://h/a/1'), request(2, 'https://h/b/2')], same)).toHaveLength(2);
    const put = { endpoint: { method: 'PUT', url: 'https://h/rows/2', reach: 'own-origin' } } as const;
    expect(writeBackKeys([request(1, 'https://h/rows/1'), request(2, 'https://h/rows/2', put)], same)).toHaveLength(2);
  });

  it('never merges two requests of one action', () => {
    expect(writeBackKeys([request(1, 'https://h/a'), request(1, 'https://h/b')], [action(1, 'save')])).toHaveLength(2);
  });

  it('ignores query values, and counts the names', () => {
    const actions = [action(1, 'x')];
    const [a, b, c] = ['?at=1', '?at=2', '?by=2'].map((query) =>
      writeBackKey(request(1, `https://h/s${query}`), actions),
    );
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });

  it('tells local writes from reads and from remote writes', () => {
    expect(isLocalWriteBack(request(1, 'https://h/a'))).toBe(true);
    const read = request(1, 'https://h/a', { endpoint: { method: 'GET', url: 'https://h/a', reach: 'own-origin' } });
    expect([isLocalWriteBack(read), isLocalRead(read)]).toEqual([false, true]);
    const remote = { endpoint: { method: 'POST', url: 'https://r/', reach: 'remote' } } as const;
    expect(isLocalWriteBack(request(1, 'https://r/', remote))).toBe(false);
    expect(isLocalWriteBack(request(1, 'https://h/a', { channel: 'storage' }))).toBe(false);
  });
});
