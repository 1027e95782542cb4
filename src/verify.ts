/**
 * The whole pipeline: collect, scan and drive through a Runner, judge, report. In: targets and settings. Out: a Report.
 * Throws a UsageError for targets that are not there; everything that could not be checked is in the report.
 */
import { isAbsolute } from 'node:path';
import type { Runner } from './contracts.ts';
import { wordFinding } from './formats/words.ts';
import type { Facts, Report, Source, Verdict } from './model.ts';
import type { Baseline } from './options/baseline.ts';
import type { StoredFacts } from './options/facts.ts';
import type { Tier } from './options.ts';
import { wantedLate } from './pipeline/collect/late-siblings.ts';
import type { Loaded } from './pipeline/collect/load.ts';
import { load } from './pipeline/collect/load.ts';
import type { Entry } from './pipeline/collect/selection.ts';
import type { SelectOptions, Target } from './pipeline/collect/targets.ts';
import { selectTargets } from './pipeline/collect/targets.ts';
import { hasVerdict, judge } from './pipeline/judge.ts';
import { DEFAULT_HOSTS, hosts, signals } from './registry.ts';
import { unknownWord } from './usage-error.ts';
import { Assembly } from './verify/assemble.ts';
import { changeOf, nothingChanged } from './verify/changes.ts';
import type { Issue } from './verify/excuses.ts';
import { Excuses, isExcused, issuesOf } from './verify/excuses.ts';
import { gather, gatherDrives } from './verify/gather.ts';
import { identify } from './verify/identity.ts';
import { inLanes } from './verify/lanes.ts';
import type { Change } from './verify/manifest.ts';
import type { Marker } from './verify/suppressions.ts';
import { readMarkersOf } from './verify/suppressions.ts';
import { openRunner } from './verify/tiers.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly path: string;
}

export interface VerifyOptions extends SelectOptions {
  readonly targets: readonly Target[];
  /** Names of hosts; the verdict is the worst over them. Default: `cowork` and `cowork-live`. */
  readonly hosts?: readonly string[];
  readonly isolation?: Tier;
  /** Artifacts at once. Default 2. */
  readonly jobs?: number;
  /** Milliseconds one drive may take. */
  readonly timeoutMs?: number;
  /** `false`: judge by the source alone, at low confidence. */
  readonly drive?: boolean;
  /** Only what changed is judged: for a file's identity, how it changed, or null. */
  readonly changed?: (identity: string) => Change | null;
  /** `false`: suppression comments have no effect. */
  readonly suppressions?: boolean;
  readonly baseline?: Baseline;
  /** Used instead of one that is opened for the tier; it is not closed. */
  readonly runner?: Runner;
  /** Aborted: what is judged by then is reported, and the report says that it is partial. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Called with the facts of each artifact before they are dropped. */
  readonly onFacts?: (facts: Facts) => void;
  /** Called with everything of an artifact that a person may accept and no comment excuses. */
  readonly onIssues?: (issues: readonly Issue[]) => void;
}

/** Verifies targets. Rejects with a UsageError when a target is not there or selects nothing. */
export async function verify(options: VerifyOptions): Promise<Report> {
  const { targets, signal, jobs = 2, isolation = 'thread', hosts: hostNames = DEFAULT_HOSTS } = options;
  requireHosts(hostNames);
  const selection = await selectTargets(targets, options);
  const runner = options.runner ?? (await openRunner(isolation, { jobs, timeoutMs: options.timeoutMs }));
  const run = new Run(options, runner, hostNames);
  run.assembly.failed(selection.failures);
  for (const { path, reason } of selection.unscanned) run.assembly.leftOut(path, reason);
  try {
    const [pages = [], programs = []] = [true, false].map((isPage) =>
      selection.entries.filter(({ language }) => (language === 'html') === isPage),
    );
    // Pages first: a program that one of them pulls in is judged with that page.
    await inLanes(jobs, pages, signal, (entry) => run.check(entry, selection.entries.length));
    await inLanes(jobs, programs, signal, (entry) => run.check(entry, selection.entries.length));
  } finally {
    if (!options.runner) await runner.close();
  }
  return run.finish(selection.entries);
}

/** Judges stored facts again: no file is read and no page is opened. Throws a UsageError for a host it does not know. */
export function replay({ facts, failures }: StoredFacts, options: Pick<VerifyOptions, 'baseline'> = {}): Report {
  const hostNames = [...new Set(facts.flatMap(({ drives }) => drives.map(({ host }) => host)))];
  requireHosts(hostNames);
  const run = new Run({ ...options, targets: [] }, null, hostNames);
  run.assembly.failed(failures);
  for (const each of facts) run.conclude(each, null);
  return run.finish([]);
}

function requireHosts(names: readonly string[]): void {
  const unknown = names.find((name) => !Object.hasOwn(hosts, name));
  if (unknown !== undefined) throw unknownWord('host', unknown, Object.keys(hosts));
}

/**
 * The `changed` of a map by real path. A file in an archive changed with its archive; what came from no file (standard
 * input) is new.
 */
export function changedIn(changes: ReadonlyMap<string, Change>): (identity: string) => Change | null {
  return (identity) => {
    const [holder = '', inside] = identity.split('\u0000');
    return changes.get(holder) ?? (inside !== undefined && !isAbsolute(holder) ? 'added' : null);
  };
}

