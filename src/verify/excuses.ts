/**
 * Which comments and baseline entries excuse something, over a whole run. In: markers and entries, then what artifacts
 * show. Out: suppressions for `judge`, and in the end what was stale. An excuse that excuses nothing is reported.
 */
import type { Facts, Finding, Place, RuleName, Suppression, Verdict, WriteBack } from '../model.ts';
import type { Baseline, BaselineEntry } from '../options/baseline.ts';
import { order } from '../pipeline/collect/selection.ts';
import { countsAs, ruleOf } from '../pipeline/consequence.ts';
import type { Marker } from './suppressions.ts';

/** One thing a person may excuse: a finding, or a write-back that a drive saw. */
export interface Issue {
  readonly path: string;
  /** 0 where no place in a source is known. */
  readonly line: number;
  readonly rule: RuleName;
  readonly method: string;
  readonly url: string;
}

/** Everything in a verdict and its findings that counts, once for each place, rule and endpoint. */
export function issuesOf(facts: Facts, verdict: Verdict | null): Issue[] {
  const issues = new Map<string, Issue>();
  const add = (rule: RuleName | null, place: Place, { method, url }: { method: string; url: string }): void => {
    if (rule === null) return;
    const issue = { path: place.path, line: place.line, rule, method, url };
    issues.set(JSON.stringify(issue), issue);
  };
  for (const finding of facts.scan.findings) add(countsAs(finding.consequence).rule, finding, finding.endpoint);
  for (const writeBack of verdict?.writeBacks ?? []) {
    const place = writeBack.source ?? { path: facts.artifact, line: 0, column: 0 };
    add(ruleOf(writeBack.label), place, endpointOf(writeBack, facts.scan.findings));
  }
  return [...issues.values()];
}

/** Whether a suppression of the facts speaks for the issue. */
export function isExcused({ path, line, rule }: Issue, { suppressions = [] }: Facts): boolean {
  return suppressions.some((each) => each.path === path && each.line === line && each.rule === rule);
}

/** As the source writes it where the source has it: what a drive asked for carries ids and the host's folder. */
function endpointOf(writeBack: WriteBack, findings: readonly Finding[]): { method: string; url: string } {
  const { source, endpoint } = writeBack;
  const finding = findings.find(
    ({ path, line, channel }) => path === source?.path && line === source.line && channel === writeBack.channel,
  );
  return finding?.endpoint ?? endpoint;
}

const keyOf = ({ path, rule, method, url }: Omit<BaselineEntry, 'count'>): string =>
  JSON.stringify([path, rule, method, url]);

export class Excuses {
  readonly #markers: Marker[] = [];
  readonly #used = new Set<string>();
  readonly #entries: ReadonlyMap<string, BaselineEntry>;
  /** Places an entry has excused already, by its key. */
  readonly #places = new Map<string, Set<number>>();

  constructor(baseline: Baseline | undefined) {
    this.#entries = new Map((baseline?.entries ?? []).map((entry) => [keyOf(entry), entry]));
  }

  /** The suppressions that comments stand for. */
  fromComments(markers: readonly Marker[]): Suppression[] {
    this.#markers.push(...markers);
    return markers.map(({ path, covers, rule, reason }) => ({ path, line: covers, rule, by: 'comment', reason }));
  }

  /** The suppressions the baseline has for these issues. */
  fromBaseline(issues: readonly Issue[]): Suppression[] {
    return issues.flatMap((issue): Suppression[] => {
      const key = keyOf(issue);
      const entry = this.#entries.get(key);
      if (!entry) return [];
      const places = this.#places.get(key) ?? new Set();
      this.#places.set(key, places);
      if (!places.has(issue.line) && places.size >= entry.count) return [];
      places.add(issue.line);
      const { path, line, rule, method, url } = issue;
      const excuse = { path, line, rule, by: 'baseline' as const, reason: entry.reason ?? 'in the baseline' };
      return [line === 0 ? { ...excuse, endpoint: { method, url } } : excuse];
    });
  }

  /** Notes which comments had something to excuse. */
  observe(issues: readonly Issue[]): void {
    for (const { path, line, rule } of issues) this.#used.add(JSON.stringify([path, line, rule]));
  }

  /** Excuses without effect, in words. `complete`: everything was looked at, so that an unused entry is stale. */
  stale(complete: boolean): string[] {
    const comments = this.#markers
      .filter(({ path, covers, rule }) => !this.#used.has(JSON.stringify([path, covers, rule])))
      .map(({ path, line, rule }) => `${path}:${line}: stale suppression: nothing of ${rule} stands on the next line`);
    if (!complete) return comments;
    const entries = [...this.#entries].flatMap(([key, { path, rule, method, url, count }]) => {
      const used = this.#places.get(key)?.size ?? 0;
      if (used >= count) return [];
      const rest = used === 0 ? 'it no longer occurs' : `${count} were accepted, ${used} occur`;
      return [`${path}: stale baseline entry: ${rule} at ${method} ${url}: ${rest}`];
    });
    return [...comments, ...entries];
  }
}

/** Gathers a baseline from the issues of a run. */
export function baselineOf(reason: string | undefined): {
  add(issues: readonly Issue[]): void;
  baseline(): Baseline;
} {
  const entries = new Map<string, { readonly issue: Issue; readonly lines: Set<number> }>();
  return {
    add(issues) {
      for (const issue of issues) {
        const known = entries.get(keyOf(issue));
        if (known) known.lines.add(issue.line);
        else entries.set(keyOf(issue), { issue, lines: new Set([issue.line]) });
      }
    },
    baseline: () => ({
      schemaVersion: 1,
      tool: 'savecheck',
      entries: [...entries.values()]
        .map(({ issue: { path, rule, method, url }, lines }) => ({
          path,
          rule,
          method,
          url,
          count: lines.size,
          ...(reason === undefined ? {} : { reason }),
        }))
        .sort((a, b) => order(keyOf(a), keyOf(b))),
    }),
  };
}

export function baselineDocument(baseline: Baseline): string {
  return `${JSON.stringify(baseline, null, 1)}\n`;
}
