import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clean, escapeMarkup } from '../src/untrusted.ts';

test('keeps words of any language and drops what steers', () => {
  expect(clean('  Gespeichert \n\t 保存しました  ')).toBe('Gespeichert 保存しました');
  expect(clean('a\u202Eb\u200Bc\u001B[31md\u{E0041}e\uFEFF')).toBe('abc[31mde');
  expect(clean('line\u2028two\u2029three\u0085four')).toBe('line two three four');
});

test('caps by length and marks the cut', () => {
  expect(clean('x'.repeat(500), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(clean(`${'x'.repeat(8)}😀😀`, 10)).toBe(`${'x'.repeat(8)}…`);
  expect(clean('short', 10)).toBe('short');
});

test('law: no control or steering character remains, and the cap holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 100 }), (text, cap) => {
      const out = clean(text, cap);
      expect(out.length).toBeLessThanOrEqual(cap);
      expect(out).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    }),
  );
});

test('law: escaped text holds no character that opens markup', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(escapeMarkup(text)).not.toMatch(/[<>"'`]|&(?!amp;|lt;|gt;|quot;|#39;|#96;)/);
    }),
  );
});
