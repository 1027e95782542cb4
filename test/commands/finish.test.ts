import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../src/commands/finish.ts';
import { takesColor } from '../../src/commands/shell.ts';
import type { Label, Report } from '../../src/model.ts';

const report = (labels: readonly Label[], failures = 0, partial = false) =>
  ({
    verdicts: labels.map((label) => ({ label })),
    failures: Array.from({ length: failures }),
    partial,
    summary: { inconclusive: labels.filter((label) => label === 'inconclusive').length },
  }) as unknown as Report;

describe('exit codes', () => {
  test.each<[Report, readonly Label[], number]>([
    [report([]), ['lost'], 0],
    [report(['clean', 'suspect']), ['lost'], 0],
    [report(['clean', 'lost']), ['lost'], 1],
    [report(['suspect']), ['lost', 'suspect'], 1],
    [report(['clean']), ['clean'], 1],
    [report(['lost']), [], 0],
    [report(['inconclusive']), ['lost'], 3],
    [report(['inconclusive']), ['inconclusive'], 1],
    [report(['lost', 'inconclusive'], 1), ['lost'], 1],
    [report(['lost'], 1), [], 3],
    [report(['clean'], 1), ['lost'], 3],
    [report(['clean'], 0, true), ['lost'], 3],
  ])('%#', (of, failOn, code) => {
    expect(exitCodeOf(of, failOn)).toBe(code);
  });
});

test.each<[boolean, NodeJS.ProcessEnv, boolean]>([
  [true, {}, true],
  [false, {}, false],
  [true, { TERM: 'dumb' }, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: '' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('colours on a terminal (%s) with %j: %s', (isTerminal, env, expected) => {
  expect(takesColor(isTerminal, env)).toBe(expected);
});
