import { describe, expect, test } from 'vitest';
import { Budget } from '../../../src/interpreter/machine/budget.ts';
import { OWN_FILE } from '../../../src/interpreter/trees/program-facts.ts';
import { ENTRY_STEPS, PROGRAM_STEPS, RESERVED_STEPS, RUN_STEPS } from '../../../src/limits.ts';

/** Steps a file gets in entries, one after another, until it has had all. */
function drained(budget: Budget, file: string, isProgram = true): number {
  let steps = 0;
  for (let entry = 0; entry < 1_000 && !budget.isExhausted(file); entry += 1) {
    budget.startEntry(isProgram, file);
    expect(() => {
      for (;;) {
        budget.spend(100);
        steps += 100;
      }
    }).toThrow();
  }
  return steps;
}
const near = (steps: number) => Math.round(steps / 10_000) * 10_000;

describe('the steps of a run', () => {
  test('are all common where there is one file', () => {
    const budget = new Budget();
    expect(near(drained(budget, OWN_FILE))).toBe(RUN_STEPS);
    expect(budget.isExhausted(OWN_FILE)).toBe(true);
  });

  test('leave something for the page when files beside it took all they could get', () => {
    const budget = new Budget(new Set(['a.js', 'b.js']));
    expect(near(drained(budget, 'a.js'))).toBe(RUN_STEPS + RESERVED_STEPS / 2);
    expect(budget.isExhausted(OWN_FILE)).toBe(false);
    expect(near(drained(budget, 'b.js'))).toBe(RESERVED_STEPS / 2);
    expect(near(drained(budget, OWN_FILE))).toBe(RESERVED_STEPS);
    for (const file of ['a.js', 'b.js', OWN_FILE]) expect(budget.isExhausted(file)).toBe(true);
  });

  test('are shared out to an entry as its kind says', () => {
    const budget = new Budget();
    const one = (isProgram: boolean): number => {
      let steps = 0;
      budget.startEntry(isProgram, OWN_FILE);
      expect(() => {
        for (;;) {
          budget.spend(100);
          steps += 100;
        }
      }).toThrow();
      return steps;
    };
    expect(one(false)).toBe(ENTRY_STEPS);
    expect(one(true)).toBe(PROGRAM_STEPS);
  });
});
