import { describe, expect, test } from 'vitest';
import type { Perceived } from '../../src/model.ts';
import {
  isNewLabel,
  isTakenDown,
  isWaiting,
  looksTheSame,
  repeatedClaims,
  samePlace,
  says,
} from '../../src/signals/messages.ts';
import { comparison } from '../support/comparisons.ts';
import { observation, REFUSING, saw } from '../support/drives.ts';

const attribute = (text: string, before = '', where = 'button#b'): Perceived =>
  saw(0, text, { kind: 'attribute', where, before });

test('what says something is a text, a dialog, a notification, a title or a drawing with words', () => {
  for (const kind of ['text-added', 'alert', 'confirm', 'prompt', 'notification', 'title', 'canvas'] as const) {
    expect([says(saw(0, 'Hi', { kind })), says(saw(0, '', { kind }))]).toEqual([true, false]);
  }
  for (const kind of [
    'text-removed',
    'value',
    'state',
    'style',
    'attribute',
    'download',
    'navigation',
    'focus',
  ] as const) {
    expect(says(saw(0, 'Hi', { kind }))).toBe(false);
  }
});

test('a new label is the first text of a control', () => {
  const on = { tag: 'button', selector: 'button#ok' };
  const refused = observation(REFUSING, {
    coverage: {
      controls: [
        { on: { tag: 'a', selector: 'a' }, name: '', reached: true },
        { on, name: '', reached: true },
      ],
      budgetSpent: false,
    },
  });
  const isNew = (over: Partial<Perceived>): boolean =>
    isNewLabel(saw(0, 'OK', { where: 'button#ok', ...over }), comparison({ refused }));
  expect(isNew({})).toBe(true);
  expect(isNew({ where: 'p#m' })).toBe(false);
  expect(isNew({ before: 'Save' })).toBe(false);
  expect(isNew({ kind: 'title' })).toBe(false);
});

describe('waiting', () => {
  test.each([
    saw(0, 'Saving…'),
    attribute('disabled='),
    attribute('inert='),
    attribute('aria-disabled=true'),
    attribute('aria-busy=true'),
    saw(0, 'disabled=', { kind: 'state', before: '' }),
    saw(0, 'class=loading', { kind: 'style', before: '' }),
    attribute('style=x', '', 'div.spinner'),
    attribute('hidden=', 'hidden=', 'div.spinner'),
  ])('is %j', (entry) => {
    expect(isWaiting(entry)).toBe(true);
  });
  test.each([
    saw(0, 'Saved'),
    saw(0, 'disabled=', { kind: 'value' }),
    saw(0, 'loading', { kind: 'download' }),
    attribute('title=disabled'),
    attribute('class=red'),
    attribute('hidden=', '', 'div.spinner'),
    attribute('hidden=', 'hidden=', 'div.box'),
    attribute('style=x', 'style=x', 'div.spinner'),
    attribute('disabled=', 'disabled='),
    attribute('class=a hidden', 'class=a hidden', 'div.spinner'),
  ])('is not %j', (entry) => {
    expect(isWaiting(entry)).toBe(false);
  });
  test('of a spinner is that it comes up, whatever its last word', () => {
    expect(isWaiting(attribute('class=not hidden', '', 'div.spinner'))).toBe(true);
  });
});

describe('one place', () => {
  test('is one element, and one of its texts or attributes', () => {
    const added = saw(0, 'a');
    expect(samePlace(added, saw(9, 'b', { kind: 'text-removed' }))).toBe(true);
    expect(samePlace(added, saw(9, 'b', { where: 'p#n' }))).toBe(false);
    expect(samePlace(added, saw(9, 'b', { kind: 'value' }))).toBe(false);
    expect(samePlace(saw(0, 'a', { kind: 'value' }), added)).toBe(false);
    expect(samePlace(saw(0, 'a', { kind: 'value' }), saw(0, 'b', { kind: 'value' }))).toBe(true);
    expect(samePlace(attribute('title=a'), attribute('title=b'))).toBe(true);
    expect(samePlace(attribute('title=a'), attribute('', 'title=a'))).toBe(true);
    expect(samePlace(attribute(''), attribute('', 'title=a'))).toBe(false);
    expect(samePlace(attribute('title=a'), attribute('alt=a'))).toBe(false);
    expect(samePlace(attribute('data-title=a'), attribute('title=a'))).toBe(false);
    expect(samePlace(attribute('t=a'), attribute('a b=a'))).toBe(false);
    expect(samePlace(attribute('a b=a'), attribute('x c=a'))).toBe(true);
    expect(samePlace(attribute('title=a'), saw(0, 'title=a', { kind: 'style', where: 'button#b' }))).toBe(false);
    const bare = (kind: Perceived['kind']): Perceived => ({ at: 0, step: 1, kind, where: 'b', text: '' });
    expect(samePlace(bare('value'), bare('value'))).toBe(true);
    expect(samePlace(bare('value'), { ...bare('value'), text: 'x=1' })).toBe(false);
  });
  test('is taken down by any change of it, or where its text goes with what held it', () => {
    const message = saw(0, 'Saved');
    const removed = (text: string, before?: string) => saw(9, text, { kind: 'text-removed', where: 'div', before });
    expect(isTakenDown(message, [saw(9, 'Other', { where: 'p#n' }), saw(9, 'Next')])).toBe(true);
    expect(isTakenDown(message, [removed('Saved')])).toBe(true);
    expect(isTakenDown(message, [removed('', 'Saved')])).toBe(true);
    expect(isTakenDown(message, [removed('Other')])).toBe(false);
    expect(isTakenDown(message, [removed('Saved', 'Other')])).toBe(false);
    expect(isTakenDown(message, [saw(9, 'Saved', { where: 'div' })])).toBe(false);
    expect(isTakenDown(message, [])).toBe(false);
  });
});

test('two worlds look the same where neither shows nor puts back anything of its own', () => {
  const one = [saw(20, 'x')];
  expect(looksTheSame(comparison({ shownRefused: one, putUp: one }))).toBe(true);
  for (const key of ['onlyRefused', 'onlyAccepted', 'restoredRefused', 'restoredAccepted'] as const) {
    expect(looksTheSame(comparison({ [key]: one }))).toBe(false);
  }
  expect(looksTheSame(comparison({ onlyRefused: one, onlyAccepted: one }))).toBe(false);
  expect(looksTheSame(comparison({ onlyRefused: one, restoredRefused: one }))).toBe(false);
  expect(looksTheSame(comparison({ onlyRefused: one, restoredAccepted: one }))).toBe(false);
});

test('a claim is repeated in the same kind and words', () => {
  const claims = [saw(20, 'Saved')];
  const same = saw(900, 'Saved', { where: 'p#n' });
  const shownRefused = [saw(20, 'Stored'), saw(20, 'Saved', { kind: 'alert' }), same];
  expect(repeatedClaims(comparison({ claims, shownRefused }))).toEqual([same]);
});
