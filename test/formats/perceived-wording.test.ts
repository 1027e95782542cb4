import { describe, expect, it } from 'vitest';
import { changeWords } from '../../src/formats/perceived-wording.ts';
import type { Perceived } from '../../src/model.ts';

const change = (entry: Partial<Perceived>): string =>
  changeWords({ at: 0, step: 0, kind: 'attribute', where: '#status', text: '', ...entry });

describe('a perception in words', () => {
  it('tells an attribute that was emptied from one that is gone', () => {
    expect(change({ text: 'class=', before: 'class=busy' })).toBe('#status has an empty class');
    expect(change({ text: 'class=busy', before: 'class=busy' })).toBe('#status loses class');
    expect(change({ text: 'class=error' })).toBe('#status has class=error');
    expect(change({ kind: 'state', text: 'disabled' })).toBe('#status is disabled');
  });
});
