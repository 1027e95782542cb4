import { describe, expect, test } from 'vitest';
import type { Observation, Perceived, Recorded, Verdict } from '../../../src/model.ts';
import { judge } from '../../../src/pipeline/judge.ts';
import { hosts, signals } from '../../../src/registry.ts';
import { writeBackKey } from '../../../src/write-back-key.ts';
import { ACCEPTING, facts, inHost, observation, press, REFUSING, request, saw } from '../../support/drives.ts';

const actions = [press(), press(2, 'Enter', 't'), press(3, 'Third', 'u')];
const again = (over: Partial<Recorded> & { readonly url?: string } = {}): Recorded =>
  request({ id: 1, step: 2, ...over });
const late: Partial<Recorded> = { answeredAt: 9000 };
const removed = (after: number, text: string, over: Partial<Perceived> = {}): Perceived =>
  saw(after, text, { ...over, kind: 'text-removed' });

interface Scene {
  readonly second?: Recorded;
  readonly refused?: readonly Perceived[];
  readonly accepted?: readonly Perceived[];
}

/** Two presses that make one call, judged in one world that accepts both. */
function twice({ second = again(), refused = [], accepted = [] }: Scene): Verdict {
  const same = { actions, requests: [request(), second] };
  const all = [
    observation(REFUSING, { ...same, timeline: refused }),
    observation(ACCEPTING, { ...same, timeline: accepted }),
  ];
  return judge(facts([inHost('cowork', all)]), { hosts, signals });
}

const outcomes = ({ writeBacks }: Verdict): string =>
  writeBacks
    .toSorted((a, b) => (a.action?.step ?? 0) - (b.action?.step ?? 0))
    .map(({ outcome }) => outcome)
    .join(' ');

describe('a claim that still stands', () => {
  const saved = saw(20, 'Saved');

  test('was withheld from the next write of the same call as well', () => {
    const verdict = twice({ accepted: [saved] });
    expect(outcomes(verdict)).toBe('silent silent');
    expect(verdict.label).toBe('suspect');
    const [first, second] = verdict.evidence.filter(({ code }) => code === 'claim-withheld');
    expect(second).toEqual({ ...first, standing: true, writeBack: 1 });
  });
  test('though nobody looked at the answer of that', () => {
    expect(outcomes(twice({ accepted: [saved], second: again({ reads: [] }) }))).toBe('silent silent');
  });
  test('until its place changes, from when it came', () => {
    const until = (at: number, answeredAt: number) =>
      outcomes(twice({ accepted: [saved, removed(at - 1000, 'Saved')], second: again({ answeredAt }) }));
    expect(until(5000, 4999)).toBe('silent silent');
    expect(until(5000, 5000)).toBe('silent untold');
    const from = (at: number) =>
      outcomes(twice({ accepted: [saw(at - 1000, 'Saved')], second: again({ answeredAt: 6000 }) }));
    expect(from(6000)).toBe('silent silent');
    expect(from(6001)).toBe('silent untold');
    expect(outcomes(twice({ accepted: [saved, removed(500, 'Saved')], second: again({ answeredAt: null }) }))).toBe(
      'untold untold',
    );
    expect(
      outcomes(twice({ accepted: [saved, removed(1500, 'Saved')], second: again({ at: 2400, answeredAt: null }) })),
    ).toBe('silent silent');
  });
  test('speaks for what was told as well', () => {
    const refused = [saw(20, 'Not saved'), removed(2000, 'Not saved')];
    expect(outcomes(twice({ refused, accepted: [saved], second: again(late) }))).toBe('told told');
  });
  test('speaks for what was stuck as well', () => {
    const waits = saw(0, 'Saving…');
    const accepted = [waits, removed(30, 'Saving…'), saw(30, 'Saved', { before: 'Saving…' })];
    expect(outcomes(twice({ refused: [waits], accepted }))).toBe('stuck stuck');
  });
  test('has to be of the world that accepted both', () => {
    const requests = [request(), again()];
    const own = (at: number, timeline: readonly Perceived[]): Observation =>
      observation(
        { kind: 'refusing-but-for-one', key: writeBackKey(requests[at] as Recorded, actions) },
        { actions, requests, timeline },
      );
    const all = [observation(REFUSING, { actions, requests }), own(0, [saved]), own(1, [])];
    expect(outcomes(judge(facts([inHost('cowork', all)]), { hosts, signals }))).toBe('silent untold');
  });
  test('has to be new to acceptance', () => {
    const both = saw(20, '3 notes', { where: 'p#n' });
    const accepted = [both, saw(20, '', { kind: 'value', where: 'textarea#t', before: 'note-1' })];
    expect(outcomes(twice({ refused: [both], accepted }))).toBe('silent untold');
  });
});

