import { describe, expect, test } from 'vitest';
import type {
  ElementRef,
  Evidence,
  Facts,
  Failure,
  Finding,
  HostDrives,
  Observation,
  Perceived,
  Recorded,
  Verdict,
} from '../../../src/model.ts';
import { hasVerdict } from '../../../src/pipeline/judge.ts';
import { writeBackKey } from '../../../src/write-back-key.ts';
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

const evidenceOf = (verdict: Verdict, code: string): Evidence[] =>
  verdict.evidence.filter((each) => each.code === code);
const told = (over: Partial<Recorded> = {}): HostDrives => worlds([saw(20, 'Not saved')], [saw(20, 'Saved')], over);
const failure = (over: Partial<Failure> = {}): Failure => ({
  stage: 'parse',
  code: 'syntax',
  path: 'artifact.html',
  line: 4,
  detail: '',
  candidate: true,
  ...over,
});
const scan = (failures: readonly Failure[], findings: readonly Finding[] = []): Facts['scan'] => ({
  path: 'artifact.html',
  candidates: failures.length + findings.length,
  findings,
  failures,
});

describe('a source that is not driven', () => {
  const still = (over: Partial<Facts['scan']> = {}): Facts =>
    facts([], [], { driven: false, scan: { path: 'a', candidates: 0, findings: [], failures: [], ...over } });
  test('gets a verdict for a finding or a failure, whatever was counted', () => {
    expect(hasVerdict(still())).toBe(false);
    expect(hasVerdict(still({ findings: [finding()] }))).toBe(true);
    expect(hasVerdict(still({ failures: [failure({ candidate: false })] }))).toBe(true);
  });
  test('was not driven, in its language, and nothing was missing for that', () => {
    expect(verdictOf(still()).evidence).toEqual([{ code: 'not-driven', language: 'html' }]);
    expect(verdictOf(still())).toMatchObject({ label: 'clean', confidence: 'low', trace: [], repairs: [], drives: 0 });
  });
});

describe('an artifact no drive was made of', () => {
  test('is inconclusive, before a suspect if the source holds a candidate', () => {
    const verdict = verdictOf(facts([]));
    expect(verdict).toMatchObject({ label: 'inconclusive', confidence: 'low', hosts: [] });
    expect(verdict.evidence).toEqual([{ code: 'engine-unavailable', detail: 'no drive' }]);
    expect(verdictOf(facts([], [finding({ consequence: 'checked' })])).label).toBe('inconclusive');
    expect(verdictOf(facts([], [finding()])).label).toBe('lost');
  });
});

