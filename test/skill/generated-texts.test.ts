import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentTypeReferences } from '../../src/skill/agent-type-references.ts';
import { analyzeSkillText } from '../../src/skill/analyze-skill-text.ts';

const PIECES = [
  'Write(/sessions/a/b.md)',
  'Read("/sessions/a.md", limit=3)',
  'Grep(pattern="x", path="/sessions/a")',
  'OUTPUT_PATH=/sessions/a/out',
  'Write the report to /sessions/a/r.md',
  'F=$(find /sessions -name x)',
  'Read($F)',
  'find /sessions > HITS; Read(HITS)',
  '/sessions/a/bare.md',
  'Task(subagent_type="x",',
  'Write(',
  'Never do this.',
  'using the bash tool',
  ', ',
  '; ',
  ' — ',
  '. ',
  '    ',
  '\t',
  '> ',
  '- ',
  '1. ',
  '# ',
  '```',
  '```bash',
  '~~~',
  ')',
  '"',
  '`',
  '{',
  '\u2028',
  '\u0000',
  '😀',
  '\ud800',
];
const MARKERS = ['ignore-next-line', 'ignore-start', 'ignore-end', 'ignore'].flatMap((kind) => [
  `analyze-skill: ${kind}`,
  `<!-- analyze-skill: ${kind} -->`,
]);

const line = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string() }), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
const lines = fc.array(line, { minLength: 2, maxLength: 14 });
const withMarkers = fc.array(fc.oneof({ weight: 6, arbitrary: line }, fc.constantFrom(...MARKERS)), { maxLength: 14 });

const places = (text: string) =>
  analyzeSkillText(text, 'SKILL.md').map(({ rule, line, column }) => ({ rule, line, column }));
const put = (text: readonly string[], at: number, ...more: string[]) => [
  ...text.slice(0, at),
  ...more,
  ...text.slice(at),
];

test('10,000 generated texts are analyzed, and every finding stands in the text', () => {
  let found = 0;
  fc.assert(
    fc.property(withMarkers, fc.constantFrom('\n', '\r\n', '\r'), (all, end) => {
      const text = all.join(end);
      const count = text.split(/\r\n|\n|\r/).length;
      agentTypeReferences(text);
      for (const { line: at, column } of places(text)) {
        found++;
        expect(at).toBeGreaterThan(0);
        expect(at).toBeLessThanOrEqual(count);
        expect(column).toBeGreaterThan(0);
      }
    }),
    { numRuns: 10_000 },
  );
  expect(found).toBeGreaterThan(1_000);
});

test('a next-line marker silences the line after it and no other, wherever it is moved', () => {
  let silenced = 0;
  fc.assert(
    fc.property(lines, fc.nat(), (all, seed) => {
      const at = seed % all.length;
      for (const place of [at, at + 1]) {
        const inert = places(put(all, place, 'analyze-skill: inert').join('\n'));
        const marked = places(put(all, place, 'analyze-skill: ignore-next-line').join('\n'));
        const left = inert.filter((found) => found.line !== place + 2);
        silenced += inert.length - left.length;
        expect(marked).toEqual(left);
      }
    }),
    { numRuns: 3_000 },
  );
  expect(silenced).toBeGreaterThan(300);
});

test('a fence silences what it encloses and no other line, wherever its end is moved', () => {
  let silenced = 0;
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), (all, a, b) => {
      const [start, end] = [a % all.length, b % all.length].sort((x, y) => x - y) as [number, number];
      for (const stop of [end, end + 1]) {
        const fence = (from: string, to: string) => places(put(put(all, stop, to), start, from).join('\n'));
        const inert = fence('analyze-skill: inert', 'analyze-skill: inert');
        const left = inert.filter((found) => found.line < start + 1 || found.line > stop + 2);
        silenced += inert.length - left.length;
        expect(fence('analyze-skill: ignore-start', 'analyze-skill: ignore-end')).toEqual(left);
      }
    }),
    { numRuns: 3_000 },
  );
  expect(silenced).toBeGreaterThan(300);
});

test('a file-wide marker silences everything', () => {
  fc.assert(
    fc.property(withMarkers, fc.nat(), (all, seed) => {
      expect(places(put(all, seed % (all.length + 1), '# analyze-skill: ignore').join('\n'))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['directives', 'Write(/sessions/N/a.md) '],
  ['open directives', 'Write('],
  ['closed nesting', 'Read('],
  ['finds and reads', 'find /sessions/N; Read(README.md); '],
  ['captures', 'V=$(find /sessions/N); Read($W); '],
  ['prose', 'write the report to /sessions/N/r.md, '],
  ['negations', 'not /sessions/N do not other '],
  ['blockquotes', '> '],
  ['commas', '/sessions/N, '],
  ['backticks', '`'],
  ['white space', ' \t'],
  ['agent types', 'subagent_type: N '],
])('a hostile line ends: %s, 200,000 times', (_what, piece) => {
  const build = (count: number) =>
    Array.from({ length: count }, (_, n) => piece.replaceAll('N', String(n))).join('') +
    (piece === 'Read(' ? ')'.repeat(count) : '');
  const text = `${build(200_000)} /sessions/z`;
  const began = process.cpuUsage();
  analyzeSkillText(text, 'SKILL.md');
  expect(agentTypeReferences(text).length).toBeLessThanOrEqual(200_000);
  // Work that grew with the square would take minutes.
  expect(process.cpuUsage(began).user).toBeLessThan(20e6);
});