/** A script that came late may name further ones in turn. */
const LATE_ROUNDS = 8;

interface Gathered extends Pick<Loaded, 'failures' | 'pulled'> {
  readonly facts: Facts;
}

class Run {
  readonly assembly: Assembly;
  readonly #options: VerifyOptions;
  readonly #runner: Runner | null;
  readonly #hosts: readonly string[];
  readonly #excuses: Excuses;
  readonly #pulled = new Set<string>();
  readonly #done = new Set<Entry>();

  constructor(options: VerifyOptions, runner: Runner | null, hostNames: readonly string[]) {
    this.#options = options;
    this.#runner = runner;
    this.#hosts = hostNames;
    this.#excuses = new Excuses(options.baseline);
    const isolation = runner?.tier ?? 'replay';
    const { sandbox } = runner ?? {};
    this.assembly = new Assembly({
      ...identify(),
      isolation,
      ...(sandbox ? { sandbox } : {}),
      hosts: options.drive === false ? [] : hostNames,
    });
  }

  /** One entry, from its bytes to its verdict. */
  async check(entry: Entry, total: number): Promise<void> {
    const { signal, onProgress } = this.#options;
    if (this.#pulled.has(entry.identity)) this.assembly.scanned(entry.path);
    else await this.#verify(entry);
    if (signal?.aborted) return;
    this.#done.add(entry);
    onProgress?.({ done: this.#done.size, total, path: entry.path });
  }

  async #verify(entry: Entry): Promise<void> {
    const { signal } = this.#options;
    const loaded = await load(entry);
    const change = this.#changeOf([entry.identity, ...loaded.pulled]);
    if (change === null) return this.assembly.leftOut(entry.path, 'unchanged');
    if (!loaded.source || !this.#runner) return this.assembly.failed(loaded.failures);
    const { facts, failures, pulled } = await this.#gathered(loaded, loaded.source, this.#runner);
    if (signal?.aborted) return;
    this.assembly.failed(failures);
    if (facts.language === 'html') for (const identity of pulled) this.#pulled.add(identity);
    this.#options.onFacts?.(facts);
    this.conclude(facts, change ?? null);
  }

  /** Gathers once more while the drives ask for scripts that are there and that no text names. */
  async #gathered(loaded: Loaded, source: Source, runner: Runner): Promise<Gathered> {
    const { signal, drive = true, suppressions = true } = this.#options;
    const comments = this.#excuses.fromComments(suppressions ? this.#markersOf(source) : []);
    const gathering = { runner, hosts: this.#hosts, drive, signal };
    const facts = await gather(source, comments, gathering);
    const whole = await this.#withLate(loaded, facts.drives, runner);
    const { failures, pulled } = whole;
    if (whole === loaded || !whole.source) return { facts, failures, pulled };
    return { facts: await gather(whole.source, comments, gathering), failures, pulled };
  }

  /** The same with all that the page asks for while it is driven: one drive of the first host tells what is next. */
  async #withLate(loaded: Loaded, first: Facts['drives'], runner: Runner): Promise<Loaded> {
    let held = loaded;
    let drives = first;
    for (let round = 0; round < LATE_ROUNDS && held.source && !this.#options.signal?.aborted; round += 1) {
      const next: Loaded | null = await held.further(wantedLate(drives, held.source, hosts));
      if (!next?.source) break;
      held = next;
      drives = [await gatherDrives(next.source, this.#hosts[0] ?? '', runner, this.#options.signal)];
    }
    return held;
  }

  /** Undefined when nobody asked. */
  #changeOf(identities: readonly string[]): Change | null | undefined {
    const { changed } = this.#options;
    return changed && changeOf(identities, changed);
  }

  #markersOf(source: Source): readonly Marker[] {
    const { markers, faults } = readMarkersOf(source);
    for (const fault of faults) this.assembly.note(fault);
    return markers;
  }

  conclude(facts: Facts, change: Change | null): void {
    const parts = { hosts, signals };
    const verdictOn = (of: Facts): Verdict | null => (hasVerdict(of) ? judge(of, parts) : null);
    const verdict = verdictOn(facts);
    const issues = issuesOf(facts, verdict);
    this.#excuses.observe(issues);
    this.#options.onIssues?.(issues.filter((issue) => !isExcused(issue, facts)));
    const accepted = this.#excuses.fromBaseline(issues);
    const excused = { ...facts, suppressions: [...(facts.suppressions ?? []), ...accepted] };
    const final = accepted.length > 0 ? verdictOn(excused) : verdict;
    this.assembly.judged(excused, final && change ? { ...final, change } : final);
  }

  finish(entries: readonly Entry[]): Report {
    const interrupted = this.#options.signal?.aborted ?? false;
    for (const entry of entries) if (!this.#done.has(entry)) this.assembly.leftOut(entry.path, 'interrupted');
    if (this.#options.changed && this.assembly.isEmpty) this.assembly.note(nothingChanged(entries.length));
    for (const stale of this.#excuses.stale(!interrupted && !this.#options.changed)) this.assembly.note(stale);
    return this.assembly.report(wordFinding, interrupted);
  }
}
