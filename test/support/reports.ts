/**
 * Reports whose every string of an artifact is given. In: a string. Out: a report in which it stands in each field that
 * comes from an artifact, a path or a person, judged by the real judge.
 */
import { wordFinding } from '../../src/formats/words.ts';
import type { Facts, Report } from '../../src/model.ts';
import { judge } from '../../src/pipeline/judge.ts';
import { makeReport } from '../../src/pipeline/report.ts';
import { hosts, signals } from '../../src/registry.ts';
import { ACCEPTING, facts, finding, inHost, observation, press, REFUSING, request, saw } from './drives.ts';

export function reportOf(all: readonly Facts[], over: Partial<Report> = {}): Report {
  const verdicts = all.map((each) => judge(each, { hosts, signals }));
  const report = makeReport(
    {
      version: '0.1.0',
      engine: { name: 'jsdom', version: '31.0.1' },
      isolation: 'thread',
      hosts: ['cowork', 'cowork-live'],
      startedAt: '2026-11-30T07:00:00.000Z',
      durationMs: 12,
      partial: false,
      verdicts,
      facts: all,
      failures: [],
      scanned: all.map(({ artifact }) => artifact),
      unscanned: [],
      notes: [],
    },
    wordFinding,
  );
  return { ...report, ...over };
}

/** Facts of a page that lies, of one that throws, and of a source that was not driven, each full of `text`. */
function hostileFacts(text: string): Facts[] {
  const path = `${text}.html`;
  const site = { path, line: 10, column: 7 };
  const on = { tag: text, id: text, name: text, className: text, selector: text };
  const action = { ...press(), on, name: text };
  const write = request({
    url: `https://cowork.invalid/${text}`,
    body: text,
    carries: [text],
    site,
    element: on,
    missingFields: [text],
  });
  const shown = [saw(0, text), saw(20, text, { where: text, before: text }), saw(30, text, { kind: 'alert' })];
  const refused = observation(REFUSING, {
    actions: [action],
    requests: [write],
    timeline: [...shown, saw(40, `${text} failed`, { where: text })],
    errors: [{ at: 0, step: 0, kind: 'script', message: text, place: site, undefinedName: text }],
    coverage: { controls: [{ on, name: text, reached: false, skipped: 'hidden' }], budgetSpent: true },
    repairs: [],
  });
  const accepted = observation(ACCEPTING, { actions: [action], requests: [write], timeline: shown });
  const failing = observation(REFUSING, {
    requests: [],
    scripts: [{ url: text, status: 'missing' }],
    repairs: [{ kind: 'placeholder', name: text, touched: true }],
    tripwires: [text],
  });
  const found = finding({
    path,
    primitive: text,
    endpoint: { method: text, url: text, reach: 'own-origin' },
    alternatives: [],
    element: on,
    proof: { kind: text, name: text, text, line: 3, column: 1, replies: ['html'] },
  });
  const failure = { stage: 'parse', code: text, path, line: 2, detail: text, candidate: true } as const;
  const scan = { path, candidates: 1, findings: [found], failures: [failure] };
  const suppressions = [{ path, line: 10, rule: 'artifact-write-back-suspect', by: 'comment', reason: text }] as const;
  return [
    facts([inHost('cowork', [refused, accepted], { end: { code: 'crashed', detail: text } })], [], {
      artifact: path,
      scan,
      suppressions,
    }),
    facts([inHost('cowork', [failing])], [], { artifact: `b${path}` }),
    facts([inHost('cowork', [], { end: { code: 'too-large', detail: text } })], [], { artifact: `c${path}`, scan }),
    facts([], [], { artifact: `d${path}`, scan, driven: false, language: 'python' }),
  ];
}

export function hostileReport(text: string): Report {
  return reportOf(hostileFacts(text), {
    unscanned: [{ path: text, reason: text }],
    notes: [text],
    findings: [
      ...reportOf(hostileFacts(text)).findings,
      { ...reportOf(hostileFacts(text)).findings[0]!, path: `e${text}` },
    ],
  });
}
