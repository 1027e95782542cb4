/**
 * The command line as a client of a server. In: targets, as `verify` takes them, and where the server is. Out: the report,
 * with paths as they were named here. What the server could not be asked, or could not answer, is a failure in the report;
 * a wrong key or a refused upload is a UsageError.
 */
import { posix } from 'node:path';
import { SOURCE_BYTES } from '../limits.ts';
import type { Failure, Report } from '../model.ts';
import { load } from '../pipeline/collect/load.ts';
import type { Selection, Target } from '../pipeline/collect/targets.ts';
import { selectTargets } from '../pipeline/collect/targets.ts';
import { clean } from '../untrusted.ts';
import { UsageError } from '../usage-error.ts';
import { Assembly } from '../verify/assemble.ts';
import { identify } from '../verify/identity.ts';
import { lastEvents } from './client/events.ts';
import { placeNames } from './client/names.ts';
import type { Server } from './client/request.ts';
import { ask, ServerSilent } from './client/request.ts';

export interface RemoteOptions {
  readonly server: string;
  readonly key?: string;
  readonly targets: readonly Target[];
  readonly hosts: readonly string[];
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
  /** With what could not be read added to its failures. */
  readonly selection: Selection;
}

interface Sent {
  readonly name: string;
  readonly content: string;
  readonly encoding: 'base64';
  readonly sibling: boolean;
}

/** Every selected file and what it pulls in, by the path that it has here. */
async function filesOf(selection: Selection): Promise<Gathered> {
  const files = new Map<string, Uint8Array>();
  const named = new Set<string>();
  const failures: Failure[] = [];
  for (const entry of selection.entries) {
    const { source, failures: unread } = await load(entry);
    const read = source && (await entry.tree.read(entry.inside, SOURCE_BYTES));
    if (!source || !read?.ok) {
      failures.push(...unread);
      continue;
    }
    files.set(entry.path, read.bytes);
    named.add(entry.path);
    for (const [path, text] of Object.entries(source.siblings)) {
      const place = posix.join(posix.dirname(entry.path), path);
      if (!files.has(place)) files.set(place, Buffer.from(text));
    }
  }
  return { files, named, selection: { ...selection, failures: [...selection.failures, ...failures] } };
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

/** A report that says why there is none. */
function withoutReport(
  options: RemoteOptions,
  failure: Omit<Failure, 'stage' | 'candidate'>,
  partial: boolean,
): Report {
  const assembly = new Assembly({ ...identify('jsdom'), isolation: 'unknown', hosts: options.hosts });
  if (!partial) assembly.failed([{ ...failure, stage: 'drive', candidate: true }]);
  return assembly.report(() => '', partial);
}

/** What could not be selected here, added to what the server found. */
function together(report: Report, { failures, unscanned }: Selection): Report {
  return {
    ...report,
    summary: { ...report.summary, failures: report.summary.failures + failures.length },
    failures: [...failures, ...report.failures],
    unscanned: [...unscanned, ...report.unscanned],
  };
}

/** Throws a UsageError for targets that select nothing, a refused upload, or a key that does not do. */
export async function verifyOnServer(options: RemoteOptions): Promise<Report> {
  const server: Server = { url: serverUrl(options.server), key: options.key };
  const { files, named, selection } = await filesOf(await selectTargets(options.targets));
  const names = placeNames([...files.keys()]);
  const sent: Sent[] = [...files].map(([path, bytes]) => ({
    name: names.remote(path),
    content: Buffer.from(bytes).toString('base64'),
    encoding: 'base64',
    sibling: !named.has(path),
  }));
  try {
    if (sent.length === 0) return together(withoutReport(options, { code: '', path: '', detail: '' }, true), selection);
    const job = await run(server, JSON.stringify({ files: sent }), options);
    if (job.report) return together(names.restore(job.report), selection);
    const partial = options.signal?.aborted ?? false;
    const detail = clean(job.detail ?? `The job is ${job.status}`);
    const code = `job-${job.reason ?? job.status}`;
    return together(withoutReport(options, { code, path: [...named][0] ?? '', detail }, partial), selection);
  } catch (error) {
    if (!(error instanceof ServerSilent)) throw error;
    const failure = { code: 'server-unreachable', path: server.url, detail: error.message };
    return together(withoutReport(options, failure, options.signal?.aborted ?? false), selection);
  }
}

function serverUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--server: ${text} is no http(s) address`, 'For example --server http://127.0.0.1:8765');
  return url.href.replace(/\/+$/, '');
}
