import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../../src/contracts.ts';
import { cowork } from '../../../src/hosts/cowork.ts';
import type { Observation, Perceived } from '../../../src/model.ts';
import { compare, sameBeforeAnswers } from '../../../src/pipeline/judge/compare.ts';
import { indexDrive } from '../../../src/pipeline/judge/drive.ts';
import { writeBackKey } from '../../../src/write-back-key.ts';
import { ACCEPTING, observation, press, REFUSING, replaced, request, saw } from '../../support/drives.ts';

const key = writeBackKey(request(), [press()]);

function compared(
  refused: readonly Perceived[],
  accepted: readonly Perceived[],
  over: { readonly refused?: Partial<Observation>; readonly accepted?: Partial<Observation> } = {},
): Comparison {
  const no = observation(REFUSING, { timeline: refused, ...over.refused });
  const yes = observation(ACCEPTING, { timeline: accepted, ...over.accepted });
  return compare(cowork, indexDrive(no), indexDrive(yes), key);
}

const texts = (entries: readonly Perceived[]): string[] => entries.map(({ text }) => text);

describe('a comparison', () => {
  test('parts what came before the answer from what came with it or later', () => {
    const timeline = [saw(0, 'Saving'), saw(19, 'still'), saw(20, 'Failed', { where: 'p#n' }), saw(90, 'Late')];
    const comparison = compared(timeline, []);
    expect(texts(comparison.putUp)).toEqual(['Saving', 'still']);
    expect(texts(comparison.shownRefused)).toEqual(['Failed', 'Late']);
    expect(comparison).toMatchObject({
      host: cowork,
      inRefused: [{ answer: 'refused' }],
      inAccepted: [{ answer: 'accepted' }],
    });
  });
  test('takes the first answer of each step, whichever request it was for', () => {
    const requests = [request({ answeredAt: 1500 }), request({ id: 1, answeredAt: 1020 })];
    const comparison = compared([saw(10, 'Saving'), saw(30, 'Failed')], [], { refused: { requests } });
    expect(texts(comparison.shownRefused)).toEqual(['Failed']);
  });
  test('leaves out other steps before the first answer, and takes in those after it', () => {
    const actions = [press(), press(2), press(3)];
    const requests = [request({ step: 2 }), request({ id: 1, step: 3 })];
    const timeline = [saw(500, 'Hello'), saw(30, 'Failed', { step: 2 }), saw(40, 'Later', { step: 3, where: 'p#n' })];
    const keyOf = writeBackKey(request({ step: 2 }), actions);
    const no = indexDrive(observation(REFUSING, { actions, requests, timeline }));
    const yes = indexDrive(observation(ACCEPTING, { actions, requests }));
    expect(texts(compare(cowork, no, yes, keyOf).onlyRefused)).toEqual(['Failed', 'Later']);
  });
  test('of a write-back that one world does not have is empty on that side', () => {
    const comparison = compared([saw(30, 'Failed')], [saw(30, 'Saved')], { accepted: { requests: [] } });
    expect(comparison.inAccepted).toEqual([]);
    expect(comparison.shownAccepted).toEqual([]);
  });
});

describe('what follows later on', () => {
  const late = saw(0, 'Failed once more', { step: 2, where: 'p#n' });
  const only = (answers: Partial<Observation>, timeline: readonly Perceived[] = [late]): string[] =>
    texts(compared(timeline, [], { accepted: answers }).onlyRefused);
  const read = request({ id: 1, url: 'https://cowork.invalid/list', method: 'GET', answer: 'accepted' });

  test('belongs to the write-back where nothing else was answered otherwise', () => {
    expect(only({})).toEqual(['Failed once more']);
    expect(only({ requests: [] })).toEqual(['Failed once more']);
  });
  test('may belong to any answer where several differ, reads included', () => {
    expect(only({ requests: [request(), read] })).toEqual([]);
    expect(only({ requests: [read] })).toEqual([]);
    expect(only({ requests: [request(), { ...read, answer: 'refused' }] })).toEqual([]);
    expect(only({ requests: [request(), { ...read, answer: 'remote' }] })).toEqual(['Failed once more']);
  });
  test('begins with the first answer, and holds what came before in no step of its own', () => {
    expect(only({}, [saw(10, 'Hint', { step: 0, at: 900, where: 'p#n' })])).toEqual([]);
    expect(only({}, [saw(10, 'Saving')])).toEqual([]);
  });
});

