import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Source } from '../../src/model.ts';
import { readMarkersOf } from '../../src/verify/suppressions.ts';

const source = (text: string, siblings: Source['siblings'] = {}, path = 'out/a.html'): Source => ({
  path,
  language: 'html',
  text,
  sha256: '',
  siblings,
});
const LOST = 'artifact-write-back-lost';
const WORD = 'savecheck-ignore-next-line';

describe('a suppression comment', () => {
  test.each([
    [`<!-- ${WORD} ${LOST}: kept on the host -->`, 'kept on the host'],
    [`// ${WORD} ${LOST}: why: because`, 'why: because'],
    [`  /* ${WORD} ${LOST}: why */`, 'why'],
    [`{/* ${WORD} ${LOST}: why */}`, 'why'],
    [`# ${WORD} ${LOST}: why`, 'why'],
    [`#${WORD} ${LOST}:why`, 'why'],
  ])('%s', (line, reason) => {
    const { markers, faults } = readMarkersOf(source(`first\n${line}\nthird\n`));
    expect(markers).toEqual([{ path: 'out/a.html', line: 2, covers: 3, rule: LOST, reason }]);
    expect(faults).toEqual([]);
  });

  test.each([
    [`// ${WORD} ${LOST}`, /reason is missing/],
    [`// ${WORD} ${LOST}:   `, /reason is missing/],
    [`<!-- ${WORD} ${LOST}: -->`, /reason is missing/],
    [`// ${WORD}: because`, /no rule is named/],
    [`// ${WORD}`, /no rule is named/],
    [`// ${WORD} artifact-write-back-lots: why`, /Unknown rule: artifact-write-back-lots/],
  ])('without effect, and said: %s', (line, words) => {
    const { markers, faults } = readMarkersOf(source(`${line}\nnext`));
    expect(markers).toEqual([]);
    expect(faults).toEqual([expect.stringMatching(words)]);
    expect(faults[0]).toMatch(/^out\/a\.html:1: /);
  });

  test('outside a comment it is text', () => {
    expect(readMarkersOf(source(`say "${WORD} ${LOST}: no"\n<p>${WORD} ${LOST}: no`)).markers).toEqual([]);
  });

  test('stacked comments speak for the same line; any line end counts', () => {
    const text = `// ${WORD} ${LOST}: a\r\n// ${WORD} artifact-write-back-suspect: b\rfetch()`;
    expect(readMarkersOf(source(text)).markers.map(({ covers }) => covers)).toEqual([3, 3]);
  });

  test('siblings are read under their own paths', () => {
    const { markers } = readMarkersOf(source('', { '../lib/x.js': `\n// ${WORD} ${LOST}: why\n` }));
    expect(markers).toMatchObject([{ path: 'lib/x.js', line: 2, covers: 3 }]);
  });

  test('a reason is one clean line', () => {
    const { markers } = readMarkersOf(source(`// ${WORD} ${LOST}: a\u001b[31m\u202eb\n`));
    expect(markers[0]?.reason).toBe('a[31mb');
  });

  test('any text: never throws, lines are in range', () => {
    const piece = fc.constantFrom(WORD, LOST, '//', '<!--', '-->', ':', ' ', '\n', '\r', '*/', '#', 'x', '\t');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\n|\r/).length;
        for (const { line, covers, reason } of readMarkersOf(source(text)).markers) {
          expect(line).toBeLessThanOrEqual(lines);
          expect(covers).toBeGreaterThan(line);
          expect(reason).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});
