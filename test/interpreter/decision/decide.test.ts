import { describe, expect, test } from 'vitest';
import type { Decision, ReplyFacts, WriteFacts } from '../../../src/interpreter/decision/decide.ts';
import { decide } from '../../../src/interpreter/decision/decide.ts';
import type { Effect, Write } from '../../../src/interpreter/ledger/ledger.ts';
import { ENV, RESP } from '../../../src/interpreter/values/values.ts';

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

function decision(replies: Partial<WriteFacts['replies']>, more: Partial<WriteFacts> = {}): Decision {
  return decide({
    write: write(),
    key: KEY,
    replies: { ok: none, html: none, json: none, net: none, ...replies },
    consulted: false,
    escaped: false,
    labels: new Set(),
    ...more,
  });
}

function consequence(replies: Partial<WriteFacts['replies']>, more: Partial<WriteFacts> = {}): string {
  return decision(replies, more).consequence;
}

const saved = effect('Saved');
const failed = effect('Could not save');
const german = effect('Zu den Akten');

/** The same statement with other texts, or another part in it. */
function again(of: Effect, texts: readonly string[], more: Partial<Effect> = {}): Effect {
  return { ...of, texts, ...more };
}

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

describe('what the write itself settles', () => {
  const urls = (...reaches: ('own-origin' | 'loopback' | 'remote' | 'unresolved')[]): Write['urls'] =>
    reaches.map((reach, at) => ({ url: `/${at}`, reach, fromParameter: false }));

  test('one local address among others makes it local, loopback as well', () => {
    expect(consequence({}, { write: write({ urls: urls('remote', 'own-origin') }) })).toBe('unread-silent');
    expect(consequence({}, { write: write({ urls: urls('loopback') }) })).toBe('unread-silent');
    expect(consequence({}, { write: write({ urls: urls('remote', 'unresolved') }) })).toBe('unproved-url');
  });

  test('a method is unproved where none that is known writes', () => {
    const methods = (...known: string[]) => ({ write: write({ methods: new Set(known), methodUnknown: true }) });
    expect(consequence({}, methods('GET'))).toBe('unproved-method');
    expect(consequence({}, methods('HEAD'))).toBe('unproved-method');
    expect(consequence({}, methods('GET', 'PUT'))).toBe('unread-silent');
  });

  test('no-cors hides the answer of another origin, not of the own', () => {
    expect(consequence({}, { write: write({ noCors: true, urls: urls('own-origin', 'loopback') }) })).toBe('no-answer');
    expect(consequence({}, { write: write({ noCors: true }) })).toBe('unread-silent');
    expect(consequence({}, { write: write({ urls: urls('loopback') }) })).toBe('unread-silent');
  });

  test('a form whose handler may prevent it is lost only perhaps', () => {
    expect(consequence({}, { write: write({ channel: 'form', mayBePrevented: true }) })).toBe('native-form-maybe');
  });
});

describe('a claim', () => {
  const flag = effect('true', { kind: 'state', name: 'setSaved', act: 'change' });

  test('in words proves more than a state flag', () => {
    const both = following(flag, saved);
    expect(decision({ ok: both, html: both })).toEqual({ consequence: 'claims-unread', proof: saved });
    const flagOnly = following(flag);
    expect(decision({ ok: flagOnly, html: flagOnly })).toEqual({ consequence: 'claims-unread', proof: flag });
    expect(consequence({ ok: both, html: following(flag, saved, failed) })).toBe('claims-unread');
  });

  test('that recurs when refused under a condition the answer decides is no implicit check either', () => {
    const gated = again(saved, ['Saved'], { mask: RESP });
    expect(consequence({ ok: following(saved), html: following(gated), json: following(saved) })).toBe('unread-silent');
  });

  test('only a JSON refusal brings is the proof of an implicit check, if the answer does not decide it', () => {
    const decided = { ok: following(saved), json: following(saved) };
    expect(decision(decided)).toEqual({ consequence: 'implicit-check', proof: saved });
    expect(consequence({ ok: following(saved), json: following(failed, saved) })).toBe('implicit-check');
    const gated = again(saved, ['Saved'], { mask: RESP });
    expect(consequence({ ok: following(saved), json: following(gated) })).toBe('unread-silent');
    expect(consequence({ json: following(saved) })).toBe('unread-silent');
  });

  test('of another statement degrades, if the answer does not decide it', () => {
    const local = effect('Saved on this device');
    expect(decision({ html: following(local) })).toEqual({ consequence: 'degraded', proof: local });
    expect(consequence({ html: following(again(local, local.texts, { mask: RESP })) })).toBe('checked');
  });

  test('before the request is optimistic unless the refusal shows something; the last one proves it', () => {
    const ahead = (...effects: Effect[]): ReplyFacts => ({ after: [], before: effects });
    const later = effect('Stored');
    expect(decision({ html: ahead(saved, german, later, german) })).toEqual({
      consequence: 'optimistic',
      proof: later,
    });
    expect(consequence({ html: ahead(german) })).toBe('unread-silent');
    expect(consequence({ html: ahead(again(saved, saved.texts, { mask: RESP })) })).toBe('unread-silent');
    expect(consequence({ html: { after: [german], before: [saved] } })).toBe('checked');
    expect(consequence({ ok: following(failed), html: { after: [failed], before: [saved] } })).toBe('checked');
  });
});

