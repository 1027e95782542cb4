import { describe, expect, test } from 'vitest';
import type { ReplyFacts, WriteFacts } from '../../src/interpreter/decide.ts';
import { decide } from '../../src/interpreter/decide.ts';
import type { Effect, Write } from '../../src/interpreter/ledger.ts';
import { ENV, RESP } from '../../src/interpreter/values.ts';

const KEY = 'w';
let spots = 0;

function effect(text: string, more: Partial<Effect> = {}): Effect {
  spots += 1;
  const spot = { unit: 0, start: spots };
  return {
    kind: 'dom',
    name: 'msg.textContent',
    texts: [text],
    act: 'text',
    spot,
    awaited: new Set([KEY]),
    fired: new Set(),
    mask: 0,
    entry: 0,
    seq: spots,
    ofAnswer: false,
    ...more,
  };
}

function write(more: Partial<Write> = {}): Write {
  const spot = { unit: 0, start: 0 };
  const urls: Write['urls'] = [{ url: '/save', reach: 'own-origin', fromParameter: false }];
  return {
    key: KEY,
    primitive: 'fetch',
    channel: 'fetch',
    sink: spot,
    site: spot,
    urls,
    methods: new Set(['POST']),
    methodUnknown: false,
    receiverUnproved: false,
    noCors: false,
    mayBePrevented: false,
    masks: [0],
    occurrences: [],
    consulted: false,
    escaped: false,
    element: -1,
    ...more,
  };
}

const none: ReplyFacts = { after: [], before: [] };
const following = (...effects: Effect[]): ReplyFacts => ({ after: effects, before: [] });

function consequence(replies: Partial<WriteFacts['replies']>, more: Partial<WriteFacts> = {}): string {
  return decide({
    write: write(),
    key: KEY,
    replies: { ok: none, html: none, json: none, net: none, ...replies },
    consulted: false,
    escaped: false,
    labels: new Set(),
    ...more,
  }).consequence;
}

const saved = effect('Saved');
const failed = effect('Could not save');
const german = effect('Vermerkt');

describe('the decision table', () => {
  test.each([
    ['unproved-url', { write: write({ urls: [{ url: '{…}/save', reach: 'unresolved', fromParameter: false }] }) }],
    ['unproved-method', { write: write({ methods: new Set(), methodUnknown: true }) }],
    ['unproved-receiver', { write: write({ receiverUnproved: true }) }],
    ['unproved-guard', { write: write({ masks: [ENV, ENV] }) }],
    ['beacon', { write: write({ channel: 'beacon' }) }],
    ['no-answer', { write: write({ channel: 'socket' }) }],
    ['native-form', { write: write({ channel: 'form' }) }],
    ['escapes', { escaped: true }],
    ['checked-silent', { consulted: true }],
    ['unread-silent', {}],
  ] as const)('%s without any effect', (expected, more) => {
    expect(consequence({}, more)).toBe(expected);
  });

  test('one occurrence without a condition proves the write', () => {
    expect(consequence({ ok: following(saved), html: following(saved) }, { write: write({ masks: [ENV, 0] }) })).toBe(
      'claims-unread',
    );
  });

  test('a claim that recurs when refused is unread, an error beside it or not', () => {
    expect(consequence({ ok: following(saved), html: following(saved) })).toBe('claims-unread');
    expect(consequence({ ok: following(saved), html: following(failed, saved) })).toBe('claims-unread');
  });

  test('a state flag beside a shown error is checked', () => {
    const flag = effect('true', { kind: 'state', name: 'setSaved', act: 'change' });
    expect(consequence({ ok: following(flag), html: following(flag, failed) })).toBe('checked');
  });

  test('a claim that a field of the answer decides is none', () => {
    const gated = { ...saved, mask: RESP };
    expect(consequence({ ok: following(gated), html: following(gated) })).not.toBe('claims-unread');
  });

  test('a neutral text that follows the answer, but not a broken connection, acts as saved', () => {
    expect(consequence({ ok: following(german), html: following(german) })).toBe('acts-as-saved');
    expect(consequence({ ok: following(german), html: following(german), net: following(german) })).toBe(
      'unread-silent',
    );
    expect(consequence({ ok: following(german), html: following(german, failed) })).toBe('checked');
  });

  test('the old label of a control is no claim', () => {
    const label = effect('Abschicken');
    expect(consequence({ ok: following(label), html: following(label) }, { labels: new Set(['abschicken']) })).toBe(
      'unread-silent',
    );
  });

  test('a download that only refusal brings', () => {
    const download = effect('x.json', { kind: 'download', name: 'a.click', act: 'change' });
    expect(consequence({ net: following(download) })).toBe('download-fallback');
    expect(consequence({ ok: following(download), net: following(download) })).toBe('unread-silent');
  });

  test('a claim only a JSON refusal brings', () => {
    expect(consequence({ ok: following(saved), json: following(saved), html: following(failed) })).toBe(
      'implicit-check',
    );
  });

  test('another claim when refused', () => {
    expect(consequence({ ok: following(saved), html: following(effect('Saved on this device')) })).toBe('degraded');
  });

  test('a claim before the request', () => {
    expect(consequence({ html: { after: [], before: [saved] } })).toBe('optimistic');
    expect(consequence({ html: { after: [failed], before: [saved] } })).toBe('checked');
  });

  test('console output tells nobody', () => {
    const printed = effect('Saved', { kind: 'console', name: 'console.log' });
    expect(consequence({ ok: following(printed), html: following(printed) })).toBe('unread-silent');
  });
});