describe('what a verdict tells of its drives', () => {
  test('how many, what the person did, and what had to be repaired', () => {
    const repairs = [{ kind: 'undefined-global', name: 'X', touched: false }] as const;
    const plain = observation(REFUSING, { requests: [] });
    const repaired = observation(REFUSING, { repairs, actions: [press()] });
    const verdict = verdictOf(facts([inHost('cowork', [plain, repaired]), { ...quiet(), host: 'cowork-live' }]));
    expect(verdict).toMatchObject({ drives: 3, repairs, trace: [press()] });
    expect(verdictOf(facts([quiet()]))).toMatchObject({ drives: 1, repairs: [] });
    expect(verdictOf(facts([quiet()])).trace).toHaveLength(2);
    expect(verdictOf(facts([inHost('cowork', [])])).trace).toEqual([]);
  });
  test('a repaired page is judged at low confidence, also where only acceptance lets it write', () => {
    const repairs = [{ kind: 'placeholder', name: '__DATA__', touched: true }] as const;
    const drives = inHost('cowork', [
      observation(REFUSING, { requests: [], repairs }),
      observation(ACCEPTING, { repairs }),
    ]);
    expect(verdictOf(facts([drives])).writeBacks).toMatchObject([{ outcome: 'never-fired', confidence: 'low' }]);
    const wrote = inHost('cowork', [observation(REFUSING, { repairs, requests: [request({ reads: [] })] })]);
    expect(verdictOf(facts([wrote])).writeBacks).toMatchObject([{ outcome: 'untold', confidence: 'low' }]);
  });
  test('a throw at load is on record beside what fired, and excuses nothing', () => {
    const errors = [{ at: 0, step: 0, kind: 'script', message: 'X' }] as const;
    const verdict = verdictOf(
      facts([inHost('cowork', [observation(REFUSING, { errors, requests: [request({ reads: [] })] })])]),
    );
    expect(verdict).toMatchObject({ label: 'lost', confidence: 'high' });
    expect(verdict.evidence).toContainEqual({ code: 'script-threw', message: 'X', host: 'cowork' });
    expect(evidenceOf(verdictOf(facts([quiet({ errors })])), 'script-threw')).toHaveLength(1);
    expect(evidenceOf(verdictOf(facts([told()])), 'script-threw')).toEqual([]);
  });
  test('a missing script is no doubt where something fired: the finding beside it is judged by what it did', () => {
    const scripts = [{ url: 'https://cdn.invalid/x.js', status: 'missing' }] as const;
    const drives = inHost('cowork', [
      observation(REFUSING, { scripts, timeline: [saw(20, 'Not saved')] }),
      observation(ACCEPTING, { scripts, timeline: [saw(20, 'Saved')] }),
    ]);
    const verdict = verdictOf(facts([drives], [finding()]));
    expect(verdict.label).toBe('suspect');
    expect(evidenceOf(verdict, 'script-missing')).toEqual([]);
  });
  test('a write-back that stays undecided outweighs one that is suspect', () => {
    const actions = [press(), press(2, 'Other', 'c')];
    const other = request({
      id: 1,
      step: 2,
      url: 'https://cowork.invalid/other',
      site: { path: 'artifact.html', line: 99, column: 1 },
    });
    const drives = inHost('cowork', [
      observation(REFUSING, { actions, requests: [request(), other], timeline: [saw(20, 'Not saved')] }),
      observation(ACCEPTING, { actions, requests: [request()], timeline: [saw(20, 'Saved')] }),
    ]);
    const verdict = verdictOf(facts([drives]));
    expect(verdict.writeBacks.map(({ outcome, label }) => `${outcome} ${label}`).toSorted()).toEqual([
      'told suspect',
      'undecided inconclusive',
    ]);
    expect(verdict).toMatchObject({ label: 'inconclusive', confidence: 'low' });
  });
  test('a task that ended behind a finished drive left a world out; one that broke off says so once', () => {
    const end = { code: 'timed-out', detail: '10 s' } as const;
    const verdict = verdictOf(facts([{ ...told(), end }]));
    expect(evidenceOf(verdict, 'world-timed-out')).toEqual([
      { code: 'world-timed-out', end: 'timed-out', detail: '10 s', host: 'cowork' },
    ]);
    const cut = verdictOf(facts([{ ...quiet({ end }), end }]));
    expect(cut.evidence).toEqual([{ code: 'timed-out', detail: '10 s', host: 'cowork' }]);
  });
  test('a page that never ran out of controls says how far it was followed', () => {
    const coverage = { controls: [], budgetSpent: true };
    expect(verdictOf(facts([quiet({ coverage })])).evidence).toEqual([
      { code: 'budget-spent', actions: 2, host: 'cowork' },
    ]);
    const fired = inHost('cowork', [observation(REFUSING, { coverage, requests: [request({ reads: [] })] })]);
    const own = { path: 'artifact.html', candidates: 2, findings: [], failures: [] };
    expect(verdictOf(facts([fired], [], { scan: own }))).toMatchObject({ label: 'lost' });
    const one = { ...told(), observations: told().observations.map((each) => ({ ...each, coverage })) };
    expect(verdictOf(facts([one], [], { scan: own }))).toMatchObject({ label: 'suspect', confidence: 'high' });
  });
});

