/**
 * Collects what a report needs while artifacts are judged, in any order. In: facts, verdicts, failures, notes. Out: one
 * Report in a fixed order. Drives are dropped as soon as they are judged, so that memory does not grow with them.
 */
import type { Facts, Failure, Finding, Report, Sandbox, Verdict } from '../model.ts';
import { order } from '../pipeline/collect/selection.ts';
import { makeReport } from '../pipeline/report.ts';
import type { Identity } from './identity.ts';

interface Circumstances extends Identity {
  readonly isolation: string;
  readonly sandbox?: Sandbox;
  readonly hosts: readonly string[];
}

export class Assembly {
  readonly #circumstances: Circumstances;
  readonly #startedAt = new Date();
  readonly #clock = performance.now();
  readonly #facts: Facts[] = [];
  readonly #verdicts: Verdict[] = [];
  readonly #failures = new Map<string, Failure>();
  readonly #found = new Set<string>();
  readonly #scanned = new Set<string>();
  readonly #libraries = new Set<string>();
  readonly #unscanned: { readonly path: string; readonly reason: string }[] = [];
  readonly #notes = new Set<string>();

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances;
  }

  /** Whether nothing was looked at, and nothing failed. */
  get isEmpty(): boolean {
    return this.#scanned.size === 0 && this.#failures.size === 0;
  }

  /** A file shared by two pages fails once. */
  failed(failures: readonly Failure[]): void {
    for (const failure of failures) {
      const { stage, code, path, line, column } = failure;
      this.#failures.set(JSON.stringify([path, stage, code, line, column]), failure);
    }
  }

  scanned(path: string): void {
    this.#scanned.add(path);
  }

  leftOut(path: string, reason: string): void {
    this.#unscanned.push({ path, reason });
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  judged(facts: Facts, verdict: Verdict | null): void {
    this.scanned(facts.artifact);
    for (const path of facts.scan.libraries ?? []) this.#libraries.add(path);
    this.failed(facts.scan.failures);
    const findings = facts.scan.findings.filter((finding) => this.#isNew(finding));
    this.#facts.push({ ...facts, scan: { ...facts.scan, findings, failures: [] }, drives: [] });
    if (verdict) this.#verdicts.push(verdict);
  }

  /** A finding in a file that two pages share is one finding. */
  #isNew({ path, line, column, consequence, endpoint }: Finding): boolean {
    const key = JSON.stringify([path, line, column, consequence, endpoint]);
    if (this.#found.has(key)) return false;
    this.#found.add(key);
    return true;
  }

  /** `wordFinding` puts a finding into words; `partial`: the run was interrupted. */
  report(wordFinding: (finding: Finding) => string, partial: boolean): Report {
    const libraries = [...this.#libraries].map((path) => ({ path, reason: 'known-library' }));
    return makeReport(
      {
        ...this.#circumstances,
        startedAt: this.#startedAt.toISOString(),
        durationMs: Math.round(performance.now() - this.#clock),
        partial,
        facts: this.#facts.toSorted((a, b) => order(a.artifact, b.artifact)),
        verdicts: this.#verdicts.toSorted((a, b) => order(a.artifact, b.artifact)),
        failures: [...this.#failures.values()].sort(byPlace),
        scanned: [...this.#scanned].filter((path) => !this.#libraries.has(path)).sort(order),
        unscanned: [...this.#unscanned, ...libraries].sort((a, b) => order(a.path, b.path)),
        notes: [...this.#notes].sort(order),
      },
      wordFinding,
    );
  }
}

function byPlace(a: Failure, b: Failure): number {
  return order(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
