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

describe('a local write-back', () => {
  const made = (channel: Recorded['channel'], method: string, reach: Recorded['endpoint']['reach'] = 'own-origin') =>
    request(1, 'https://h/a', { channel, endpoint: { method, url: 'https://h/a', reach } });

  it.each([
    ['fetch', 'PUT', true],
    ['xhr', 'POST', true],
    ['form', 'POST', true],
    ['beacon', 'POST', true],
    ['beacon', 'GET', true],
    ['socket', 'POST', true],
    ['fetch', 'GET', false],
    ['socket', 'GET', false],
    ['image', 'POST', false],
  ] as const)('by %s %s: %s, to the own origin and to loopback', (channel, method, writes) => {
    expect(isLocalWriteBack(made(channel, method))).toBe(writes);
    expect(isLocalWriteBack(made(channel, method, 'loopback'))).toBe(writes);
    expect(isLocalWriteBack(made(channel, method, 'remote'))).toBe(false);
    expect(isLocalWriteBack(made(channel, method, 'unresolved'))).toBe(false);
  });

  it.each([
    ['fetch', 'GET', true],
    ['xhr', 'GET', true],
    ['event-source', 'GET', true],
    ['socket', 'GET', true],
    ['fetch', 'POST', false],
    ['socket', 'POST', false],
    ['image', 'GET', false],
    ['storage', 'GET', false],
  ] as const)('a read by %s %s: %s', (channel, method, reads) => {
    expect(isLocalRead(made(channel, method))).toBe(reads);
    expect(isLocalRead(made(channel, method, 'loopback'))).toBe(reads);
    expect(isLocalRead(made(channel, method, 'remote'))).toBe(false);
  });
});

describe('the parts of a key', () => {
  const parts = (url: string, actions: readonly Action[] = []): unknown =>
    JSON.parse(writeBackKey(request(1, url), actions));

  it('are the request, its path in segments, names of parameters, and the control', () => {
    const control = { tag: 'button', className: 'del', name: 'b' };
    expect(parts('https://h/rows/1?b=1&a=2&b=3#x', [{ ...action(1, 'remove'), on: control }])).toEqual([
      'fetch',
      'DELETE',
      ['https://h', 'rows', '1'],
      ['a', 'b'],
      'pointer',
      'button',
      'del',
      'b',
      'remove',
    ]);
  });

  it('stay empty where no action caused the request, nor its URL parses', () => {
    expect(parts('http://[')).toEqual(['fetch', 'DELETE', ['http://['], [], 'load', '', '', '', '']);
    expect(parts('http://[', [action(2, 'later')])).toEqual(parts('http://['));
    expect(parts('https://h/a', [{ ...action(1, ''), on: { tag: 'p' } }])).toEqual([
      'fetch',
      'DELETE',
      ['https://h', 'a'],
      [],
      'pointer',
      'p',
      '',
      '',
      '',
    ]);
  });
});

describe('a shared key', () => {
  const actions = [action(1, 'remove'), action(2, 'remove'), action(3, 'other')];
  const key = (step: number, url: string): string => writeBackKey(request(step, url), actions);
  const shared = (): string =>
    writeBackKeys([request(1, 'https://h/rows/1/x'), request(2, 'https://h/rows/2/x')], actions)[0] ?? '';

  it('covers any segment in place of the star', () => {
    expect(keyCovers(shared(), key(1, 'https://h/rows/9/x'))).toBe(true);
    expect(keyCovers(key(1, 'https://h/rows/1/x'), key(1, 'https://h/rows/1/x'))).toBe(true);
  });

  it('covers no other segment, no other length, no other control, and no other method', () => {
    expect(keyCovers(shared(), key(1, 'https://h/rows/9/y'))).toBe(false);
    expect(keyCovers(shared(), key(1, 'https://h/cols/9/x'))).toBe(false);
    expect(keyCovers(shared(), key(1, 'https://h/rows/9'))).toBe(false);
    expect(keyCovers(shared(), key(1, 'https://h/rows/9/x/y'))).toBe(false);
    expect(keyCovers(shared(), key(3, 'https://h/rows/9/x'))).toBe(false);
    const put = request(1, 'https://h/rows/9/x', { channel: 'xhr' });
    expect(keyCovers(shared(), writeBackKey(put, actions))).toBe(false);
  });

  it('is never one of two origins', () => {
    expect(writeBackKeys([request(1, 'https://h/x'), request(2, 'https://g/x')], actions)).toHaveLength(2);
  });

  it('is never one of two requests of one action, even if that action is not the first to make one of them', () => {
    const both = [request(1, 'https://h/rows/1'), request(2, 'https://h/rows/1'), request(2, 'https://h/rows/2')];
    expect(writeBackKeys(both, actions)).toHaveLength(2);
  });

  it('takes no reads, and a request that one action makes twice counts once', () => {
    const get = { endpoint: { method: 'GET', url: 'https://h/rows/1', reach: 'own-origin' } } as const;
    expect(writeBackKeys([request(1, 'https://h/rows/1', get)], actions)).toEqual([]);
    const twice = [request(1, 'https://h/rows/1'), request(1, 'https://h/rows/1'), request(2, 'https://h/rows/2')];
    expect(writeBackKeys(twice, actions)).toHaveLength(1);
  });

  it('is the exact one where nothing is shared', () => {
    expect(writeBackKeys([request(1, 'https://h/rows/1')], actions)).toEqual([key(1, 'https://h/rows/1')]);
  });
});