describe('controls that were in reach and left alone', () => {
  type Control = Observation['coverage']['controls'][number];
  const control = (over: Partial<Control>): Control => ({
    on: { tag: 'button', id: 'b' },
    name: 'Undo',
    reached: false,
    ...over,
  });
  const left = (...controls: Control[]): Evidence[] =>
    evidenceOf(verdictOf(facts([quiet({ coverage: { controls, budgetSpent: false } })])), 'left-alone');

  test('are named: beyond the cap of those alike, or gone too soon', () => {
    expect(left(control({ skipped: 'budget' }), control({ skipped: 'fleeting', name: '' }))).toEqual([
      { code: 'left-alone', controls: ['Undo', 'button#b'], of: 2, host: 'cowork' },
    ]);
  });
  test('are not those that were used, or that nobody could have used', () => {
    expect(
      left(
        control({ reached: true }),
        control({ skipped: 'hidden', locked: true }),
        control({ skipped: 'disabled', locked: true }),
      ),
    ).toEqual([]);
  });
  test('are counted beyond the ten that are named', () => {
    const [evidence] = left(...Array.from({ length: 12 }, () => control({ skipped: 'budget' })));
    expect(evidence).toMatchObject({ of: 12 });
    expect(evidence?.controls).toHaveLength(10);
  });
});

describe('more write-backs than there are worlds for', () => {
  const many = (count: number, own: number): Verdict => {
    const requests = Array.from({ length: count }, (_, id) =>
      request({
        id,
        url: `https://cowork.invalid/${id}/x${id}`,
        reads: [],
        site: { path: 'artifact.html', line: id + 1, column: 1 },
      }),
    );
    const alone = requests
      .slice(0, own)
      .map((each) => observation({ kind: 'refusing-but-for-one', key: writeBackKey(each, [press()]) }, { requests }));
    return verdictOf(
      facts([inHost('cowork', [observation(REFUSING, { requests }), observation(ACCEPTING, { requests }), ...alone])]),
    );
  };
  test('are said to be', () => {
    expect(evidenceOf(many(13, 12), 'world-cap')).toEqual([
      { code: 'world-cap', writeBacks: 13, worlds: 12, host: 'cowork' },
    ]);
    expect(evidenceOf(many(12, 12), 'world-cap')).toEqual([]);
    expect(evidenceOf(many(13, 11), 'world-cap')).toEqual([]);
  });
});

test('write-backs beyond the perceptions the judge looks through are undecided, and say so', {
  timeout: 60_000,
}, () => {
  const made = (id: number, step: number) =>
    request({ id, step, url: `https://cowork.invalid/${id}`, reads: [], site: undefined });
  const requests = [made(0, 1), { ...made(0, 1), id: 9 }, made(1, 2), made(2, 3)];
  const actions = [press(), press(2, 'B', 'c'), press(3, 'C', 'd')];
  const timeline = [...Array.from({ length: 200_000 }, () => saw(1, 'x')), saw(1, 'x', { step: 2 })];
  const verdict = verdictOf(facts([inHost('cowork', [observation(REFUSING, { requests, actions, timeline })])]));
  expect(verdict.writeBacks.map(({ outcome, label, confidence }) => `${outcome} ${label} ${confidence}`)).toEqual([
    'untold lost high',
    'undecided inconclusive low',
    'undecided inconclusive low',
  ]);
  expect(evidenceOf(verdict, 'judge-cap')[0]).toEqual({
    code: 'judge-cap',
    entries: 200_000,
    host: 'cowork',
    writeBack: 1,
  });
});

describe('a write-back that only acceptance brings about', () => {
  const second = request({
    id: 1,
    url: 'https://cowork.invalid/publish',
    step: 2,
    site: { path: 'artifact.html', line: 20, column: 1 },
    carries: ['a'],
  });
  const bring = (...made: Recorded[]): Verdict => {
    const actions = [press(), press(2, 'Publish')];
    return verdictOf(
      facts([
        inHost('cowork', [
          observation(REFUSING, { actions, timeline: [saw(20, 'Not saved')] }),
          observation(ACCEPTING, { actions, timeline: [saw(20, 'Saved')], requests: [request(), ...made] }),
          observation({ kind: 'accepting', unlocked: ['id'] }, { actions, requests: [request(), ...made] }),
        ]),
      ]),
    );
  };
  test('is listed once, with all it carries', () => {
    const verdict = bring(second, { ...second, id: 2, carries: ['b', 'a'] });
    expect(verdict.writeBacks.map(({ outcome }) => outcome)).toEqual(['told', 'never-fired']);
    expect(verdict.writeBacks[1]).toMatchObject({ confidence: 'high', carries: ['a', 'b'] });
    expect(evidenceOf(verdict, 'needs-backend')).toEqual([
      { code: 'needs-backend', world: 'accepting', host: 'cowork', writeBack: 1 },
    ]);
  });
  test('is none where only its control has another name than under refusal', () => {
    expect(bring({ ...request(), id: 1, step: 2 }).writeBacks).toHaveLength(1);
    const unplaced = { ...request({ site: undefined, element: { tag: 'button', selector: '#x' } }), id: 1, step: 2 };
    expect(bring(unplaced).writeBacks).toHaveLength(2);
    expect(bring(unplaced, { ...unplaced, id: 2, element: { tag: 'a', selector: '#y' } }).writeBacks).toHaveLength(2);
    expect(bring({ ...unplaced, element: undefined }).writeBacks).toHaveLength(2);
  });
});

