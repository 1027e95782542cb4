/**
 * The report as SARIF 2.1.0 (OASIS). In: a report. Out: one run with rules, results, click traces as code flows,
 * suppressions, and what could not be checked as notifications. Fingerprints leave out lines, so they survive edits.
 */
import { createHash } from 'node:crypto';
import type { Format } from '../contracts.ts';
import type { Failure, Report } from '../model.ts';
import { clean } from '../untrusted.ts';
import { inertJson } from './neutral.ts';
import type { Problem, ProblemRule } from './problems.ts';
import { problemsOf } from './problems.ts';
import { stepWords } from './wording.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export const sarif: Format = {
  mediaType: 'application/sarif+json',
  render(report) {
    return `${inertJson(JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [runOf(report)] }, null, 2))}\n`;
  },
};

interface Rule {
  readonly id: ProblemRule;
  readonly level: 'error' | 'warning';
  readonly short: string;
  readonly full: string;
  readonly help: string;
}

const RULES: readonly Rule[] = [
  {
    id: 'artifact-write-back-lost',
    level: 'error',
    short: 'A Save of this artifact loses data, and the person is not told.',
    full: 'The artifact writes to a backend that its host does not have. The write fails, and the page shows what it would show had it arrived, or leaves, or offers a file that never comes.',
    help: 'Check response.ok before claiming success. When it is false, or the request rejects, say so and keep the text where it can be copied.',
  },
  {
    id: 'artifact-write-back-suspect',
    level: 'warning',
    short: 'A Save of this artifact does not arrive; the person may notice.',
    full: 'The artifact writes to a backend that its host does not have. The page shows some difference when the write fails, or the source leaves it open.',
    help: 'Say plainly that nothing was saved, and keep the text where it can be copied.',
  },
  {
    id: 'artifact-inconclusive',
    level: 'warning',
    short: 'It could not be decided whether this artifact loses data.',
    full: 'The artifact could not be driven to its end, and its source alone does not decide.',
    help: 'See the reason in the message; it names what was missing.',
  },
];

function runOf(report: Report): object {
  const problems = problemsOf(report);
  const seen = new Map<string, number>();
  return {
    tool: {
      driver: { name: report.tool, version: report.version, semanticVersion: report.version, rules: RULES.map(ruleOf) },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: !report.partial && report.failures.length === 0,
        toolExecutionNotifications: report.failures.map(notificationOf),
      },
    ],
    artifacts: report.verdicts.map(({ artifact, sha256 }) => ({
      location: { uri: uriOf(artifact) },
      ...(/^[0-9a-f]{64}$/.test(sha256) ? { hashes: { 'sha-256': sha256 } } : {}),
    })),
    results: problems.map((problem) => resultOf(problem, seen)),
  };
}

function ruleOf({ id, level, short, full, help }: Rule): object {
  return {
    id,
    shortDescription: { text: short },
    fullDescription: { text: full },
    help: { text: help },
    defaultConfiguration: { level },
  };
}

function resultOf(problem: Problem, seen: Map<string, number>): object {
  const { rule, level, path, line, column, message, suppressed } = problem;
  const flow = flowOf(problem);
  return {
    ruleId: rule,
    ruleIndex: RULES.findIndex(({ id }) => id === rule),
    level,
    message: { text: plain(message) },
    locations: [{ physicalLocation: locationOf(path, line, column) }],
    partialFingerprints: { 'savecheck/v1': fingerprintOf(problem, seen) },
    ...(flow ? { codeFlows: [flow] } : {}),
    suppressions: suppressed
      ? [
          {
            kind: suppressed.by === 'comment' ? 'inSource' : 'external',
            status: 'accepted',
            justification: clean(suppressed.reason),
          },
        ]
      : [],
  };
}

/** Without lines; equal problems of one file are numbered in their order. */
function fingerprintOf({ path, identity }: Problem, seen: Map<string, number>): string {
  const base = JSON.stringify([path, ...identity]);
  const ordinal = seen.get(base) ?? 0;
  seen.set(base, ordinal + 1);
  return createHash('sha256').update(`${base}#${ordinal}`).digest('hex');
}

/** What the person did up to the write-back. */
function flowOf({ verdict, writeBack }: Problem): object | null {
  const last = writeBack?.action?.step;
  const steps = verdict && last !== undefined ? verdict.trace.filter(({ step }) => step <= last) : [];
  if (!verdict || steps.length === 0) return null;
  const locations = steps.map((action) => ({
    executionOrder: action.step + 1,
    location: {
      physicalLocation: locationOf(verdict.artifact, null, null),
      message: { text: plain(stepWords(action)) },
    },
  }));
  return { message: { text: 'What the person did' }, threadFlows: [{ locations }] };
}

function locationOf(path: string, line: number | null, column: number | null): object {
  const region =
    line === null || line < 1 ? {} : { region: { startLine: line, startColumn: Math.max(1, column ?? 1) } };
  return { artifactLocation: { uri: uriOf(path) }, ...region };
}

function notificationOf(failure: Failure): object {
  return {
    level: 'error',
    message: { text: plain(`Not checked, ${failure.stage}: ${clean(failure.code, 60)}: ${clean(failure.detail)}`) },
    locations: [{ physicalLocation: locationOf(failure.path, failure.line ?? null, failure.column ?? null) }],
  };
}

/** A path as a URI reference: segments percent-encoded, an absolute path with its scheme. */
function uriOf(path: string): string {
  const encoded = path
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}

/** Brackets would make links of a SARIF message (3.11.6), braces placeholders (3.11.5). */
function plain(text: string): string {
  return text.replaceAll(/[[{]/g, '(').replaceAll(/[\]}]/g, ')').replaceAll('\\', '/');
}
