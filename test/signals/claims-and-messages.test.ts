import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../src/contracts.ts';
import type { Perceived } from '../../src/model.ts';
import { claimAllTheSame } from '../../src/signals/claim-all-the-same.ts';
import { claimBeforeAnswer } from '../../src/signals/claim-before-answer.ts';
import { claimWithheld } from '../../src/signals/claim-withheld.ts';
import { contradictedClaim } from '../../src/signals/contradicted-claim.ts';
import { failureShown } from '../../src/signals/failure-shown.ts';
import { identicalOutcome } from '../../src/signals/identical-outcome.ts';
import { waitingState } from '../../src/signals/waiting-state.ts';
import { comparison } from '../support/comparisons.ts';
import { attribute, observation, REFUSING, saw } from '../support/drives.ts';

const elsewhere = { where: 'p#n' } as const;
const removed = (after: number, text: string, over: Partial<Perceived> = {}): Perceived =>
  saw(after, text, { ...over, kind: 'text-removed' });
const onControl = observation(REFUSING, {
  coverage: { controls: [{ on: { tag: 'p', selector: 'p#m' }, name: '', reached: true }], budgetSpent: false },
});

describe('a claim before the answer', () => {
  const read = (over: Partial<Comparison>) => claimBeforeAnswer.read(comparison(over));
  const claim = saw(0, 'Saved!');

  test('is put up and left standing', () => {
    expect(read({ putUp: [saw(0, 'Hi', elsewhere), claim] })).toEqual({
      code: 'claim-before-answer',
      claim: 'Saved!',
      at: 1000,
    });
    expect(read({ putUp: [saw(0, 'Hi')] })).toBeNull();
    expect(read({ putUp: [saw(0, 'saved', { kind: 'style' })] })).toBeNull();
    expect(read({ putUp: [claim], refused: onControl })).toBeNull();
  });
  test('is none that is taken back before the answer or because of it', () => {
    expect(read({ putUp: [claim, removed(10, 'Saved!')] })).toBeNull();
    expect(read({ putUp: [removed(0, 'Saved!', elsewhere), claim] })).not.toBeNull();
    expect(read({ putUp: [claim], restoredRefused: [removed(20, 'Saved!')] })).toBeNull();
    expect(read({ putUp: [claim], onlyRefused: [removed(20, 'Saved!')] })).toBeNull();
  });
  test('is none where the refusal says anything but another claim, or that it waits', () => {
    const following = (entry: Perceived) => read({ putUp: [claim], onlyRefused: [entry] });
    expect(following(saw(20, 'Upload failed', elsewhere))).toBeNull();
    expect(following(saw(20, 'class=error', { ...elsewhere, kind: 'style' }))).toBeNull();
    expect(following(saw(20, 'Hm', elsewhere))).toBeNull();
    expect(following(saw(20, 'class=blue', { ...elsewhere, kind: 'style' }))).not.toBeNull();
    expect(following(saw(20, 'Saving…', elsewhere))).not.toBeNull();
    expect(following(saw(20, 'Stored', elsewhere))).not.toBeNull();
  });
});

