import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../src/contracts.ts';
import { cowork } from '../../src/hosts/cowork.ts';
import type { Perceived, Recorded } from '../../src/model.ts';
import { downloadFallback } from '../../src/signals/download-fallback.ts';
import { keptLocally } from '../../src/signals/kept-locally.ts';
import { nativeDeparture } from '../../src/signals/native-departure.ts';
import { noAnswer } from '../../src/signals/no-answer.ts';
import { notUnlocked } from '../../src/signals/not-unlocked.ts';
import { unreadResponse } from '../../src/signals/unread-response.ts';
import { comparison } from '../support/comparisons.ts';
import { observation, REFUSING, request, saw } from '../support/drives.ts';

test('a native form departs where the host lets it navigate', () => {
  const form = request({ channel: 'form' });
  const read = (over: Partial<Comparison>) => nativeDeparture.read(comparison(over));
  expect(read({ inRefused: [form] })).toEqual({ code: 'native-departure', url: form.endpoint.url, at: 1000 });
  expect(read({ inRefused: [request()] })).toBeNull();
  expect(read({ inRefused: [form], host: { ...cowork, forms: 'blocked' } })).toBeNull();
});

test('a download is a fallback after the refusal of its own write, in a host that delivers none', () => {
  const file = saw(20, 'note.txt', { kind: 'download' });
  const read = (over: Partial<Comparison>) =>
    downloadFallback.read(comparison({ onlyRefused: [file], shownRefused: [file], ...over }));
  expect(read({})).toEqual({ code: 'download-fallback', file: 'note.txt', at: 1020 });
  expect(read({ shownRefused: [] })).toBeNull();
  expect(read({ onlyRefused: [] })).toBeNull();
  expect(read({ host: { ...cowork, downloads: 'delivered' } })).toBeNull();
  const text = saw(20, 'note.txt');
  expect(read({ onlyRefused: [text], shownRefused: [text] })).toBeNull();
});

describe('no answer', () => {
  const read = (over: Parameters<typeof request>[0]) =>
    noAnswer.read(comparison({ inRefused: [request(), request(over)] }));
  const loopback = { method: 'POST', url: 'http://localhost/n', reach: 'loopback' } as const;
  test('comes to a beacon, a socket, and a no-cors fetch of another origin', () => {
    expect(read({ channel: 'beacon' })).toEqual({ code: 'no-answer', channel: 'beacon', at: 1000 });
    expect(read({ channel: 'socket' })).toMatchObject({ channel: 'socket' });
    expect(read({ mode: 'no-cors', endpoint: loopback })).toMatchObject({ channel: 'fetch' });
  });
  test('but to any other', () => {
    expect(read({ mode: 'no-cors' })).toBeNull();
    expect(read({ mode: 'cors', endpoint: loopback })).toBeNull();
    expect(read({ channel: 'xhr', mode: 'no-cors', endpoint: loopback })).toBeNull();
    expect(read({ channel: 'form' })).toBeNull();
  });
});

test('a body that was read in either world may have held what the page missed', () => {
  const body = request({ reads: ['ok', 'body'], missingFields: ['id', 'ok'] });
  const read = (over: Partial<Comparison>) => notUnlocked.read(comparison(over));
  expect(read({ inRefused: [body, request({ missingFields: ['id'] })] })).toEqual({
    code: 'not-unlocked',
    missing: ['id', 'ok'],
  });
  expect(read({ inAccepted: [body] })).toMatchObject({ missing: ['id', 'ok'] });
  expect(read({})).toBeNull();
  const saved = saw(20, 'Saved');
  expect(read({ inAccepted: [body], shownRefused: [saved], claims: [saved] })).toBeNull();
  expect(read({ inAccepted: [request({ reads: ['body'], looked: false })] })).toBeNull();
  expect(read({ inAccepted: [request({ reads: ['body'], looked: true })] })).not.toBeNull();
  expect(read({ inRefused: [body], onlyAccepted: [saw(20, 'Saved')] })).toBeNull();
});

