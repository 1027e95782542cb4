import { describe, expect, test } from 'vitest';
import type { Facts, HostDrives, Observation, Verdict } from '../../../src/model.ts';
import { hasVerdict } from '../../../src/pipeline/judge.ts';
import {
  ACCEPTING,
  facts,
  finding,
  inHost,
  observation,
  press,
  quiet,
  REFUSING,
  request,
  saw,
  verdictOf,
  worlds,
} from '../../support/drives.ts';

const codes = (verdict: Verdict): string[] => verdict.evidence.map(({ code }) => code);

const told = worlds([saw(20, 'Not saved')], [saw(20, 'Saved')]);
const lost = worlds([saw(20, 'Saved')], [saw(20, 'Saved')], { reads: [] });
const ended = (code: HostDrives['end']['code'], host = 'cowork'): HostDrives =>
  inHost(host, [], { end: { code, detail: '' } });
const suspectFinding = finding({ consequence: 'checked' });

describe('clean', () => {
  test('a page that ran to its end and wrote nothing', () => {
    expect(verdictOf(facts([quiet()]))).toMatchObject({ label: 'clean', confidence: 'high', evidence: [] });
  });
  test('a remote write is recorded and not held against it', () => {
    const remote = request({
      endpoint: { method: 'POST', url: 'https://api.example.com/n', reach: 'remote' },
      answer: 'remote',
    });
    expect(verdictOf(facts([quiet({ requests: [remote] })])).label).toBe('clean');
  });
  test('a rejection at load is an observation, a throw is not', () => {
    const error = { at: 0, step: 0, message: 'x' } as const;
    expect(verdictOf(facts([quiet({ errors: [{ ...error, kind: 'rejection' }] })])).label).toBe('clean');
    expect(verdictOf(facts([quiet({ errors: [{ ...error, kind: 'script' }] })]))).toMatchObject({
      label: 'inconclusive',
      confidence: 'low',
    });
    expect(verdictOf(facts([quiet({ errors: [{ ...error, step: 1, kind: 'script' }] })])).label).toBe('clean');
  });
  test('a stubbed script is not missed, a missing one is', () => {
    const script = (status: 'stubbed' | 'missing') =>
      quiet({ scripts: [{ url: 'https://cdn.example.net/x.js', status }] });
    expect(verdictOf(facts([script('stubbed')])).label).toBe('clean');
    const verdict = verdictOf(facts([script('missing')]));
    expect(verdict.label).toBe('inconclusive');
    expect(verdict.evidence).toEqual([
      { code: 'script-missing', urls: ['https://cdn.example.net/x.js'], host: 'cowork' },
    ]);
  });
});

describe('a repaired page', () => {
  const repaired = (touched: boolean, over: Partial<Observation> = {}) =>
    inHost('cowork', [
      observation(REFUSING, {
        requests: [],
        errors: [{ at: 0, step: 0, kind: 'script', message: 'X is not defined' }],
      }),
      observation(REFUSING, { requests: [], repairs: [{ kind: 'undefined-global', name: 'X', touched }], ...over }),
    ]);
  test('is clean at low confidence only if the stand-in was given nothing', () => {
    expect(verdictOf(facts([repaired(false)]))).toMatchObject({ label: 'clean', confidence: 'low' });
    expect(verdictOf(facts([repaired(true)]))).toMatchObject({ label: 'inconclusive', confidence: 'low' });
  });
  test('may end lost, at low confidence, and says what was repaired', () => {
    const verdict = verdictOf(
      facts([repaired(true, { requests: [request({ reads: [] })], timeline: [saw(20, 'Saved')] })]),
    );
    expect(verdict).toMatchObject({ label: 'lost', confidence: 'low', repairs: [{ name: 'X' }] });
  });
  test('with a missing script is never clean', () => {
    const scripts = [{ url: '/app.js', status: 'missing' as const }];
    expect(verdictOf(facts([repaired(false, { scripts })])).label).toBe('inconclusive');
  });
});