describe('what one world alone shows', () => {
  test('is no text that the other shows too, at whatever time, and ends on', () => {
    const { onlyRefused, onlyAccepted } = compared([saw(20, 'Same')], [saw(40, 'Same')]);
    expect([onlyRefused, onlyAccepted]).toEqual([[], []]);
  });
  test('is the end of a place that the other ends otherwise', () => {
    const refused = [saw(20, 'A'), ...replaced(3000, 'A', 'B')];
    const accepted = [saw(40, 'B'), ...replaced(3020, 'B', 'A')];
    const { onlyRefused } = compared(refused, accepted);
    expect(texts(onlyRefused)).toContain('B');
  });
  test('has to stand long enough', () => {
    expect(compared([saw(20, 'Failed'), saw(500, 'Failed', { kind: 'text-removed' })], []).onlyRefused).toEqual([]);
  });
  test('is no clock: three changes of a place at equal times in both', () => {
    const tick = (at: number, text: string) => saw(at, text, { where: 'span#c' });
    const both = [tick(1000, '1'), tick(2000, '2')];
    const [refused, accepted] = [tick(4500, 'a'), tick(4600, 'b')];
    expect(
      texts(compared([...both, tick(3000, '3'), refused], [...both, tick(3000, '3'), accepted]).onlyRefused),
    ).toEqual([]);
    expect(texts(compared([...both, refused], [...both, accepted]).onlyRefused)).toEqual(['a']);
    const differing = [tick(2000, 'x'), tick(3000, 'y'), refused];
    expect(texts(compared([tick(1000, '1'), ...differing], [tick(1000, '1')]).onlyRefused)).toEqual(['x', 'y', 'a']);
  });
  test('may be a place that several presses use, each once', () => {
    const shown = [1, 2, 3].map((step) => saw(30, `Note ${step}`, { step, where: 'p#n' }));
    const refused = saw(30, 'Not saved', { step: 4, where: 'p#n' });
    expect(texts(compared([...shown, refused], shown).onlyRefused)).toEqual(['Not saved']);
  });
  test('is told apart from what puts the state before back', () => {
    const { restoredRefused, onlyRefused } = compared(
      [saw(0, 'Saving…'), saw(20, 'Saving…', { kind: 'text-removed' })],
      [saw(0, 'Saving…')],
    );
    expect(texts(restoredRefused)).toEqual(['Saving…']);
    expect(onlyRefused).toEqual([]);
  });
  test('does not count the end of what came only after the answer', () => {
    const toast = [saw(20, 'Failed'), saw(5000, 'Failed', { kind: 'text-removed' })];
    const { onlyRefused, restoredRefused } = compared(toast, []);
    expect(onlyRefused.map(({ kind }) => kind)).toEqual(['text-added']);
    expect(restoredRefused).toEqual([]);
  });
});

describe('a claim', () => {
  const claims = (...accepted: Perceived[]): string[] => texts(compared([], accepted).claims);

  test('is what acceptance says in words', () => {
    expect(claims(saw(20, 'Saved'), saw(20, 'bad', { kind: 'style', where: 'b' }))).toEqual(['Saved']);
  });
  test('is none that puts an old text back', () => {
    expect(claims(saw(0, 'Saving…', { before: 'Save' }), saw(20, 'Save', { before: 'Saving…' }))).toEqual([]);
  });
  test('is none that was up before the answer', () => {
    expect(texts(compared([saw(0, 'Saved')], [saw(0, 'Saved'), saw(20, 'Saved')]).claims)).toEqual([]);
    expect(texts(compared([saw(0, 'Saved', { where: 'p#x' })], [saw(20, 'Saved')]).claims)).toEqual(['Saved']);
  });
});

describe('two drives are stable', () => {
  const stable = (refused: Partial<Observation>, accepted: Partial<Observation>): boolean =>
    sameBeforeAnswers(indexDrive(observation(REFUSING, refused)), indexDrive(observation(ACCEPTING, accepted)));
  const early = (text: string) => saw(5, text);

  test('where the timelines are equal up to the first answer that differs', () => {
    expect(stable({ timeline: [early('a')] }, { timeline: [early('a')] })).toBe(true);
    expect(stable({ timeline: [early('a')] }, { timeline: [early('b')] })).toBe(false);
    expect(stable({ timeline: [early('a')] }, { timeline: [] })).toBe(false);
    expect(stable({ timeline: [] }, { timeline: [early('a')] })).toBe(false);
    expect(stable({ timeline: [saw(20, 'No')] }, { timeline: [saw(20, 'Yes')] })).toBe(true);
    expect(stable({ timeline: [early('a')] }, { timeline: [saw(-995, 'a', { step: 2 })] })).toBe(false);
  });
  test('a request without an answer counts from when it was made', () => {
    const requests = [request({ answeredAt: null })];
    expect(stable({ requests, timeline: [early('a')] }, { requests, timeline: [] })).toBe(true);
    expect(stable({ requests, timeline: [saw(-1, 'a')] }, { requests, timeline: [] })).toBe(false);
  });
  test('an answer that is the same in both is no reason to differ', () => {
    const remote = request({ id: 7, answer: 'remote', at: 900, answeredAt: 901 });
    const requests = [remote, request()];
    expect(stable({ requests, timeline: [early('a')] }, { requests, timeline: [] })).toBe(false);
    expect(stable({ requests: [remote], timeline: [saw(9999, 'a')] }, { requests: [remote] })).toBe(false);
  });
});