describe('what could not be analysed', () => {
  test('is on record where it may hold a write', () => {
    const verdict = verdictOf(facts([quiet()], [], { scan: scan([failure(), failure({ candidate: false })]) }));
    expect(verdict.evidence).toEqual([{ code: 'not-analysed', stage: 'parse', line: 4 }]);
    expect(verdict).toMatchObject({ label: 'inconclusive', confidence: 'low' });
    expect(verdictOf(facts([inHost('cowork', [])], [], { scan: scan([failure()]) })).label).toBe('inconclusive');
  });
  test('outweighs a suspect where the drive broke off', () => {
    const end = { code: 'timed-out', detail: '' } as const;
    const both = [told(), inHost('cowork-live', [], { end })];
    expect(verdictOf(facts(both, [], { scan: scan([failure()]) })).label).toBe('inconclusive');
    expect(verdictOf(facts(both, [], { scan: scan([failure({ candidate: false })]) })).label).toBe('suspect');
  });
});

describe('an excuse', () => {
  const excuse = {
    path: 'artifact.html',
    line: 10,
    rule: 'artifact-write-back-suspect',
    by: 'comment',
    reason: 'demo',
  } as const;
  const excused = (over: object, drives = told(), findings: readonly Finding[] = []): boolean =>
    verdictOf(facts([drives], findings, { suppressions: [{ ...excuse, ...over }] })).writeBacks.every(
      ({ suppressed }) => suppressed,
    );

  test('stands for one line of one file, and is counted', () => {
    const verdict = verdictOf(facts([told()], [], { suppressions: [excuse] }));
    expect(verdict.writeBacks[0]?.suppressed).toEqual({ by: 'comment', reason: 'demo' });
    expect(verdict.evidence.at(-1)).toEqual({ code: 'suppressed', writeBacks: 1 });
    expect(excused({ line: 11 })).toBe(false);
    expect(excused({ path: 'other.html' })).toBe(false);
    expect(evidenceOf(verdictOf(facts([told()])), 'suppressed')).toEqual([]);
  });
  test('stands for an endpoint of the artifact where no line is known', () => {
    const unplaced = told({ site: undefined });
    const endpoint = { method: 'POST', url: '/api/notes' };
    expect(excused({ line: 0, endpoint }, unplaced)).toBe(true);
    expect(excused({ line: 0 }, unplaced)).toBe(false);
    expect(excused({ line: 0, endpoint: { ...endpoint, method: 'PUT' } }, unplaced)).toBe(false);
    expect(excused({ line: 0, endpoint: { ...endpoint, url: '/x' } }, unplaced)).toBe(false);
    expect(excused({ line: 0, endpoint, path: 'other.html' }, unplaced)).toBe(false);
    expect(excused({ line: 0, endpoint })).toBe(false);
  });
});