describe('a drive that broke off', () => {
  test.each(['timed-out', 'out-of-memory', 'crashed', 'tampered', 'too-large', 'engine-unavailable'] as const)(
    '%s',
    (code) => {
      const verdict = verdictOf(facts([ended(code)]));
      expect(verdict).toMatchObject({ label: 'inconclusive', confidence: 'low' });
      expect(codes(verdict)).toEqual([code]);
    },
  );
  test('no drive at all, and no observation of a drive that says it completed', () => {
    expect(codes(verdictOf(facts([])))).toEqual(['engine-unavailable']);
    expect(codes(verdictOf(facts([ended('completed')])))).toEqual(['engine-unavailable']);
  });
  test('tripwires are never clean', () => {
    expect(verdictOf(facts([quiet({ tripwires: ['toString'] })])).label).toBe('inconclusive');
  });
  test('the source decides where it can: lost, low', () => {
    expect(verdictOf(facts([ended('timed-out')], [finding()]))).toMatchObject({ label: 'lost', confidence: 'low' });
  });
  test('with a candidate it outweighs suspect, without it does not', () => {
    expect(verdictOf(facts([told, ended('timed-out', 'cowork-live')], [suspectFinding])).label).toBe('inconclusive');
    expect(verdictOf(facts([told, ended('timed-out', 'cowork-live')])).label).toBe('suspect');
    expect(verdictOf(facts([lost, ended('timed-out', 'cowork-live')], [suspectFinding])).label).toBe('lost');
  });
});

describe('worst of the hosts', () => {
  test('each host keeps its own label', () => {
    const verdict = verdictOf(facts([told, { ...lost, host: 'cowork-live' }]));
    expect(verdict.hosts).toEqual([
      { host: 'cowork', label: 'suspect' },
      { host: 'cowork-live', label: 'lost' },
    ]);
    expect(verdict).toMatchObject({ label: 'lost', confidence: 'high' });
  });
  test('one write-back in two hosts is one row', () => {
    const at = (host: string, url: string) =>
      inHost(host, [observation(REFUSING, { requests: [request({ url, reads: [] })] })]);
    const verdict = verdictOf(
      facts([
        at('cowork', 'https://cowork.invalid/artifacts/api/n'),
        at('cowork-live', 'https://cowork-live.invalid/api/n'),
      ]),
    );
    expect(verdict.writeBacks).toHaveLength(1);
    expect(verdict.writeBacks[0]?.byHost).toEqual({ cowork: 'untold', 'cowork-live': 'untold' });
  });
});

describe('the source alone', () => {
  const generator = (each: Partial<Facts['scan']> = {}): Facts =>
    facts([], [], {
      driven: false,
      language: 'python',
      scan: { path: 'gen.py', candidates: 1, findings: [], failures: [], ...each },
    });
  test('a generator is lost or suspect at low confidence by its findings', () => {
    expect(verdictOf(generator({ findings: [finding()] }))).toMatchObject({
      label: 'lost',
      confidence: 'low',
      hosts: [],
    });
    expect(verdictOf(generator({ findings: [suspectFinding] }))).toMatchObject({ label: 'suspect', confidence: 'low' });
  });
  test('it is clean, low, when every candidate is explained', () => {
    const verdict = verdictOf(generator());
    expect(verdict).toMatchObject({ label: 'clean', confidence: 'low' });
    expect(codes(verdict)).toEqual(['not-driven']);
  });
  test('what could not be analysed outweighs a suspect', () => {
    const failure = { stage: 'parse', code: 'syntax', path: 'gen.py', detail: '', candidate: true } as const;
    expect(verdictOf(generator({ findings: [suspectFinding], failures: [failure] })).label).toBe('inconclusive');
    expect(verdictOf(generator({ failures: [{ ...failure, candidate: false }] })).label).toBe('clean');
  });
  test('without a candidate there is no verdict', () => {
    expect(hasVerdict(generator({ candidates: 0 }))).toBe(false);
    expect(hasVerdict(generator())).toBe(true);
    expect(hasVerdict(facts([quiet()]))).toBe(true);
  });
  test('a page driven to its end stays unclean while a sink is not analysed', () => {
    const failure = { stage: 'scan', code: 'unreached', path: 'artifact.html', detail: '', candidate: true } as const;
    const scan = { path: 'artifact.html', candidates: 1, findings: [], failures: [failure] };
    expect(verdictOf(facts([quiet()], [], { scan }))).toMatchObject({ label: 'inconclusive' });
    expect(verdictOf(facts([told], [], { scan })).label).toBe('suspect');
  });
});

