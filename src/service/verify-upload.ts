/**
 * Verifies an upload held in memory. In: what lends a Runner. Out: what the dispatcher calls for each job. With a manifest among
 * the files, only what is new or changed since is judged; the rest is at hand for what pulls it in.
 */
import type { Runner } from '../contracts.ts';
import type { Report } from '../model.ts';
import { manifestSchema } from '../options/manifest.ts';
import { validate } from '../options/validate.ts';
import { languageOf } from '../pipeline/collect/kinds.ts';
import type { Target } from '../pipeline/collect/targets.ts';
import { UsageError } from '../usage-error.ts';
import type { Change } from '../verify/manifest.ts';
import { verify } from '../verify.ts';
import type { VerifyJob } from './attempt.ts';
import type { BundleFile } from './bundle.ts';
import { MANIFEST_NAME } from './bundle.ts';
import { InfraFailure } from './infra-failure.ts';
import type { Metrics } from './metrics.ts';
import { sha256 } from './stores/blobs.ts';
import { watchRunner } from './watched-runner.ts';

/** Paths of a manifest with the hash they had; an archive may hold the directory's name or only what is in it. */
function hashesBefore(manifest: BundleFile): ReadonlyMap<string, string> {
  const text = Buffer.from(manifest.bytes).toString();
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new UsageError(`${MANIFEST_NAME} is not JSON`);
  }
  const { roots } = validate(manifestSchema, document, MANIFEST_NAME);
  return new Map(
    roots.flatMap(({ directory, files }) => {
      const name = directory.split(/[/\\]/).findLast((part) => part !== '' && part !== '.') ?? '';
      return files.flatMap(({ path, sha256: hash }) => [[path, hash] as const, [`${name}/${path}`, hash] as const]);
    }),
  );
}

/** How each file changed, by the identity that the collector gives it: something, a NUL, and its path. */
function changesOf(files: readonly BundleFile[], manifest: BundleFile): (identity: string) => Change | null {
  const before = hashesBefore(manifest);
  const changes = new Map<string, Change | null>(
    files.map(({ path, bytes }) => {
      const hash = before.get(path);
      return [path, hash === undefined ? 'added' : hash === sha256(bytes) ? null : 'modified'];
    }),
  );
  return (identity) => changes.get(identity.slice(identity.indexOf('\0') + 1)) ?? null;
}

/** When some files are there for others only, the rest is taken as named one by one. */
function targetOf(files: readonly BundleFile[]): Target {
  const all = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return files.some(({ sibling }) => sibling) ? { files: all, only: sourcesIn(files) } : { files: all };
}

function sourcesIn(files: readonly BundleFile[]): readonly string[] {
  return files.filter(({ path, sibling }) => !sibling && languageOf(path) !== null).map(({ path }) => path);
}

export interface VerifyUploadOptions {
  /** Lends each job the Runner of the tier in use. */
  readonly use: <T>(work: (runner: Runner) => Promise<T>) => Promise<T>;
  readonly metrics: Metrics;
  /** Artifacts of one upload at once; the Runner's own slots bound all of them together. */
  readonly lanes: number;
  /** Added to every report: what its reader has to know about the server. */
  readonly notes: () => readonly string[];
}

export function verifyUpload({ use, ...circumstances }: VerifyUploadOptions): VerifyJob {
  return (...job) => use((runner) => verifyBehind(runner, circumstances, ...job));
}

async function verifyBehind(
  runner: Runner,
  { metrics, lanes, notes }: Omit<VerifyUploadOptions, 'use'>,
  ...[files, options, onProgress, signal]: Parameters<VerifyJob>
): Promise<Report> {
  const manifest = files.find(({ path }) => path === MANIFEST_NAME);
  const others = files.filter((file) => file !== manifest);
  const { timeoutSeconds } = options;
  const watched = watchRunner(runner, metrics, timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000);
  const report = await verify({
    targets: [targetOf(others)],
    hosts: options.hosts,
    drive: options.drive,
    jobs: lanes,
    runner: watched,
    signal,
    onProgress: ({ done, total }) => onProgress({ done, total }),
    changed: manifest && changesOf(others, manifest),
  });
  const whole = { ...report, notes: [...report.notes, ...notes()] };
  const failure = watched.failure();
  if (!failure) return whole;
  throw failure.phase !== undefined && sourcesIn(others).length > 1
    ? new InfraFailure(failure.message, failure.phase, whole)
    : failure;
}