describe('a failure that still stands', () => {
  const failed = saw(20, 'Not saved');
  const told = (refused: readonly Perceived[], second = again(late)): string => outcomes(twice({ refused, second }));

  test('tells of the next write of the same call, as long as it stands', () => {
    expect(told([failed])).toBe('told told');
    expect(told([failed, removed(2000, 'Not saved')], again({ answeredAt: 2999 }))).toBe('told told');
    expect(told([failed, removed(2000, 'Not saved')], again({ answeredAt: 3000 }))).toBe('told untold');
    expect(told([failed], again({ answeredAt: 1020 }))).toBe('told told');
    expect(told([saw(40, 'Not saved')], again({ answeredAt: 1039 }))).toBe('told untold');
  });
  test('in a dialog stays read, whatever comes next', () => {
    for (const kind of ['alert', 'confirm', 'prompt'] as const) {
      expect(told([saw(20, 'Not saved', { kind }), saw(900, 'Bye', { kind })])).toBe('told told');
    }
    expect(told([saw(20, 'Not saved', { kind: 'notification' }), saw(900, 'Bye', { kind: 'notification' })])).toBe(
      'told untold',
    );
  });
  test('counts only where someone looked at the answer', () => {
    expect(told([failed], again({ ...late, reads: [] }))).toBe('told untold');
    const requests = [request(), again({ ...late, reads: [] }), again({ ...late, id: 2 })];
    const same = { actions, requests };
    const drives = inHost('cowork', [
      observation(REFUSING, { ...same, timeline: [failed] }),
      observation(ACCEPTING, same),
    ]);
    expect(outcomes(judge(facts([drives]), { hosts, signals }))).toBe('told told');
  });
  test('is of the same place in the code, or of the same endpoint where no place is known', () => {
    const site = { path: 'artifact.html', line: 99, column: 1 };
    expect(told([failed], again({ ...late, site }))).toBe('told untold');
    expect(told([failed], again({ ...late, url: 'https://cowork.invalid/other' }))).toBe('told told');
    const unplaced = (url: string) => {
      const same = { actions, requests: [request({ site: undefined }), again({ ...late, site: undefined, url })] };
      const all = [observation(REFUSING, { ...same, timeline: [failed] }), observation(ACCEPTING, same)];
      return outcomes(judge(facts([inHost('cowork', all)]), { hosts, signals }));
    };
    expect(unplaced('https://cowork.invalid/api/notes')).toBe('told told');
    expect(unplaced('https://cowork.invalid/other')).toBe('told untold');
  });
  test('may be that the note is kept here', () => {
    const kept = request({ id: 5, channel: 'storage', method: 'SET', url: 'localStorage:n', at: 1020, answer: 'none' });
    const same = { actions, requests: [request(), again({ ...late, carries: [] }), kept] };
    const timeline = [saw(20, 'Kept on this device')];
    const all = [observation(REFUSING, { ...same, timeline }), observation(ACCEPTING, same)];
    expect(outcomes(judge(facts([inHost('cowork', all)]), { hosts, signals }))).toBe('kept-locally kept-locally');
  });
});

describe('a page that says something of its own', () => {
  const failed = saw(20, 'Not saved');

  test('is not excused by what it said before', () => {
    const claim = saw(20, 'Saved', { step: 2, where: 'p#n' });
    expect(outcomes(twice({ refused: [failed, claim], accepted: [claim] }))).toBe('told untold');
    const early = [
      saw(0, 'Saved!', { step: 2, where: 'p#n' }),
      saw(10, 'Ready', { step: 2, where: 'p#n', before: 'Saved!' }),
    ];
    expect(outcomes(twice({ refused: [failed, ...early], accepted: early }))).toBe('told untold');
  });
  test('is stuck by itself, though what it said before still stands', () => {
    const waits = saw(0, 'Saving…', { step: 2, where: 'p#n' });
    const ends = removed(20, 'Saving…', { step: 2, where: 'p#n' });
    expect(outcomes(twice({ refused: [failed, waits], accepted: [waits, ends] }))).toBe('told stuck');
  });
  test('says nothing by a word that is no claim, or no text', () => {
    const word = saw(0, 'Ready', { step: 2, where: 'p#n' });
    expect(outcomes(twice({ refused: [failed, word], accepted: [word] }))).toBe('told told');
    const mark = saw(0, 'saved', { step: 2, where: 'p#n', kind: 'style' });
    expect(outcomes(twice({ refused: [failed, mark], accepted: [mark] }))).toBe('told told');
  });
});

describe('a write that no accepting world made', () => {
  const judged = (
    requests: readonly Recorded[],
    accepted: readonly Recorded[],
    timeline: readonly Perceived[],
  ): Verdict => {
    const all = [
      observation(REFUSING, { actions, requests, timeline }),
      observation(ACCEPTING, { actions, requests: accepted }),
    ];
    return judge(facts([inHost('cowork', all)]), { hosts, signals });
  };
  const third = request({ id: 2, step: 3, reads: [] });

  test('is what the same call was elsewhere, the worst of it', () => {
    const first = request();
    const verdict = judged([first, again()], [first], [saw(20, 'Not saved')]);
    expect(outcomes(verdict)).toBe('told told');
    expect(verdict.evidence.filter(({ code }) => code === 'failure-shown')).toHaveLength(2);
    expect(verdict.label).toBe('suspect');
    const gone = [saw(20, 'Not saved'), removed(1020, 'Not saved')];
    expect(outcomes(judged([first, again(), third], [first, third], gone))).toBe('told untold untold');
  });
  test('stays undecided where that call was never decided', () => {
    const other = again({ site: { path: 'artifact.html', line: 99, column: 1 } });
    expect(outcomes(judged([request(), other], [request()], [saw(20, 'Not saved')]))).toBe('told undecided');
  });
});
