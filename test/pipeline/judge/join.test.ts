import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementRef, Finding, Recorded } from '../../../src/model.ts';
import { findingsOf, matchesPattern } from '../../../src/pipeline/judge/join.ts';
import {
  facts,
  finding,
  inHost,
  observation,
  press,
  REFUSING,
  request,
  saw,
  verdictOf,
  worlds,
} from '../../support/drives.ts';

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
    ['/api/notes#a\nb', 'https://cowork.invalid/api/notes#top', true],
    ['../../api/notes', 'https://cowork.invalid/api/notes', true],
    ['.', 'https://cowork.invalid/artifacts/', true],
    ['.hidden', 'https://cowork.invalid/.hidden', true],
    ['.hidden', 'https://cowork.invalid/hidden', false],
    ['a.', 'https://cowork.invalid/a', false],
    ['/', 'https://cowork.invalid/', true],
    ['/', 'https://cowork.invalid/artifacts/', false],
    ['//localhost:3000/n', 'http://localhost:3000/n', true],
    ['//localhost:3000/{…}', 'http://localhost:3000/n', true],
    ['//localhost:3000/{…}', 'http://localhost:3001/n', false],
    ['HTTP://LocalHost:80', 'http://localhost/', true],
    ['/to/http://x.example/', 'https://cowork.invalid/to/http://x.example/', true],
    ['to/http://x.example/{…}', 'https://cowork.invalid/artifacts/to/http://x.example/1', true],
    ['//page.invalid/api/notes', 'https://cowork.invalid/api/notes', true],
    ['http://page.invalid/api/notes', 'https://cowork.invalid/api/notes', true],
    ['https://page.invalid', 'https://cowork.invalid/', true],
    ['https://page.invalid.example/n', 'https://cowork.invalid/n', false],
    ['/at/https://page.invalid/n', 'https://cowork.invalid/at/https://page.invalid/n', true],
    ['http://localhost:3000/n', 'http://localhost:3000/n', true],
    ['http://localhost:3000/{…}', 'http://127.0.0.1:3000/n', false],
    ['/items/{id}/{…}/x', 'https://cowork.invalid/items/7/8/x', true],
    ['/items/{id}/{…}/x', 'https://cowork.invalid/items/7x', false],
    ['notes', 'http://[', false],
    ['http://[', 'http://[', true],
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
  const seen = (reached: boolean, skipped?: 'hidden' | 'disabled' | 'budget', locked?: boolean) =>
    inHost('cowork', [
      observation(REFUSING, {
        requests: [],
        coverage: { controls: [{ on: element, name: 'Save', reached, skipped, locked }], budgetSpent: false },
      }),
    ]);
  test.each(['hidden', 'disabled'] as const)(
    '%s to the end, and nothing could change that: suspect at most',
    (skipped) => {
      expect(verdictOf(facts([seen(false, skipped)], [finding({ element })])).label).toBe('lost');
      expect(verdictOf(facts([seen(false, skipped, true)], [finding({ element })]))).toMatchObject({
        label: 'suspect',
        confidence: 'low',
      });
    },
  );
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