test('an answer that was looked at may have been another, where all the page says after it is that it failed', () => {
  const read = (shownRefused: Perceived[], over: Partial<Comparison> = {}) =>
    notUnlocked.read(comparison({ inRefused: [request({ reads: ['status'] })], shownRefused, ...over }));
  const failed = saw(20, 'Not saved');
  expect(read([saw(20, 'Hm'), failed])).toEqual({ code: 'not-unlocked', missing: [], told: 'Not saved', at: 1020 });
  expect(read([failed, saw(20, 'Saved')])).toBeNull();
  expect(read([saw(20, 'Hm')])).toBeNull();
  expect(read([saw(20, 'class=error', { kind: 'style' })])).toBeNull();
  expect(read([failed], { stoodRefused: [] })).toBeNull();
  for (const what of ['ok', 'headers', 'body'] as const)
    expect(read([failed], { inRefused: [request({ reads: [what] })] })).toMatchObject({ told: 'Not saved' });
  const unread = { inRefused: [request({ reads: ['fate'] })], inAccepted: [request({ reads: [] })] };
  expect(read([failed], unread)).toBeNull();
});

describe('a response is unread', () => {
  const unread = request({ reads: [] });
  const read = (inRefused: Recorded[], inAccepted: Recorded[] = []) =>
    unreadResponse.read(comparison({ inRefused, inAccepted }));
  test('where no request of either world looked at it', () => {
    expect(read([unread])).toEqual({ code: 'unread-response', channel: 'fetch' });
    expect(read([], [request({ reads: [], channel: 'xhr' })])).toEqual({ code: 'unread-response', channel: 'xhr' });
    expect(read([unread, request()])).toBeNull();
    expect(read([unread], [request()])).toBeNull();
    expect(read([request({ reads: [], channel: 'xhr' }), request({ channel: 'xhr' })])).toBeNull();
  });
  test('and that settles no outcome', () => {
    expect(unreadResponse).toMatchObject({ code: 'unread-response' });
    expect(unreadResponse.settles).toBeUndefined();
  });
  test('only on a channel that has one', () => {
    expect(read([request({ reads: [], channel: 'beacon' })])).toBeNull();
    expect(read([unread, request({ channel: 'form' })])).toEqual({ code: 'unread-response', channel: 'fetch' });
    expect(read([request({ channel: 'form', reads: [] }), unread])).toEqual({
      code: 'unread-response',
      channel: 'fetch',
    });
    expect(read([])).toBeNull();
  });
});

