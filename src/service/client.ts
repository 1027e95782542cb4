/**
 * The command line as a client of a server. In: targets, as `verify` takes them, and where the server is. Out: the report,
 * with paths as they were named here. What the server could not be asked, or could not answer, is a failure in the report;
 * a wrong key or a refused upload is a UsageError.
 */
import { posix } from 'node:path';
import { SOURCE_BYTES, UPLOAD_BYTES } from '../limits.ts';
import type { Failure, Report } from '../model.ts';
import { load } from '../pipeline/collect/load.ts';
import type { Selection } from '../pipeline/collect/selection.ts';
import type { SelectOptions, Target } from '../pipeline/collect/targets.ts';
import { selectTargets } from '../pipeline/collect/targets.ts';
import { clean } from '../untrusted.ts';
import { UsageError } from '../usage-error.ts';
import { Assembly } from '../verify/assemble.ts';
import { changeOf, nothingChanged } from '../verify/changes.ts';
import { identify } from '../verify/identity.ts';
import type { Change } from '../verify/manifest.ts';
import { lastEvents } from './client/events.ts';
import { placeNames } from './client/names.ts';
import type { Server } from './client/request.ts';
import { ask, ServerSilent } from './client/request.ts';

export interface RemoteOptions extends Pick<SelectOptions, 'archives'> {
  readonly server: string;
  readonly key?: string;
  readonly targets: readonly Target[];
  readonly hosts: readonly string[];
  /** Only what changed is sent: for a file's identity, how it changed, or null. */
  readonly changed?: (identity: string) => Change | null;
  readonly drive: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { done: number; total: number; path: string }) => void;
}

interface JobAnswer {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly report: Report | null;
}

interface Gathered {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What is to be judged; the rest is there for it. */
  readonly named: ReadonlySet<string>;
  /** How what is to be judged changed; empty when nobody asked. */
  readonly changes: ReadonlyMap<string, Change>;
  /** With what could not be read added to its failures, and what is unchanged to what was left out. */
  readonly selection: Selection;
}

interface Sent {
  readonly name: string;
  readonly content: string;
  readonly encoding: 'base64';
  readonly sibling: boolean;
}

/** Every selected file that is to be judged, and what it pulls in, by the path that it has here. */
async function filesOf(selection: Selection, changed: RemoteOptions['changed']): Promise<Gathered> {
  const files = new Map<string, Uint8Array>();
  const named = new Set<string>();
  const changes = new Map<string, Change>();
  const failures: Failure[] = [];
  const unchanged: string[] = [];
  for (const entry of selection.entries) {
    const { source, failures: unread, pulled } = await load(entry);
    const change = changed && changeOf([entry.identity, ...pulled], changed);
    if (change === null) {
      unchanged.push(entry.path);
      continue;
    }
    const read = source && (await entry.tree.read(entry.inside, SOURCE_BYTES));
    if (!source || !read?.ok) {
      failures.push(...unread);
      continue;
    }
    files.set(entry.path, read.bytes);
    named.add(entry.path);
    if (change) changes.set(entry.path, change);
    for (const [path, text] of Object.entries(source.siblings)) {
      const place = posix.join(posix.dirname(entry.path), path);
      if (!files.has(place)) files.set(place, Buffer.from(text));
    }
  }
  const leftOut = unchanged.map((path) => ({ path, reason: 'unchanged' }));
  const rest = { failures: [...selection.failures, ...failures], unscanned: [...selection.unscanned, ...leftOut] };
  return { files, named, changes, selection: { ...selection, ...rest } };
}

function queryOf({ hosts, drive, timeoutMs }: RemoteOptions): string {
  const query = new URLSearchParams({ host: hosts.join(','), drive: String(drive) });
  if (timeoutMs !== undefined) query.set('timeout', String(timeoutMs / 1000));
  return query.toString();
}