describe('worlds', () => {
  test('a write seen only where others were accepted is suspect at most', () => {
    const second = request({
      id: 1,
      url: 'https://cowork.invalid/publish',
      step: 2,
      reads: [],
      site: { path: 'artifact.html', line: 20, column: 1 },
    });
    const drives = inHost('cowork', [
      observation(REFUSING, { timeline: [saw(20, 'Not saved')] }),
      observation(ACCEPTING, {
        timeline: [saw(20, 'Saved')],
        requests: [request(), second],
        actions: [press(), press(2, 'Publish')],
      }),
    ]);
    const verdict = verdictOf(facts([drives]));
    expect(verdict).toMatchObject({
      label: 'suspect',
      writeBacks: [{ outcome: 'told' }, { outcome: 'never-fired', seen: 'driven' }],
    });
    expect(codes(verdict)).toContain('needs-backend');
  });
  test('timelines that differ before the answer say so, at low confidence', () => {
    const verdict = verdictOf(facts([worlds([saw(0, 'a'), saw(20, 'Not saved')], [saw(0, 'b'), saw(20, 'Saved')])]));
    expect(verdict.confidence).toBe('low');
    expect(codes(verdict)).toContain('unstable');
  });
  test('one that is longer before the answer says so as well', () => {
    const verdict = verdictOf(
      facts([worlds([saw(0, 'a'), saw(5, 'b'), saw(20, 'Not saved')], [saw(0, 'a'), saw(20, 'Saved')])]),
    );
    expect(verdict.confidence).toBe('low');
    expect(codes(verdict)).toContain('unstable');
  });
  test('the world of one write-back wins over the world of all', () => {
    const publish = request({ id: 1, url: 'https://cowork.invalid/publish', step: 2, reads: [] });
    const actions = [press(), press(2, 'Publish', 'c')];
    const both = [request(), publish];
    const other = (text: string) => saw(20, text, { step: 2, where: 'p#n' });
    const refused = observation(REFUSING, {
      actions,
      requests: both,
      timeline: [saw(20, 'Not saved'), other('Published')],
    });
    const accepting = observation(ACCEPTING, {
      actions,
      requests: both,
      timeline: [saw(20, 'Saved'), other('Published')],
    });
    const verdict = verdictOf(facts([inHost('cowork', [refused, accepting])]));
    expect(verdict.writeBacks.map(({ endpoint, outcome }) => `${endpoint.url} ${outcome}`)).toEqual([
      '/publish untold',
      '/api/notes told',
    ]);
  });
});

test('the budget of actions is no excuse where the source holds a candidate', () => {
  const coverage = { controls: [], budgetSpent: true };
  expect(verdictOf(facts([quiet({ coverage })]))).toMatchObject({ label: 'clean', confidence: 'low' });
  const scan = { path: 'artifact.html', candidates: 1, findings: [], failures: [] };
  expect(verdictOf(facts([quiet({ coverage })], [], { scan })).label).toBe('inconclusive');
});

test('a suppressed write-back is shown and decides nothing', () => {
  const suppressions = [
    { path: 'artifact.html', line: 10, rule: 'artifact-write-back-lost', by: 'comment', reason: 'demo' },
  ] as const;
  const verdict = verdictOf(facts([lost], [finding()], { suppressions }));
  expect(verdict).toMatchObject({ label: 'clean', writeBacks: [{ label: 'lost', suppressed: { reason: 'demo' } }] });
  expect(
    verdictOf(
      facts([lost], [finding()], { suppressions: [{ ...suppressions[0], rule: 'artifact-write-back-suspect' }] }),
    ).label,
  ).toBe('lost');
});

test('a verdict replays from JSON', () => {
  const each = facts([told, { ...lost, host: 'cowork-live' }], [finding()]);
  expect(verdictOf(JSON.parse(JSON.stringify(each)) as Facts)).toEqual(verdictOf(each));
});

test('a host nobody registered is a bug, not a verdict', () => {
  expect(() => verdictOf(facts([ended('crashed', 'nowhere')]))).toThrow(/nowhere/);
});