describe('a claim that may speak of something else', () => {
  const failed = effect('Could not save');
  const beside = (claim: Effect) =>
    consequence({ ok: following(claim), html: following(claim, failed), json: none, net: none });
  const drawn = (text: string, more: Partial<Effect> = {}) => effect(text, { name: 'list.innerHTML', ...more });

  test('does not hold beside a failure: a class, a name in code, markup drawn anew with parts that are open', () => {
    expect(beside(effect('saved', { act: 'style' }))).toBe('checked');
    expect(beside(effect('saved', { kind: 'state' }))).toBe('checked');
    expect(beside(drawn('<li>… saved</li>'))).toBe('checked');
    expect(beside(drawn('… saved', { isDrawn: true }))).toBe('checked');
  });

  test('holds where nothing in it is open, where it is no markup, and where one of its texts is neither', () => {
    expect(beside(drawn('<li>Saved</li>'))).toBe('claims-unread');
    expect(beside(drawn('Saved', { isDrawn: true }))).toBe('claims-unread');
    expect(beside(drawn('… saved'))).toBe('claims-unread');
    expect(beside(again(drawn(''), ['<li>… saved</li>', 'Saved']))).toBe('claims-unread');
  });

  test('gives way to one that speaks of nothing else', () => {
    const [open, plain] = [drawn('<li>… saved</li>'), effect('Saved')];
    const both = following(open, plain);
    expect(decision({ ok: both, html: following(open, plain, failed) })).toEqual({
      consequence: 'claims-unread',
      proof: plain,
    });
  });
});

describe('an act that would pass for success', () => {
  const recurs = (ok: Effect, html: Effect, more: Partial<WriteFacts> = {}): Decision =>
    decision({ ok: following(ok), html: following(html) }, more);
  const closing = effect('', { name: 'editor.remove', texts: [], act: 'change' });

  test('counts though it has no words', () => {
    expect(recurs(closing, closing)).toEqual({ consequence: 'acts-as-saved', proof: closing });
  });

  test('is the same where one of its texts is, or where both show what the answer held', () => {
    expect(recurs(again(german, ['Zu den Akten', 'Abgelegt']), again(german, ['Abgelegt'])).consequence).toBe(
      'acts-as-saved',
    );
    const held = (text: string, ofAnswer = true) => again(german, [text], { ofAnswer });
    expect(recurs(held('7'), held('8')).consequence).toBe('acts-as-saved');
    expect(recurs(held('7'), held('8', false)).consequence).toBe('unread-silent');
    expect(recurs(held('7', false), held('8')).consequence).toBe('unread-silent');
  });

  test('is none where as much is seen when the connection is cut', () => {
    const acted = again(german, ['Abgelegt', 'Zu den Akten']);
    const cut = (net: Effect, act = acted): string =>
      consequence({ ok: following(act), html: following(act), net: following(net) });
    expect(cut(acted)).toBe('unread-silent');
    expect(cut(again(german, ['Abgelegt']))).toBe('unread-silent');
    expect(cut(again(german, [...acted.texts, 'Verbunden']))).toBe('unread-silent');
    expect(cut(again(german, ['Neu'], { act: 'change' }))).toBe('unread-silent');
    expect(cut(again(german, ['Abgelegt', 'Neu']))).toBe('acts-as-saved');
    expect(cut(again(german, ['Neu']))).toBe('acts-as-saved');
    const held = (text: string, ofAnswer: boolean) => again(german, [text], { ofAnswer });
    expect(cut(held('7', true), held('8', true))).toBe('unread-silent');
    expect(cut(held('7', false), held('8', true))).toBe('acts-as-saved');
    expect(cut(held('7', true), held('8', false))).toBe('acts-as-saved');
  });

  test('has to wait for this write, under acceptance', () => {
    const other = again(german, german.texts, { awaited: new Set(['other']) });
    expect(recurs(other, other).consequence).toBe('unread-silent');
    expect(consequence({ html: following(other) })).toBe('unread-silent');
    expect(consequence({ ok: following(other), json: following(other) })).toBe('unread-silent');
  });

  test('is none where it may only put a label back, in either world', () => {
    const labels = { labels: new Set(['abschicken']) };
    expect(recurs(again(german, ['Zu den Akten', 'Abschicken']), german, labels).consequence).toBe('unread-silent');
    expect(recurs(german, again(german, ['Zu den Akten', 'Abschicken']), labels).consequence).toBe('unread-silent');
    expect(consequence({ ok: following(again(german, ['Abschicken'])), json: following(german) }, labels)).toBe(
      'unread-silent',
    );
  });

  test('is none beside a failure, even one that acceptance shows as well', () => {
    const both = following(german, failed);
    expect(decision({ ok: both, html: both })).toEqual({ consequence: 'checked', proof: failed });
  });

  test('is none where the refusal shows something of its own', () => {
    const own = effect('Notiz bleibt hier');
    expect(decision({ ok: following(german), html: following(german, own) })).toEqual({
      consequence: 'checked',
      proof: own,
    });
  });

  test('that only a JSON refusal lets happen is an implicit check, unless that shows a failure', () => {
    const ok = following(german);
    expect(decision({ ok, json: following(german) })).toEqual({ consequence: 'implicit-check', proof: german });
    expect(consequence({ ok, json: following(german, failed) })).toBe('checked');
    expect(consequence({ ok, json: following(again(german, german.texts, { mask: RESP })) })).toBe('unread-silent');
    expect(consequence({ json: following(german) })).toBe('unread-silent');
    const undecided = again(german, german.texts, { mask: RESP });
    expect(consequence({ ok, html: following(undecided), json: following(german) })).toBe('unread-silent');
  });
});