/** Posts the files and follows the job to its end. Aborted, it cancels the job and answers what the job came to. */
async function run(server: Server, body: string, options: RemoteOptions): Promise<JobAnswer> {
  const posted = await ask(server, `/v1/verdicts?${queryOf(options)}`, { method: 'POST', body }, options.signal);
  const path = posted.headers.get('location') ?? '';
  await posted.body?.cancel();
  const { signal, onProgress } = options;
  for await (const event of lastEvents(server, `${path}/events`, signal)) {
    const { done, total } = event.data as { done?: number; total?: number };
    if (event.kind === 'progress' && done !== undefined && total !== undefined) onProgress?.({ done, total, path: '' });
  }
  const method = signal?.aborted ? 'DELETE' : 'GET';
  const answer = await ask(server, path, { method });
  return (await answer.json()) as JobAnswer;
}

/** A report of nothing but why there is none; `null` where nothing had to be asked. */
function withoutReport(
  options: RemoteOptions,
  failure: Omit<Failure, 'stage' | 'candidate'> | null,
  partial = false,
): Report {
  const assembly = new Assembly({ ...identify(), isolation: 'unknown', hosts: options.hosts });
  if (failure && !partial) assembly.failed([{ ...failure, stage: 'drive', candidate: true }]);
  return assembly.report(() => '', partial);
}

/** What is known here only, added to what the server found. */
function together(report: Report, { changes, selection: { failures, unscanned } }: Gathered): Report {
  const verdicts = report.verdicts.map((verdict) => {
    const change = changes.get(verdict.artifact);
    return change ? { ...verdict, change } : verdict;
  });
  return {
    ...report,
    verdicts,
    summary: { ...report.summary, failures: report.summary.failures + failures.length },
    failures: [...failures, ...report.failures],
    unscanned: [...unscanned, ...report.unscanned],
  };
}

/** Throws a UsageError for targets that select nothing, a refused upload, or a key that does not do. */
export async function verifyOnServer(options: RemoteOptions): Promise<Report> {
  const { targets, changed, signal } = options;
  const server: Server = { url: serverUrl(options.server), key: options.key };
  const selection = await selectTargets(targets, { archives: options.archives });
  const gathered = await filesOf(selection, changed);
  const { files, named } = gathered;
  if (files.size === 0) {
    const report = together(withoutReport(options, null), gathered);
    const nothing = changed && report.failures.length === 0 ? [nothingChanged(selection.entries.length)] : [];
    return { ...report, notes: [...report.notes, ...nothing] };
  }
  const names = placeNames([...files.keys()]);
  const sent: Sent[] = [...files].map(([path, bytes]) => ({
    name: names.remote(path),
    content: Buffer.from(bytes).toString('base64'),
    encoding: 'base64',
    sibling: !named.has(path),
  }));
  try {
    const job = await run(server, bodyOf(sent), options);
    if (job.report) return together(names.restore(job.report), gathered);
    const detail = clean(job.detail ?? `The job is ${job.status}`);
    const failure = { code: `job-${job.reason ?? job.status}`, path: [...named][0] ?? '', detail };
    return together(withoutReport(options, failure, signal?.aborted), gathered);
  } catch (error) {
    if (!(error instanceof ServerSilent)) throw error;
    const failure = { code: 'server-unreachable', path: server.url, detail: error.message };
    return together(withoutReport(options, failure, signal?.aborted), gathered);
  }
}

/** Refused here, so that nobody waits for an upload that no server takes. */
function bodyOf(files: readonly Sent[]): string {
  const body = JSON.stringify({ files });
  if (body.length > UPLOAD_BYTES)
    throw new UsageError(
      `An upload of these files has ${body.length} bytes, and a server takes ${UPLOAD_BYTES}`,
      'Name fewer targets at once',
    );
  return body;
}

function serverUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--server: ${text} is no http(s) address`, 'For example --server http://127.0.0.1:8765');
  return url.href.replace(/\/+$/, '');
}
