import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Facts, Verdict } from '../../src/model.ts';
import { judge } from '../../src/pipeline/judge.ts';
import { matchesPattern } from '../../src/pipeline/judge-join.ts';
import { hosts, signals } from '../../src/registry.ts';
import { facts, finding, inHost, observation, REFUSING, request, saw, worlds } from '../support/drives.ts';

const verdictOf = (each: Facts): Verdict => judge(each, { hosts, signals });
const told = [[saw(20, 'Not saved')], [saw(20, 'Saved')]] as const;

describe('matchesPattern', () => {
  test.each([
    ['/api/notes', 'https://cowork.invalid/api/notes', true],
    ['api/notes', 'https://cowork.invalid/artifacts/api/notes', true],
    ['./api/notes?x=1#top', 'https://cowork.invalid/artifacts/api/notes?x=1', true],
    ['https://page.invalid/api/notes', 'https://cowork.invalid/api/notes', true],
    ['/items/{…}', 'https://cowork.invalid/items/7', true],
    ['/items/{…}/notes', 'https://cowork.invalid/items/7/notes', true],
    ['{…}/save', 'https://cowork.invalid/x/save', true],
    ['http://localhost:3000/{…}', 'http://localhost:3000/n', true],
    ['', 'https://cowork.invalid/artifacts/artifact.html', true],
    ['/items/{…}', 'https://cowork.invalid/notes/7', false],
    ['/api/notes', 'https://cowork.invalid/api/notes/7', false],
    ['/notes', 'https://cowork.invalid/mynotes', false],
    ['http://localhost:3000/n', 'http://localhost:3001/n', false],
    ['/a{…}a', 'https://cowork.invalid/a', false],
  ])('%j is %j: %j', (pattern, url, expected) => {
    expect(matchesPattern(pattern, url)).toBe(expected);
  });

  test('a pattern made by cutting holes into a URL matches it', () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(segment, fc.boolean()), { minLength: 1, maxLength: 6 }), (parts) => {
        const pattern = parts.map(([text, hole]) => `/${hole ? '{…}' : text}`).join('');
        return matchesPattern(pattern, `https://cowork.invalid${parts.map(([text]) => `/${text}`).join('')}`);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the call site', () => {
  test('joins, and the drive beats the source, with both on record', () => {
    const verdict = verdictOf(facts([worlds(...told)], [finding()]));
    expect(verdict).toMatchObject({
      label: 'suspect',
      confidence: 'high',
      writeBacks: [{ seen: 'both', outcome: 'told', consequence: 'claims-unread' }],
    });
    expect(verdict.evidence).toContainEqual({
      code: 'source-disagrees',
      consequence: 'claims-unread',
      outcome: 'told',
      writeBack: 0,
    });
  });
  test('may differ by columns within a line where the endpoint agrees', () => {
    expect(
      verdictOf(facts([worlds(...told)], [finding({ column: 1, sink: { line: 10, column: 1 } })])).writeBacks,
    ).toHaveLength(1);
  });
  test('of a wrapper is told apart by the endpoint', () => {
    const sink = { line: 10, column: 7 };
    const notes = finding({ line: 30, sink });
    const other = { method: 'POST', url: '/api/other', reach: 'own-origin' } as const;
    const rest = finding({ line: 31, sink, endpoint: other, alternatives: [other] });
    const verdict = verdictOf(facts([worlds(...told)], [notes, rest]));
    expect(verdict.writeBacks.map(({ seen, source }) => `${seen} ${source?.line}`)).toEqual(['source 31', 'both 30']);
  });
  test('on another line is another write, though the endpoint is the same: never fired, lost, low', () => {
    const verdict = verdictOf(
      facts([worlds(...told)], [finding(), finding({ line: 44, sink: { line: 44, column: 7 } })]),
    );
    expect(verdict).toMatchObject({ label: 'lost', confidence: 'low' });
    expect(verdict.writeBacks.map(({ outcome, seen }) => `${outcome} ${seen}`)).toEqual([
      'never-fired source',
      'told both',
    ]);
  });
});

describe('a native form', () => {
  const form = { tag: 'form', id: 'f' } as const;
  const endpoint = { method: 'POST', url: '/send', reach: 'own-origin' } as const;
  const native = finding({
    channel: 'form',
    primitive: 'form',
    consequence: 'native-form',
    endpoint,
    alternatives: [endpoint],
    element: form,
  });
  const sent = {
    channel: 'form',
    url: 'https://cowork.invalid/send',
    site: undefined,
    answeredAt: null,
    reads: [],
  } as const;
  test('joins by endpoint and element', () => {
    expect(
      verdictOf(facts([worlds([], [], { ...sent, endpoint: { ...endpoint, url: sent.url }, element: form })], [native]))
        .writeBacks,
    ).toMatchObject([{ seen: 'both', outcome: 'departed' }]);
  });
  test('of another element does not', () => {
    const other = { tag: 'form', id: 'g' } as const;
    const verdict = verdictOf(
      facts([worlds([], [], { ...sent, endpoint: { ...endpoint, url: sent.url }, element: other })], [native]),
    );
    expect(verdict.writeBacks.map(({ seen }) => seen).sort()).toEqual(['driven', 'source']);
  });
  test('that was submitted and sent nothing is suspect at most', () => {
    const sent = (tried: boolean) => {
      const controls = [{ on: { tag: 'button' }, name: 'Send', reached: true, sends: { form, tried } }];
      const coverage = { controls, budgetSpent: false };
      return verdictOf(facts([inHost('cowork', [observation(REFUSING, { requests: [], coverage })])], [native]));
    };
    expect(sent(true).label).toBe('suspect');
    expect(sent(true).evidence.map(({ code }) => code)).toContain('ran-without-writing');
    expect(sent(false).label).toBe('lost');
  });
});

describe('a control no person could use', () => {
  const element = { tag: 'button', id: 'b' } as const;
  const seen = (reached: boolean, skipped?: 'hidden' | 'disabled' | 'budget') =>
    inHost('cowork', [
      observation(REFUSING, {
        requests: [],
        coverage: { controls: [{ on: element, name: 'Save', reached, skipped }], budgetSpent: false },
      }),
    ]);
  test.each(['hidden', 'disabled'] as const)('%s to the end: suspect at most', (skipped) => {
    expect(verdictOf(facts([seen(false, skipped)], [finding({ element })]))).toMatchObject({
      label: 'suspect',
      confidence: 'low',
    });
  });
  test('a control that was reached, or skipped for want of time, excuses nothing', () => {
    expect(verdictOf(facts([seen(true)], [finding({ element })])).label).toBe('lost');
    expect(verdictOf(facts([seen(false, 'budget')], [finding({ element })])).label).toBe('lost');
  });
});

test('a call that went to a remote address, while the source allows a local one, depends on the host', () => {
  const remote = { method: 'POST', url: 'https://api.example.com/api/notes', reach: 'remote' } as const;
  const local = finding({ alternatives: [finding().endpoint, remote] });
  const drives = inHost('cowork', [
    observation(REFUSING, { requests: [request({ endpoint: remote, answer: 'remote' })] }),
  ]);
  const verdict = verdictOf(facts([drives], [local]));
  expect(verdict).toMatchObject({ label: 'suspect', writeBacks: [{ outcome: 'never-fired' }] });
  expect(verdict.evidence.map(({ code }) => code)).toContain('host-dependent');
});
