/**
 * Gathers the facts of one source: a scan, and for a page its drives in every host. In: a source and a Runner.
 * Out: facts without opinion. A task that did not end by itself leaves a failure or an end code, never a gap.
 */
import type { Runner, TaskMessage } from '../contracts.ts';
import type { End, Facts, Failure, HostDrives, Observation, ScanOutcome, Source, Suppression } from '../model.ts';
import { isObservation } from '../options/facts.ts';

export interface Gathering {
  readonly runner: Runner;
  readonly hosts: readonly string[];
  readonly drive: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * The scan runs beside the drives. The hosts take their turns: a second thread costs more to start than a drive, and
 * other artifacts keep the other threads busy.
 */
export async function gather(
  source: Source,
  suppressions: readonly Suppression[],
  { runner, hosts, drive, signal }: Gathering,
): Promise<Facts> {
  const started = performance.now();
  const driven = drive && source.language === 'html';
  const [scan, drives] = await Promise.all([
    scanOne(source, runner, signal),
    inTurn(driven ? hosts : [], (host) => gatherDrives(source, host, runner, signal)),
  ]);
  return {
    artifact: source.path,
    sha256: source.sha256,
    language: source.language,
    scan,
    drives,
    driven,
    durationMs: Math.round(performance.now() - started),
    ...(suppressions.length > 0 ? { suppressions } : {}),
  };
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function scanOne(source: Source, runner: Runner, signal: AbortSignal | undefined): Promise<ScanOutcome> {
  let outcome: ScanOutcome | null = null;
  const end = await runner.run(
    { kind: 'scan', source },
    (message: TaskMessage) => {
      if (message.kind === 'scan') outcome = message.outcome;
    },
    signal,
  );
  return outcome ?? { path: source.path, candidates: 0, findings: [], failures: [unscannable(source, end)] };
}

function unscannable(source: Source, end: End): Failure {
  const stage = end.code === 'timed-out' ? 'deadline' : 'scan';
  return { stage, code: end.code, path: source.path, detail: end.detail, candidate: true };
}

const FOREIGN: End = { code: 'tampered', detail: 'something else than an observation of this host' };

/** All drives of one page in one host. Never rejects: how the task ended is in the answer. */
export async function gatherDrives(
  source: Source,
  host: string,
  runner: Runner,
  signal: AbortSignal | undefined,
): Promise<HostDrives> {
  const observations: Observation[] = [];
  let foreign = false;
  const end = await runner.run(
    { kind: 'drive', source, host },
    (message: TaskMessage) => {
      // A page that broke its watching script, or took over its cell, may have had anything sent.
      if (message.kind === 'observation' && !foreign && isObservation(message.observation, host))
        observations.push(message.observation);
      else foreign = true;
    },
    signal,
  );
  return { host, observations, end: foreign ? FOREIGN : end };
}