describe('a claim all the same', () => {
  const claims = [saw(20, 'Saved note 7')];
  const shown = (text: string, over: Partial<Perceived> = {}) => saw(20, text, over);
  const read = (shownRefused: Perceived[], over: Partial<Comparison> = {}) =>
    claimAllTheSame.read(comparison({ claims, shownRefused, onlyAccepted: [saw(30, 'Synced', elsewhere)], ...over }));

  test('is the claim of acceptance, but for what an answer fills in', () => {
    expect(read([shown('Hi', elsewhere), shown('Saved note undefined')])).toEqual({
      code: 'claim-all-the-same',
      claim: 'Saved note undefined',
      at: 1020,
    });
    for (const text of ['SAVED note 12', 'Saved note null', 'Saved note NaN!', 'saved, note: undefined'])
      expect(read([shown(text)])).not.toBeNull();
    for (const text of ['Saved notes 7', 'Savednote', 'Note saved', 'Saved a note'])
      expect(read([shown(text)])).toBeNull();
    expect(read([shown('Saved note 7', { kind: 'alert' })])).toBeNull();
  });
  test('may lack the end that acceptance gives it, as long as it claims', () => {
    expect(read([shown('Saved')])).not.toBeNull();
    expect(read([shown('Note')], { claims: [shown('Note saved')] })).toBeNull();
    expect(read([shown('Saved')], { onlyRefused: [shown('Saved'), shown('Hm', elsewhere)] })).toBeNull();
    const long = Array.from({ length: 30 }, () => 'word').join(' ');
    const claims = [shown(`Saved ${long}`)];
    expect(read([shown(`Saved ${long}`)], { claims })).not.toBeNull();
    expect(read([shown(`Saved ${long.slice(0, 40)}`)], { claims })).not.toBeNull();
  });
  test('reads words apart', () => {
    expect(read([shown('Saved notebook')], { claims: [shown('Saved note book')] })).toBeNull();
  });
  test('reads letters with their marks', () => {
    const marked = [shown('Saved cafe\u0301 1')];
    expect(read([shown('Saved cafe\u0301 2')], { claims: marked })).not.toBeNull();
    expect(read([shown('Saved cafe\u0300 2')], { claims: marked })).toBeNull();
  });
  test('says that it is one, in words, and stays', () => {
    expect(read([shown('Hello')], { claims: [shown('Hello')] })).toBeNull();
    expect(read([shown('saved', { kind: 'style' })], { claims: [shown('saved', { kind: 'style' })] })).toBeNull();
    expect(read([shown('Saved note 7')], { refused: onControl })).toBeNull();
    expect(read([shown('Saved note 7'), saw(90, 'Other')])).toBeNull();
    expect(read([saw(10, 'Old'), shown('Saved note 7')])).not.toBeNull();
  });
  test('is spoken against by anything else of the refusing world alone', () => {
    const own = shown('Saved note undefined');
    expect(read([own], { onlyRefused: [own] })).not.toBeNull();
    expect(read([own], { onlyRefused: [own, shown('Hm', elsewhere)] })).toBeNull();
    expect(read([own], { onlyRefused: [shown('class=red', { kind: 'style' })] })).toBeNull();
    expect(read([own], { onlyAccepted: [] })).toBeNull();
  });
});

describe('a contradicted claim', () => {
  const message = saw(20, 'Server error', elsewhere);
  const claim = saw(40, 'Saved');
  const read = (own: Perceived[], over: Partial<Comparison> = {}) =>
    contradictedClaim.read(
      comparison({ claims: own, shownRefused: [message, ...own], onlyRefused: [message], ...over }),
    );

  test('comes with the message or after it', () => {
    expect(read([claim])).toEqual({ code: 'contradicted-claim', message: 'Server error', claim: 'Saved', at: 1040 });
    expect(read([saw(20, 'Saved')])).not.toBeNull();
  });
  test('is none where the message comes after the claim, be it at the same moment', () => {
    const claimedFirst = (claim: Perceived, stood: Perceived[]) =>
      read([claim], { shownRefused: [claim, message], stoodRefused: [...stood, message] });
    const [same, earlier] = [saw(20, 'Saved'), saw(19, 'Saved')];
    expect(claimedFirst(same, [])).toBeNull();
    expect(claimedFirst(earlier, [earlier])).toBeNull();
    expect(claimedFirst(same, [same])).not.toBeNull();
  });
  test('is no new label, and no claim that acceptance does not make', () => {
    expect(read([claim], { refused: onControl })).toBeNull();
    expect(read([claim], { claims: [] })).toBeNull();
  });
  test('contradicts a message of the write itself, in words', () => {
    expect(read([claim], { shownRefused: [claim] })).toBeNull();
    const mark = saw(20, 'class=error', { ...elsewhere, kind: 'style' });
    expect(read([claim], { shownRefused: [mark, claim], onlyRefused: [mark] })).toBeNull();
    const another = saw(20, 'Stored', elsewhere);
    expect(read([claim], { shownRefused: [another, claim], onlyRefused: [another] })).toBeNull();
  });
  test('without a claiming word has to replace the message', () => {
    const at = (after: number, text: string, over: Partial<Perceived> = elsewhere) => read([saw(after, text, over)]);
    expect(at(40, 'Viola')).not.toBeNull();
    expect(at(20, 'Viola')).toBeNull();
    expect(at(40, 'Viola', {})).toBeNull();
    expect(at(40, 'Loading…')).toBeNull();
    expect(at(40, 'Still failed')).toBeNull();
  });
});