describe('the list of write-backs', () => {
  test('goes by label, by step, and by line, what fired before what did not', () => {
    const actions = [press(), press(2, 'B', 'c'), press(3, 'C', 'd')];
    const made = (id: number, step: number) =>
      request({
        id,
        step,
        url: `https://cowork.invalid/${step}`,
        reads: [],
        site: { path: 'artifact.html', line: 50 - step, column: 1 },
      });
    const drives = inHost('cowork', [
      observation(REFUSING, { actions, requests: [made(0, 3), made(1, 1), made(2, 2)] }),
    ]);
    const [late, early] = [9, 8].map((line) => finding({ line, sink: { line, column: 1 } }));
    const verdict = verdictOf(
      facts(
        [drives],
        [late as Finding, finding({ line: 2, consequence: 'checked', sink: { line: 2, column: 1 } }), early as Finding],
      ),
    );
    expect(verdict.writeBacks.map(({ label, source }) => `${label} ${source?.line}`)).toEqual([
      'lost 49',
      'lost 48',
      'lost 47',
      'lost 8',
      'lost 9',
      'suspect 2',
    ]);
  });
  test('names own addresses without the host that stands for it, and others whole', () => {
    const at = (url: string, reach: 'own-origin' | 'loopback') =>
      verdictOf(
        facts([
          inHost('cowork', [
            observation(REFUSING, { requests: [request({ endpoint: { method: 'POST', url, reach }, reads: [] })] }),
          ]),
        ]),
      ).writeBacks[0]?.endpoint.url;
    expect(at('https://cowork.invalid/artifacts/n?x=1', 'own-origin')).toBe('/artifacts/n?x=1');
    expect(at('http://localhost:3000/n', 'loopback')).toBe('http://localhost:3000/n');
    expect(at('http://[', 'own-origin')).toBe('http://[');
  });
  test('says of a finding that never fired what the source says, and its proof', () => {
    const proof = { kind: 'dom', name: 'm', text: 'Saved', line: 12, column: 1, replies: ['html'] } as const;
    const verdict = verdictOf(facts([quiet()], [finding({ proof })]));
    expect(verdict.writeBacks).toMatchObject([
      {
        outcome: 'never-fired',
        seen: 'source',
        confidence: 'low',
        carries: [],
        byHost: {},
        source: { path: 'artifact.html', line: 10, column: 7 },
      },
    ]);
    expect(verdict.evidence).toEqual([{ code: 'never-fired', consequence: 'claims-unread', proof, writeBack: 0 }]);
    expect(verdictOf(facts([quiet()], [finding()])).evidence).toEqual([
      { code: 'never-fired', consequence: 'claims-unread', writeBack: 0 },
    ]);
  });
  test('keeps both halves on record only where they disagree', () => {
    expect(evidenceOf(verdictOf(facts([told()], [finding({ consequence: 'checked' })])), 'source-disagrees')).toEqual(
      [],
    );
    expect(evidenceOf(verdictOf(facts([told()])), 'source-disagrees')).toEqual([]);
    expect(evidenceOf(verdictOf(facts([told()], [finding()])), 'source-disagrees')).toHaveLength(1);
  });
});

describe('what a write-back shows people', () => {
  const shown = (drives: HostDrives) => verdictOf(facts([drives])).writeBacks[0]?.shown;
  const texts = (entries: readonly Perceived[] | undefined): string[] => (entries ?? []).map(({ text }) => text);

  test('is the first press: before the answer, then under each answer', () => {
    const shownTo = shown(worlds([saw(0, 'Saving'), saw(20, 'Not saved')], [saw(0, 'Saving'), saw(20, 'Saved')]));
    expect(shownTo).toMatchObject({ host: 'cowork', sent: 'note-1' });
    expect(shownTo?.omitted).toBeUndefined();
    expect(texts(shownTo?.refused)).toEqual(['Saving', 'Not saved']);
    expect(texts(shownTo?.accepted)).toEqual(['Saving', 'Saved']);
  });
  test('is not what the person put in, nor another press; where nothing is left, what one world alone shows later', () => {
    const typed = saw(0, 'note', { kind: 'value', where: 'button#b' });
    const page = saw(1, 'x', { kind: 'value', where: 'input#i' });
    const word = saw(2, 'Hello', { where: 'button#b' });
    const later = saw(20, 'Not saved', { step: 2, where: 'p#n' });
    const shownTo = shown(worlds([typed, page, word, later], [typed, page, word]));
    expect(texts(shownTo?.refused)).toEqual(['x', 'Hello', 'Not saved']);
    expect(texts(shownTo?.accepted)).toEqual(['x', 'Hello']);
    const twice = (timeline: Perceived[]): HostDrives => {
      const over = { actions: [press(), press(2)], requests: [request(), request({ id: 1, step: 2 })] };
      return inHost('cowork', [observation(REFUSING, { ...over, timeline }), observation(ACCEPTING, over)]);
    };
    expect(texts(shown(twice([saw(20, 'Not saved'), saw(20, 'Again', { step: 2 })]))?.refused)).toEqual(['Not saved']);
  });
  test('is cut short, and says by how much', () => {
    const many = (count: number, text: string) =>
      Array.from({ length: count }, (_, at) => saw(20 + at, `${text} ${at}`, { where: `p:nth-of-type(${at})` }));
    const full = shown(worlds(many(2000, 'No'), many(1500, 'Yes')));
    const kept = full?.refused.length ?? 0;
    expect(kept).toBeLessThan(1500);
    expect(full?.accepted).toHaveLength(kept);
    expect(full?.omitted).toBe(3500 - 2 * kept);
  });
});

