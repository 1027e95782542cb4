import { describe, expect, test } from 'vitest';
import { analyzeSkillText, hasIgnoreMarker } from '../../src/skill/analyze-skill-text.ts';

const BAD = 'Write(/sessions/abc/r.md)';
const lines = (...all: string[]) => all.join('\n');
const at = (text: string) => analyzeSkillText(text, 'SKILL.md').map((found) => `${found.line}:${found.rule}`);
const wrapped = (marker: string): readonly string[] => [
  `analyze-skill: ${marker}`,
  `  analyze-skill: ${marker}  `,
  `<!-- analyze-skill: ${marker} -->`,
  `<!--analyze-skill: ${marker}-->`,
  `[//]: # (analyze-skill: ${marker})`,
  `# analyze-skill: ${marker}`,
  `- analyze-skill: ${marker}`,
  `* <!-- analyze-skill: ${marker} -->`,
];
const inProse = (marker: string): readonly string[] => [
  `Add \`analyze-skill: ${marker}\` to skip a line.`,
  `analyze-skill: ${marker} please`,
  `see analyze-skill: ${marker}`,
  `\`analyze-skill: ${marker}\``,
  `analyze-skill: ${marker}d`,
];

test.each(wrapped('ignore-next-line'))('next line: %s', (marker) => {
  expect(at(lines(marker, BAD, BAD))).toEqual(['3:sessions-path-to-file-tool']);
});
test('next line silences neither its own line nor one further on', () => {
  expect(at(lines(BAD, 'analyze-skill: ignore-next-line', '', BAD))).toEqual([
    '1:sessions-path-to-file-tool',
    '4:sessions-path-to-file-tool',
  ]);
});
test.each(wrapped('ignore-start'))('start: %s', (marker) => {
  expect(at(lines(BAD, marker, BAD, 'analyze-skill: ignore-end', BAD))).toEqual([
    '1:sessions-path-to-file-tool',
    '5:sessions-path-to-file-tool',
  ]);
});
test.each(wrapped('ignore-end'))('end: %s', (marker) => {
  expect(at(lines('analyze-skill: ignore-start', BAD, marker, BAD))).toEqual(['4:sessions-path-to-file-tool']);
});
test.each(wrapped('ignore'))('whole file: %s', (marker) => {
  const text = lines(BAD, 'analyze-skill: ignore-start', BAD, marker);
  expect(at(text)).toEqual([]);
  expect(hasIgnoreMarker(text)).toBe(true);
});
test.each(['ignore', 'ignore-next-line', 'ignore-start'].flatMap(inProse))(
  'documentation of a marker is none: %s',
  (line) => {
    expect(at(lines(line, BAD))).toEqual(['2:sessions-path-to-file-tool']);
    expect(hasIgnoreMarker(line)).toBe(false);
  },
);

describe('a fence that nothing closes', () => {
  test('is a finding and silences to the end all the same', () => {
    expect(at(lines(BAD, 'analyze-skill: ignore-start', BAD))).toEqual([
      '1:sessions-path-to-file-tool',
      '2:unclosed-ignore-fence',
    ]);
  });
  test('is found without any path in the text', () => {
    expect(at('a\n<!-- analyze-skill: ignore-start -->\n')).toEqual(['2:unclosed-ignore-fence']);
  });
  test('is the outer one of two', () => {
    expect(
      at(lines('# analyze-skill: ignore-start', '# analyze-skill: ignore-start', '# analyze-skill: ignore-end')),
    ).toEqual(['1:unclosed-ignore-fence']);
  });
  test('an end without a start changes nothing', () => {
    expect(at(lines('analyze-skill: ignore-end', BAD))).toEqual(['2:sessions-path-to-file-tool']);
  });
});

test('a scoped marker is no file-wide one', () => {
  expect(hasIgnoreMarker('analyze-skill: ignore-next-line\nanalyze-skill: ignore-start')).toBe(false);
});
