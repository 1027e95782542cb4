import { describe, expect, test } from 'vitest';
import { LOST_CONSEQUENCES, SUSPECT_CONSEQUENCES } from '../../../src/model.ts';
import { countsAs, ruleOf } from '../../../src/pipeline/consequence.ts';
import type { Standing, Weight } from '../../../src/pipeline/judge/label.ts';
import { byLabel, labelOf, worst } from '../../../src/pipeline/judge/label.ts';

const high = (standing: Standing): Weight => ({ standing, confidence: 'high' });
const low = (standing: Standing): Weight => ({ standing, confidence: 'low' });

describe('the worst of several', () => {
  test('lost, unexplained, suspect, inconclusive, clean', () => {
    const order = ['lost', 'unexplained', 'suspect', 'inconclusive', 'clean'] as const;
    for (const [at, each] of order.entries()) {
      expect(worst(order.slice(at).toReversed().map(low)).standing).toBe(each);
    }
    expect(order.map(labelOf)).toEqual(['lost', 'inconclusive', 'suspect', 'inconclusive', 'clean']);
  });
  test('is as sure as the surest of its standing; clean as the least sure, and nothing at all is clean', () => {
    expect(worst([low('suspect'), high('suspect'), high('clean')])).toEqual(high('suspect'));
    expect(worst([low('lost'), high('suspect')])).toEqual(low('lost'));
    expect(worst([low('clean'), high('clean')])).toEqual(low('clean'));
    expect(worst([high('clean'), high('clean')])).toEqual(high('clean'));
    expect(worst([])).toEqual(high('clean'));
  });
  test('what is not known is never sure', () => {
    expect(worst([high('inconclusive')])).toEqual(low('inconclusive'));
    expect(worst([high('unexplained')])).toEqual(low('unexplained'));
  });
  test('labels sort the same way', () => {
    expect((['clean', 'suspect', 'lost', 'clean'] as const).toSorted(byLabel)).toEqual([
      'lost',
      'suspect',
      'clean',
      'clean',
    ]);
  });
});

describe('a consequence', () => {
  test.each(LOST_CONSEQUENCES)('%s is an error', (consequence) => {
    expect(countsAs(consequence)).toEqual({ label: 'lost', rule: 'artifact-write-back-lost', severity: 'error' });
  });
  test.each(SUSPECT_CONSEQUENCES)('%s is advice', (consequence) => {
    expect(countsAs(consequence)).toEqual({
      label: 'suspect',
      rule: 'artifact-write-back-suspect',
      severity: 'advisory',
    });
  });
  test('a label has its rule, clean has none', () => {
    expect((['lost', 'suspect', 'inconclusive', 'clean'] as const).map(ruleOf)).toEqual([
      'artifact-write-back-lost',
      'artifact-write-back-suspect',
      'artifact-write-back-suspect',
      null,
    ]);
  });
});