describe('a request with a call site', () => {
  const site = { path: 'artifact.html', line: 10, column: 7 };
  const elsewhere = { method: 'POST', url: '/api/other', reach: 'own-origin' } as const;
  const at = (line: number, column: number, sink: { line: number; column: number }, over: Partial<Finding> = {}) =>
    finding({ line, column, sink, ...over });
  const joined = (findings: readonly Finding[], over: Partial<Recorded> = {}): number[] =>
    findingsOf(findings, request({ site, ...over }), null).map((each) => findings.indexOf(each));

  test('is on the line of a finding, or of its sink, in the same file', () => {
    expect(joined([at(10, 7, { line: 3, column: 1 }), at(30, 1, { line: 10, column: 7 })])).toEqual([0, 1]);
    expect(joined([at(11, 7, { line: 12, column: 7 })])).toEqual([]);
    expect(joined([at(10, 7, site, { path: 'other.html' }), at(10, 7, site, { path: 'x/artifact.html' })])).toEqual([
      1,
    ]);
    expect(
      joined([at(10, 7, site, { path: 'artifact.html' })], { site: { ...site, path: 'x/artifact.html' } }),
    ).toEqual([0]);
    expect(joined([at(10, 7, site, { path: 'anartifact.html' })])).toEqual([]);
    expect(
      joined([at(10, 7, site, { path: 'artifact.html' })], { site: { ...site, path: 'anartifact.html' } }),
    ).toEqual([]);
  });
  test('is the nearest of those whose endpoint agrees, by the finding or by its sink', () => {
    expect(joined([at(10, 1, { line: 10, column: 1 }), at(10, 9, { line: 10, column: 9 })])).toEqual([1]);
    expect(joined([at(10, 40, { line: 10, column: 8 }), at(10, 9, { line: 10, column: 50 })])).toEqual([0]);
    expect(joined([at(10, 9, { line: 3, column: 7 }), at(10, 30, { line: 3, column: 7 })])).toEqual([0]);
    expect(
      joined([at(10, 7, site, { endpoint: elsewhere, alternatives: [] }), at(10, 90, { line: 10, column: 90 })]),
    ).toEqual([1]);
  });
  test('is the one exactly there where no endpoint agrees', () => {
    const other = { endpoint: elsewhere, alternatives: [] };
    expect(joined([at(10, 7, { line: 3, column: 1 }, other)])).toEqual([0]);
    expect(joined([at(30, 1, { line: 10, column: 7 }, other)])).toEqual([0]);
    expect(joined([at(10, 8, { line: 3, column: 7 }, other)])).toEqual([]);
    expect(joined([at(10, 8, { line: 10, column: 8 }, other)])).toEqual([]);
  });
  test('agrees with any endpoint the source allows, and with a method that only the page knows', () => {
    const near = { line: 10, column: 9 };
    expect(joined([at(10, 9, near, { endpoint: elsewhere, alternatives: [finding().endpoint] })])).toEqual([0]);
    const method = (text: string) =>
      at(10, 9, near, { endpoint: { ...finding().endpoint, method: text }, alternatives: [] });
    expect(joined([method('post')])).toEqual([0]);
    expect(joined([method('{…}'), method('X{…}'), method('{…}X')])).toEqual([0, 1, 2]);
    expect(joined([method('PUT')])).toEqual([]);
  });
});

describe('a request without a call site', () => {
  const joined = (findings: readonly Finding[], over: Partial<Recorded>, on?: ElementRef): number[] => {
    const action = on ? { ...press(), on } : null;
    return findingsOf(findings, request({ site: undefined, ...over }), action).map((each) => findings.indexOf(each));
  };
  const button = { tag: 'button', id: 'b' };

  test('is any finding of its endpoint, and of forms if it is one', () => {
    const form = finding({ channel: 'form' });
    const other = finding({ endpoint: { method: 'POST', url: '/x', reach: 'own-origin' }, alternatives: [] });
    expect(joined([finding(), form, other], {})).toEqual([0]);
    expect(joined([finding(), form, other], { channel: 'form' })).toEqual([1]);
  });
  test('is, for a form, never found by the place of a call', () => {
    const form = finding({ channel: 'form', line: 44, sink: { line: 44, column: 1 } });
    expect(joined([form], { channel: 'form', site: { path: 'artifact.html', line: 10, column: 7 } })).toEqual([0]);
  });
  test('is that of its element, or of the action, where one is known', () => {
    const [mine, nobodys, others] = [
      finding({ element: button }),
      finding(),
      finding({ element: { tag: 'button', id: 'c' } }),
    ];
    expect(joined([mine, nobodys, others], { element: button })).toEqual([0]);
    expect(joined([mine, nobodys, others], {}, button)).toEqual([0]);
    expect(joined([nobodys, others], {}, button)).toEqual([0]);
    expect(joined([mine, nobodys], {})).toEqual([0, 1]);
    expect(joined([finding({ element: { tag: 'form', id: 'f' } })], {}, button)).toEqual([0]);
  });
});
