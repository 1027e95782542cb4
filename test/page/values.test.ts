import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { compilePage } from './support/visit.ts';

type ValuesFor = (
  field: Element,
  wish: { token: string; ordinal: number; hint: string; prose: string; around: string; round: number },
) => string[];
type FromPattern = (pattern: string, seed: number, more: number) => string | null;

let window: JSDOM['window'];
let valuesFor: ValuesFor;
let fromPattern: FromPattern;

beforeAll(async () => {
  window = new JSDOM('', { runScripts: 'outside-only' }).window;
  const values = await compilePage('src/page/person/values/value-for.ts', 'valuesFor');
  valuesFor = window.eval(values) as ValuesFor;
  fromPattern = window.eval(await compilePage('src/page/person/values/from-pattern.ts', 'fromPattern')) as FromPattern;
});

/** The first candidate under which the field is valid, lengths as a person's typing would be held to them; null if none is. */
function accepted(attributes: Readonly<Record<string, string>>, ordinal: number): string | null {
  const input = window.document.createElement('input');
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  for (const value of valuesFor(input, { token: 'svq00a', ordinal, hint: '', prose: '', around: '', round: 0 })) {
    input.value = value;
    const long = 'maxlength' in attributes && input.value.length > Number(attributes.maxlength);
    const short = 'minlength' in attributes && input.value.length < Number(attributes.minlength);
    if (input.value !== '' && input.checkValidity() && !long && !short) return input.value;
  }
  return null;
}

const ordinal = fc.nat(400);
const runs = { numRuns: 150 };

describe('values satisfy the field', () => {
  test.each(['text', 'search', 'tel', 'url', 'email', 'password'])('%s within any lengths', (type) => {
    // The shortest address has three characters, and an address line ends at 254 (RFC 5321).
    const least = type === 'email' || type === 'url' ? 8 : 0;
    const most = type === 'email' ? 60 : 300;
    const lengths = fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(lengths, ordinal, ([min, more], n) => {
        const maxlength = String(Math.max(least + 20, min + more, 1));
        expect(accepted({ type, required: '', minlength: String(min), maxlength }, n)).not.toBeNull();
      }),
      runs,
    );
  });

  test.each(['number', 'range'])('%s with any limits and step', (type) => {
    const places = fc.constantFrom(1, 10, 100);
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: 500 }),
        fc.nat(300),
        fc.integer({ min: 1, max: 50 }),
        places,
        ordinal,
        (low, steps, step, scale, n) => {
          const [min, max] = [low / scale, (low + steps * step) / scale];
          const attributes = { type, required: '', min: String(min), max: String(max), step: String(step / scale) };
          expect(accepted(attributes, n)).not.toBeNull();
        },
      ),
      runs,
    );
  });

  const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const DATES: readonly (readonly [string, (date: Date) => string])[] = [
    ['date', (date) => date.toISOString().slice(0, 10)],
    ['datetime-local', (date) => date.toISOString().slice(0, 16)],
    ['month', (date) => date.toISOString().slice(0, 7)],
  ];
  test.each(DATES)('%s between two days', (type, write) => {
    fc.assert(
      fc.property(day, fc.nat(4_000), ordinal, (from, days, n) => {
        const until = new Date(from.getTime() + days * 86_400_000);
        expect(accepted({ type, required: '', min: write(from), max: write(until) }, n)).not.toBeNull();
      }),
      runs,
    );
  });

  test('time and week', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 22 }), fc.integer({ min: 1, max: 50 }), ordinal, (hour, week, n) => {
        const pad = (value: number): string => String(value).padStart(2, '0');
        expect(
          accepted({ type: 'time', required: '', min: `${pad(hour)}:00`, max: `${pad(hour + 1)}:30` }, n),
        ).not.toBeNull();
        expect(
          accepted({ type: 'week', required: '', min: `2026-W${pad(week)}`, max: `2027-W${pad(week)}` }, n),
        ).not.toBeNull();
      }),
      runs,
    );
  });

  const PATTERNS = [
    '[A-Z]{3}-\\d{4}',
    '\\d{5}(-\\d{4})?',
    '[a-z0-9._%+\\-]+@[a-z0-9.\\-]+\\.[a-z]{2,4}',
    '(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}',
    '^\\+?[0-9\\s\\-\\(\\)]{10,}$',
    '#[0-9a-fA-F]{6}',
    '(red|green|blue)',
    'https://.*',
    '[A-Za-z ]{2,30}',
    '[^<>]{1,20}',
    '\\p{Lu}\\p{L}+',
    '(?:[01]\\d|2[0-3]):[0-5]\\d',
    '[1-9][0-9]*(\\.[0-9]{2})?',
    'INV\\u002d\\d{6}',
    '\\S+ \\S+',
    '[\\w.]{4}',
  ];
  test.each(PATTERNS)('the pattern %s', (pattern) => {
    for (let n = 0; n < 20; n++) expect(accepted({ type: 'text', required: '', pattern }, n)).not.toBeNull();
  });

  test('patterns made of classes, groups and repetitions', () => {
    const piece = fc.constantFrom('[a-f]', '\\d', '[A-Z0-9]', 'x', '(ab|cd)', '\\w', '-', '(?:q\\d)');
    const count = fc.constantFrom('', '?', '{2}', '{1,3}', '+', '*');
    const pattern = fc
      .array(
        fc.tuple(piece, count).map(([a, b]) => a + b),
        { minLength: 1, maxLength: 6 },
      )
      .map((all) => `k${all.join('')}`);
    fc.assert(
      fc.property(pattern, ordinal, (text, n) => {
        expect(accepted({ type: 'text', pattern: text }, n)).not.toBeNull();
      }),
      runs,
    );
  });

  test('a pattern and lengths together', () => {
    expect(accepted({ pattern: '[a-z]+', minlength: '12', maxlength: '14' }, 3)).not.toBeNull();
    expect(accepted({ pattern: '\\d*', minlength: '9' }, 3)).not.toBeNull();
  });

  test('a pattern too deep, or written by no one in their right mind, gives no guess and no harm', () => {
    expect(fromPattern('('.repeat(500) + ')'.repeat(500), 1, 1)).toBeNull();
    expect(fromPattern('[', 1, 1)).toBeNull();
    expect(fromPattern('(a{1000}){1000}', 1, 60)!.length).toBeLessThan(10_000);
  });

  test('a list offers its last value', () => {
    const { document } = window;
    document.body.innerHTML = '<input list=l><datalist id=l><option value=one><option value=two></datalist>';
    const field = document.querySelector('input')!;
    expect(valuesFor(field, { token: 'svq00a', ordinal: 1, hint: '', prose: '', around: '', round: 0 })[0]).toBe('two');
  });

  test('a text is as long as what stands around it says', () => {
    const { document } = window;
    document.body.innerHTML = '<textarea></textarea>';
    const field = document.querySelector('textarea')!;
    const wish = { token: 'svq00a', ordinal: 1, hint: '', prose: '', round: 0 };
    const first = (around: string): string => valuesFor(field, { ...wish, around })[0]!;
    expect(first('0 / 50 words').split(' ')).toHaveLength(50);
    expect(first('Mindestens 120 Zeichen')).toHaveLength(120);
    expect(first('At least 2,000 words')).toBe(first(''));
    expect(first('3 wordsmiths')).toBe(first(''));
  });

  test('canaries survive where there is room', () => {
    expect(accepted({ type: 'email' }, 1)).toBe('svq00a@example.com');
    expect(accepted({ type: 'url' }, 1)).toContain('svq00a');
    expect(accepted({ type: 'text', minlength: '50' }, 1)).toContain('svq00a');
  });
});