describe('something that only the refusal shows', () => {
  const own = effect('Notiz bleibt hier');
  const onlyRefused = (...effects: Effect[]): string => consequence({ html: following(...effects) });

  test('means that the answer was checked, whatever its words', () => {
    expect(onlyRefused(own)).toBe('checked');
    expect(onlyRefused(again(own, own.texts, { name: '' }))).toBe('checked');
  });

  test('has to wait for this write, to be seen, and to say more than that it is under way', () => {
    expect(onlyRefused(again(own, own.texts, { awaited: new Set(['other']) }))).toBe('unread-silent');
    expect(onlyRefused(again(own, own.texts, { kind: 'console' }))).toBe('unread-silent');
    expect(onlyRefused(again(own, own.texts, { act: 'hide' }))).toBe('unread-silent');
    expect(onlyRefused(again(own, ['Saving…']))).toBe('unread-silent');
    expect(onlyRefused(again(own, ['Saving…']), own)).toBe('checked');
  });

  test('may be another page, not the same one opened again', () => {
    const reload = effect('', { kind: 'nav', name: '', act: 'change' });
    expect(onlyRefused(reload)).toBe('unread-silent');
    expect(onlyRefused(again(reload, [], { name: 'location.href' }))).toBe('checked');
  });

  test('may be another text at the same place', () => {
    const instead = (ok: Effect, html: Effect): string => consequence({ ok: following(ok), html: following(html) });
    expect(instead(again(own, ['Notiz abgelegt']), own)).toBe('checked');
    expect(instead(again(own, [...own.texts, 'Notiz abgelegt']), again(own, [...own.texts, 'Notiz da']))).toBe(
      'acts-as-saved',
    );
    expect(instead(again(own, ['7'], { ofAnswer: true }), own)).toBe('unread-silent');
    expect(instead(again(own, ['7']), again(own, ['8'], { ofAnswer: true }))).toBe('unread-silent');
    expect(instead(again(own, ['a'], { act: 'change' }), again(own, ['b'], { act: 'change' }))).toBe('unread-silent');
    expect(instead(own, again(own, []))).toBe('unread-silent');
    expect(consequence({ ok: following(again(own, ['Notiz abgelegt']), own), html: following(own) })).not.toBe(
      'checked',
    );
  });

  test('a failure is the better proof, that of an HTML page first', () => {
    const late = effect('Upload failed');
    expect(decision({ html: following(own, failed), json: following(late) }).proof).toBe(failed);
    expect(decision({ html: following(own), json: following(late) }).proof).toBe(late);
    expect(decision({ json: following(late) })).toEqual({ consequence: 'checked', proof: late });
  });
});