describe('a state of waiting', () => {
  const waiting = saw(0, 'Saving…');
  const done = saw(20, 'Saved');
  const read = (over: Partial<Comparison>) =>
    waitingState.read(comparison({ putUp: [waiting], shownAccepted: [done], ...over }));

  test('is left standing by the refusal alone', () => {
    expect(read({})).toEqual({ code: 'waiting-state', waiting: 'Saving…', where: 'p#m', at: 1000 });
    expect(read({ shownRefused: [done] })).toBeNull();
    expect(read({ shownAccepted: [] })).toBeNull();
  });
  test('is none that ends before the answer, nor any other text', () => {
    expect(read({ putUp: [waiting, saw(10, 'Wait')] })).toBeNull();
    expect(read({ putUp: [saw(0, 'Old', elsewhere), waiting] })).not.toBeNull();
    expect(read({ putUp: [removed(0, 'Hint'), waiting] })).not.toBeNull();
    expect(read({ putUp: [saw(0, 'Hello')] })).toBeNull();
  });
});

describe('a failure shown', () => {
  const read = (over: Partial<Comparison>) => failureShown.read(comparison(over));
  const mark = attribute(20, 'style', 'class', 'red', null);

  test('is best told by failing words, then by any, then by a mark', () => {
    const [word, failure] = [saw(20, 'Hm', elsewhere), saw(30, 'Not saved')];
    expect(read({ onlyRefused: [mark, word, failure] })).toEqual({
      code: 'failure-shown',
      told: 'Not saved',
      kind: 'text-added',
      where: 'p#m',
      at: 1030,
    });
    expect(read({ onlyRefused: [mark, word] })).toMatchObject({ told: 'Hm' });
    expect(read({ onlyRefused: [mark] })).toMatchObject({ told: 'class=red' });
    expect(read({ onlyRefused: [saw(20, 'class=error', { kind: 'style' }), word] })).toMatchObject({ told: 'Hm' });
    expect(read({ onlyAccepted: [failure] })).toBeNull();
  });
  test('is what takes an act back, but not what ends the waiting', () => {
    const row = saw(0, 'Milk', { where: 'li' });
    const gone = removed(20, 'Milk', { where: 'li' });
    expect(read({ putUp: [saw(0, 'Saving…'), row], restoredRefused: [gone] })).toMatchObject({ told: 'Milk' });
    expect(read({ putUp: [row, saw(0, 'Saving…')], restoredRefused: [removed(20, 'Saving…')] })).toBeNull();
  });
});

describe('a claim withheld', () => {
  const read = (over: Partial<Comparison>) => claimWithheld.read(comparison(over));
  const field = saw(20, '', { kind: 'value', where: 'textarea#t', before: 'x' });

  test('is best told by words of acceptance; what either world puts back will do', () => {
    expect(read({ onlyAccepted: [field, saw(30, 'Saved')] })).toEqual({
      code: 'claim-withheld',
      claim: 'Saved',
      kind: 'text-added',
      where: 'p#m',
      at: 1030,
    });
    expect(read({ onlyAccepted: [field] })).toMatchObject({ kind: 'value' });
    expect(read({ restoredAccepted: [field] })).toMatchObject({ kind: 'value' });
    expect(read({ restoredRefused: [field] })).toMatchObject({ kind: 'value' });
    expect(read({ onlyRefused: [field] })).toBeNull();
    expect(read({})).toBeNull();
  });
});

describe('an outcome that looks the same', () => {
  const read = (over: Partial<Comparison>) => identicalOutcome.read(comparison(over));
  const claim = saw(20, 'Saved');

  test('names the claim of both worlds, else what they say, else when it was written', () => {
    const hello = saw(20, 'Hello', elsewhere);
    expect(read({ claims: [hello, claim], shownRefused: [hello, claim] })).toEqual({
      code: 'identical-outcome',
      claim: 'Saved',
      at: 1020,
      stands: true,
    });
    expect(read({ claims: [hello], shownRefused: [hello] })).toEqual({
      code: 'identical-outcome',
      claim: 'Hello',
      at: 1020,
    });
    expect(read({ putUp: [saw(0, 'x', { kind: 'value' }), hello] })).toMatchObject({ claim: 'Hello' });
    expect(read({ shownRefused: [claim] })).toEqual({ code: 'identical-outcome', at: 1000 });
    expect(read({ inRefused: [] })).toEqual({ code: 'identical-outcome', at: 0 });
    expect(read({ onlyAccepted: [claim] })).toBeNull();
  });

  test('says that a claim stands where no failure follows it', () => {
    const failure = saw(40, 'Could not be saved', elsewhere);
    const shown = [claim, failure];
    expect(read({ claims: shown, shownRefused: shown })).toEqual({
      code: 'identical-outcome',
      claim: 'Saved',
      at: 1020,
    });
  });
});