describe('a finding that no drive reached', () => {
  const button: ElementRef = { tag: 'button', id: 'b' };
  type Control = Observation['coverage']['controls'][number];
  const control = (over: Partial<Control>): Control => ({ on: button, name: 'Save', reached: false, ...over });
  const covered = (host: string, ...controls: Control[]): HostDrives =>
    inHost(host, [observation(REFUSING, { requests: [], coverage: { controls, budgetSpent: false } })]);
  const label = (drives: readonly HostDrives[], found = finding({ element: button })): string =>
    verdictOf(facts(drives, [found])).label;
  const hidden = covered('cowork', control({ skipped: 'hidden', locked: true }));

  test('is excused where nobody could use its control in any host', () => {
    expect(label([covered('cowork', control({ skipped: 'inert', locked: true }))])).toBe('suspect');
    expect(label([hidden, covered('cowork-live', control({ skipped: 'disabled', locked: true }))])).toBe('suspect');
    expect(label([hidden, covered('cowork-live', control({ reached: true }))])).toBe('lost');
    expect(label([hidden, covered('cowork-live')])).toBe('lost');
    expect(label([hidden, covered('cowork-live', control({ skipped: 'hidden' }))])).toBe('lost');
    expect(label([covered('cowork', control({ skipped: 'hidden', locked: true }), control({ reached: true }))])).toBe(
      'lost',
    );
    expect(label([covered('cowork', control({ skipped: 'read-only' }))])).toBe('lost');
    expect(
      label([covered('cowork', control({ on: { tag: 'button', id: 'c' }, skipped: 'hidden', locked: true }))]),
    ).toBe('lost');
    expect(label([hidden], finding())).toBe('lost');
    expect(label([inHost('cowork', [])])).toBe('lost');
    expect(verdictOf(facts([], [finding({ element: button })], { driven: false })).label).toBe('lost');
  });
  test('names the control as people do', () => {
    const because = (element: ElementRef) => {
      const drives = covered('cowork', control({ on: element, skipped: 'hidden', locked: true }));
      return evidenceOf(verdictOf(facts([drives], [finding({ element })])), 'unusable-control');
    };
    expect(because({ ...button, selector: 'main > button' })).toEqual([
      { code: 'unusable-control', control: 'main > button', because: 'hidden', writeBack: 0 },
    ]);
    expect(because(button)).toMatchObject([{ control: 'b' }]);
    expect(because({ tag: 'button' })).toMatchObject([{ control: 'button' }]);
  });
  test('a suspect one needs no excuse', () => {
    const codes = verdictOf(facts([hidden], [finding({ element: button, consequence: 'checked' })])).evidence.map(
      ({ code }) => code,
    );
    expect(codes).toEqual(['never-fired']);
  });

  const form: ElementRef = { tag: 'form', id: 'f' };
  const native = (over: Partial<Finding> = {}) =>
    finding({ channel: 'form', consequence: 'native-form', element: form, ...over });
  const sender = (over: Partial<Control> = {}, tried = true): Control =>
    control({ on: { tag: 'button', id: 's' }, reached: true, sends: { form, tried }, ...over });

  test('of a form is excused where whoever could send it tried, and nothing was sent, in every host', () => {
    expect(label([covered('cowork', sender())], native())).toBe('suspect');
    expect(label([covered('cowork', sender(), sender({ reached: false, skipped: 'hidden' }, false))], native())).toBe(
      'suspect',
    );
    expect(label([covered('cowork', sender(), sender({}, false))], native())).toBe('lost');
    expect(label([covered('cowork', sender(), sender({ on: form, sends: undefined }))], native())).toBe('lost');
    expect(label([covered('cowork', sender()), { ...quiet(), host: 'cowork-live' }], native())).toBe('lost');
    expect(label([covered('cowork', sender()), inHost('cowork-live', [])], native())).toBe('lost');
    expect(
      label([covered('cowork', sender({ sends: { form: { tag: 'form', id: 'g' }, tried: true } }))], native()),
    ).toBe('lost');
    expect(label([covered('cowork', sender())], native({ channel: 'fetch' }))).toBe('lost');
    expect(label([covered('cowork', sender({ on: form }))], native({ channel: 'fetch' }))).toBe('lost');
    expect(label([covered('cowork', sender())], native({ element: undefined }))).toBe('lost');
    expect(verdictOf(facts([], [native()], { driven: false })).label).toBe('lost');
    const named = (element: ElementRef) =>
      evidenceOf(
        verdictOf(facts([covered('cowork', sender({ sends: { form: element, tried: true } }))], [native({ element })])),
        'ran-without-writing',
      );
    expect(named({ ...form, selector: '#f' })).toEqual([{ code: 'ran-without-writing', form: '#f', writeBack: 0 }]);
    expect(named(form)).toMatchObject([{ form: 'f' }]);
    expect(named({ tag: 'form' })).toMatchObject([{ form: 'form' }]);
  });

  test('depends on the host where its call wrote to a remote address', () => {
    const url = 'https://api.example.com/api/notes';
    const remote = (over: Partial<Recorded>, method = 'POST') =>
      quiet({ requests: [request({ endpoint: { method, url, reach: 'remote' }, answer: 'remote', ...over })] });
    const local = (channel: Finding['channel'], method = 'POST') =>
      finding({ channel, alternatives: [finding().endpoint, { method, url, reach: 'remote' }] });
    const codes = (drives: HostDrives, found: Finding) =>
      verdictOf(facts([drives], [found])).evidence.map(({ code }) => code);
    expect(codes(remote({}), local('fetch'))).toEqual(['host-dependent']);
    expect(codes(remote({ channel: 'beacon' }, 'GET'), local('beacon', 'GET'))).toEqual(['host-dependent']);
    expect(codes(remote({ channel: 'socket' }, 'GET'), local('socket', 'GET'))).toEqual(['host-dependent']);
    expect(codes(remote({}, 'GET'), local('fetch', 'GET'))).toEqual(['never-fired']);
    expect(codes(remote({ site: undefined }), local('fetch'))).toEqual(['never-fired']);
  });
});

describe('text that a library runs as code', () => {
  const text = scan([failure({ stage: 'scan', code: 'dynamic-code', library: true })]);
  test('is no doubt about a page that was driven to its end, which is clean at low confidence', () => {
    const verdict = verdictOf(facts([quiet()], [], { scan: text }));
    expect(verdict).toMatchObject({ label: 'clean', confidence: 'low' });
    expect(evidenceOf(verdict, 'not-analysed')).toHaveLength(1);
  });
  test('is one about a page that was not', () => {
    const broken = quiet({ end: { code: 'timed-out', detail: '' } });
    expect(verdictOf(facts([broken], [], { scan: text })).label).toBe('inconclusive');
    expect(verdictOf(facts([], [], { scan: text })).label).toBe('inconclusive');
    expect(verdictOf(facts([], [], { driven: false, scan: text })).label).toBe('inconclusive');
  });
  test('does not stand for what else was not looked at', () => {
    const both = scan([failure({ library: true }), failure({ line: 9 })]);
    expect(verdictOf(facts([quiet()], [], { scan: both })).label).toBe('inconclusive');
  });
});