describe('kept locally', () => {
  const keeper = (over: Parameters<typeof request>[0] = {}): Recorded =>
    request({ id: 9, channel: 'storage', method: 'setItem', url: 'localStorage:n', at: 1020, answer: 'none', ...over });
  const here = saw(20, 'Kept on this device');
  const read = (kept: Recorded[], over: Partial<Comparison> = {}, timeline: Perceived[] = []) =>
    keptLocally.read(
      comparison({
        refused: observation(REFUSING, { requests: [request(), ...kept], timeline }),
        onlyRefused: [here],
        shownRefused: [here],
        ...over,
      }),
    );

  test('is in storage that survives, in a cookie, on the clipboard, or in a file that is delivered', () => {
    expect(read([keeper()])).toEqual({ code: 'kept-locally', in: 'storage', told: 'Kept on this device', at: 1020 });
    expect(read([keeper({ channel: 'cookie' })])).toMatchObject({ in: 'cookie' });
    expect(read([keeper({ channel: 'clipboard' })])).toMatchObject({ in: 'clipboard' });
    expect(read([keeper({ channel: 'download' })])).toBeNull();
    expect(read([keeper({ channel: 'download' })], { host: { ...cowork, downloads: 'delivered' } })).toMatchObject({
      in: 'download',
    });
    expect(read([keeper({ channel: 'post-message' })])).toBeNull();
    for (const channel of ['storage', 'cookie'] as const)
      expect(read([keeper({ channel })], { host: { ...cowork, storage: 'gone-on-reload' } })).toBeNull();
    expect(read([])).toBeNull();
  });
  test('is not what is read, removed or cleared', () => {
    for (const method of ['removeItem', 'CLEAR', 'delete', 'getItem']) expect(read([keeper({ method })])).toBeNull();
    expect(read([keeper({ method: 'set-cleared' })])).not.toBeNull();
  });
  test('carries what the write carried, or, where that carried nothing, comes with it or later', () => {
    const inRefused = [request({ carries: ['note', 'title'] })];
    expect(read([keeper({ carries: ['theme', 'title'] })], { inRefused })).not.toBeNull();
    expect(read([keeper({ carries: ['theme'] })], { inRefused })).toBeNull();
    const bare = [request({ carries: [], at: 1500 }), request({ carries: [], at: 1000 })];
    const at = (moment: number) => read([keeper({ at: moment, carries: [] })], { inRefused: bare });
    expect([at(999), at(1000) !== null, at(1200) !== null]).toEqual([null, true, true]);
  });
  test('is told of by a text that names the device, in the refusing world, with the write or before its answer', () => {
    const silent = { onlyRefused: [], shownRefused: [] };
    expect(read([keeper()], silent)).toBeNull();
    for (const key of ['onlyRefused', 'shownRefused', 'putUp'] as const)
      expect(read([keeper()], { ...silent, [key]: [saw(5, 'Hi'), here] })).not.toBeNull();
    expect(
      read([keeper()], { ...silent, shownRefused: [saw(20, 'class=on this device', { kind: 'style' })] }),
    ).toBeNull();
  });
  test('is told of by any text but a failure, where keeping is the answer to the refusal', () => {
    const told = (text: string, kept = keeper(), over: Partial<Comparison> = {}) => {
      const entry = saw(20, text);
      return read([kept], {
        onlyRefused: [saw(20, 'class=a', { kind: 'style' }), entry],
        shownRefused: [entry],
        ...over,
      });
    };
    expect(told('Noted')).toMatchObject({ told: 'Noted' });
    expect(told('Save failed')).toBeNull();
    expect(told('Noted', keeper({ at: 1019 }))).toBeNull();
    expect(told('Noted', keeper({ step: 2, at: 2000 }))).toBeNull();
    expect(told('Noted', keeper(), { onlyRefused: [] })).toBeNull();
    const open = [request({ answeredAt: null, at: 1010 }), request({ answeredAt: 1500 })];
    expect(told('Noted', keeper({ at: 1010 }), { inRefused: open })).not.toBeNull();
    expect(told('Noted', keeper({ at: 1009 }), { inRefused: open })).toBeNull();
    const first = keeper({ at: 1010 });
    expect(read([first, keeper()], { onlyRefused: [saw(20, 'Noted')], shownRefused: [] })).not.toBeNull();
  });
  test('is told of, where the channel has no answer, by a claim that went with the keeping', () => {
    const silent = { onlyRefused: [], shownRefused: [], inRefused: [request({ channel: 'beacon', step: 2 })] };
    const kept = keeper({ at: 1000 });
    const beside = (entry: Perceived, over: Partial<Comparison> = {}) => read([kept], { ...silent, ...over }, [entry]);
    expect(beside(saw(0, 'Draft stored'))).toMatchObject({ told: 'Draft stored' });
    expect(beside(here)).toMatchObject({ told: 'Kept on this device' });
    expect(beside(saw(0, 'Hello'))).toBeNull();
    expect(beside(saw(0, 'stored', { kind: 'style' }))).toBeNull();
    expect(beside(saw(0, 'Draft stored', { step: 2 }))).toBeNull();
    const socket = request({ channel: 'socket', step: 2 });
    expect(beside(saw(0, 'Draft stored'), { inRefused: [socket] })).not.toBeNull();
    expect(beside(saw(0, 'Draft stored'), { inRefused: [socket, request({ step: 2 })] })).toBeNull();
  });
});
