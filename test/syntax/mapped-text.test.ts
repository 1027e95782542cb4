import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceText, TextBuilder, wholeText } from '../../src/syntax/mapped-text.ts';

describe('mapped text', () => {
  it('maps copies to where they stand and atoms to one place', () => {
    const file = wholeText('a&quot;b');
    const text = new TextBuilder().copy(file, 0, 1).atom('"', 1).copy(file, 7, 8).build();
    expect(text.text).toBe('a"b');
    expect([0, 1, 2, 3].map((offset) => text.at(offset))).toEqual([0, 1, 7, 8]);
  });

  it('composes: a copy of a copy maps to the file', () => {
    const file = wholeText('0123456789');
    const inner = new TextBuilder().copy(file, 5, 10).copy(file, 0, 5).build();
    const outer = new TextBuilder().hole(3).copy(inner, 4, 6).build();
    expect(outer.text).toBe('__H3__90');
    expect(outer.at(6)).toBe(9);
    expect(outer.at(7)).toBe(0);
    expect(outer.at(2)).toBe(3);
  });

  it('gives back the character of the file for every copied character', () => {
    const piece = fc.tuple(fc.nat(40), fc.nat(40), fc.boolean());
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), fc.array(piece, { maxLength: 8 }), (file, pieces) => {
        let text = wholeText(file);
        for (const [a, b, nested] of pieces) {
          const start = Math.min(a, b, text.text.length);
          const end = Math.min(Math.max(a, b), text.text.length);
          const builder = new TextBuilder().copy(text, start, end).copy(text, 0, start);
          text = nested ? sliceText(builder.build(), 0, builder.length) : builder.build();
        }
        for (let i = 0; i < text.text.length; i++) expect(file[text.at(i)]).toBe(text.text[i]);
      }),
      { numRuns: 200 },
    );
  });
});
