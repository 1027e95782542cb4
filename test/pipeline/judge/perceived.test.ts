import { describe, expect, test } from 'vitest';
import type { Perceived, PerceptionKind } from '../../../src/model.ts';
import {
  endings,
  endsAlike,
  placeOf,
  restoring,
  signature,
  stoodLongEnough,
  timedSignature,
} from '../../../src/pipeline/judge/perceived.ts';
import { saw } from '../../support/drives.ts';

const added = (after: number, text: string, before?: string): Perceived => saw(after, text, { before });
const removed = (after: number, text: string): Perceived => saw(after, text, { kind: 'text-removed' });
const attribute = (after: number, text: string, before: string): Perceived =>
  saw(after, text, { kind: 'attribute', where: 'b', before });

describe('what tells two perceptions apart', () => {
  test('is kind, place and text, and the moment where it is asked for', () => {
    expect(signature(added(0, 'Hi'))).toBe('text-added p#m Hi');
    expect(signature(added(0, 'Hi', 'Hi'))).toBe('text-added p#m Hi');
    expect(signature(saw(0, '', { kind: 'value', before: '' }))).toBe('value p#m ');
    expect(timedSignature(added(5, 'Hi'))).toBe('1005 text-added p#m Hi');
  });
  test('an attribute that came is another thing than the same taken away', () => {
    expect(signature(attribute(0, 'hidden=', ''))).toBe('attribute b hidden=');
    expect(signature(attribute(0, 'hidden=', 'hidden='))).toBe('attribute b hidden= gone');
  });
});

describe('the place of a perception', () => {
  test('is one for all texts, and one for each attribute', () => {
    expect(placeOf(added(0, 'a'))).toBe('text p#m');
    expect(placeOf(removed(0, 'a=b'))).toBe('text p#m');
    expect(placeOf(attribute(0, 'aria-busy=true', ''))).toBe('attribute b aria-busy');
    expect(placeOf(attribute(0, '', 'title=x'))).toBe('attribute b title');
    expect(placeOf(saw(0, 'see a=b', { kind: 'value' }))).toBe('value p#m ');
    expect(placeOf(saw(0, '', { kind: 'value' }))).toBe('value p#m ');
  });
});

describe('putting back what was there', () => {
  const restores = (...entries: Perceived[]): boolean[] => entries.map(restoring(entries));

  test('a text taken down again, an old text shown again, a text emptied', () => {
    expect(restores(added(0, 'Saving'), removed(20, 'Saving'))).toEqual([false, true]);
    expect(restores(added(0, 'Saving', 'Save'), added(20, 'Save', 'Saving'))).toEqual([false, true]);
    expect(restores(added(0, 'Saving'), added(20, '', 'Saving'))).toEqual([false, true]);
    expect(restores(added(0, 'Saving', 'Save'), added(20, 'Saved', 'Saving'))).toEqual([false, false]);
  });
  test('an attribute that goes again, but not one that changes on', () => {
    expect(restores(attribute(0, 'disabled=', ''), attribute(20, 'disabled=', 'disabled='))).toEqual([false, true]);
    expect(restores(attribute(0, 'class=a', ''), attribute(20, 'class=b', 'class=a'))).toEqual([false, false]);
  });
  test('never by the first change of a place', () => {
    expect(restores(added(0, 'Same', 'Same'))).toEqual([false]);
    expect(restores(removed(0, 'Old'))).toEqual([false]);
    expect(restoring([])(removed(0, 'Old'))).toBe(false);
  });
  test('a text that nobody put up, or that was there before, is not taken down but lost', () => {
    expect(restores(added(0, 'New', 'Old'), removed(20, 'Other'))).toEqual([false, false]);
    expect(restores(removed(0, 'Old'), added(10, 'Old'), removed(20, 'Old'))).toEqual([false, true, false]);
    expect(restores(removed(0, 'Old'), added(10, 'New'), removed(20, 'Old'))).toEqual([false, false, false]);
  });
});

describe('standing long enough to be read', () => {
  const stood = (...entries: Perceived[]): boolean[] => entries.map(stoodLongEnough([entries]));

  test('is a second, or to the end', () => {
    expect(stood(added(0, 'Hi'), removed(999, 'Hi'))).toEqual([false, true]);
    expect(stood(added(0, 'Hi'), removed(1000, 'Hi'))).toEqual([true, true]);
    expect(stood(added(0, 'Hi'))).toEqual([true]);
    expect(stood(added(0, 'Hi'), added(300, 'Ho', 'Hi'), added(400, 'Hu', 'Ho'))).toEqual([false, false, true]);
  });
  test('what comes to another place, or in a later step, cuts nothing short', () => {
    expect(stood(added(0, 'Hi'), saw(10, 'Ho', { where: 'p#n' }))).toEqual([true, true]);
    const steps = [[added(0, 'Hi')], [removed(10, 'Hi')]];
    expect(steps.flat().map(stoodLongEnough(steps))).toEqual([true, true]);
  });
  test('a text that is gone stays gone, whatever comes to its place', () => {
    expect(stood(removed(0, 'Old'), added(10, 'New'))).toEqual([true, true]);
  });
  test.each([
    'alert',
    'confirm',
    'prompt',
    'notification',
    'download',
    'navigation',
    'focus',
  ] as const satisfies PerceptionKind[])('%s is perceived at once', (kind) => {
    expect(stood(saw(0, 'x', { kind }), saw(1, 'y', { kind }))).toEqual([true, true]);
  });
});

describe('ends of two worlds', () => {
  const ends = (entry: Perceived, one: Perceived[], other: Perceived[]): boolean =>
    endsAlike(entry, endings(one), endings(other));

  test('differ where both end one place, each in its own way', () => {
    const [a, b] = [added(0, 'A'), added(0, 'B')];
    expect(ends(a, [a], [b])).toBe(false);
    expect(ends(a, [a], [a, b])).toBe(false);
    expect(ends(a, [a], [b, added(90, 'A')])).toBe(true);
  });
  test('are not asked for what is no end, or where the other has none', () => {
    const [a, b] = [added(0, 'A'), added(9, 'B')];
    expect(ends(a, [a, b], [removed(9, 'C')])).toBe(true);
    expect(ends(a, [a], [])).toBe(true);
    expect(ends(a, [a], [saw(0, 'B', { where: 'p#n' })])).toBe(true);
  });
});
