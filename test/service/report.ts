import type { Label, Report } from '../../src/model.ts';

/** A report with the given counts and nothing else, for tests about jobs and not about verdicts. */
export function reportOf(counts: Partial<Report['summary']>, over: Partial<Report> = {}): Report {
  const summary = { lost: 0, suspect: 0, clean: 0, inconclusive: 0, failures: 0, ...counts } satisfies Record<
    Label | 'failures',
    number
  >;
  return {
    schemaVersion: 1,
    tool: 'savecheck',
    version: '0.0.0',
    engine: { name: 'none', version: '0' },
    isolation: 'thread',
    hosts: ['cowork'],
    startedAt: '2030-01-01T00:00:00.000Z',
    durationMs: 0,
    partial: false,
    summary,
    verdicts: [],
    findings: [],
    failures: [],
    scanned: ['page.html'],
    unscanned: [],
    notes: [],
    ...over,
  };
}
