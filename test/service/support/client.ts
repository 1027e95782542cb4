/** A server on a free port with a data directory of its own, and a client for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../../src/service/log.ts';
import type { RunningServer, ServerOptions } from '../../../src/service/server.ts';
import { startServer } from '../../../src/service/server.ts';
import { threadOffer } from '../../../src/service/tier-offers.ts';
import type { ScriptedRunner } from './scripted-runner.ts';
import { scriptedRunner } from './scripted-runner.ts';

export type Body = Record<string, unknown>;

export const body = async (answer: Response): Promise<Body> => (await answer.json()) as Body;

export interface TestServer {
  readonly url: string;
  readonly directory: string;
  readonly runner: ScriptedRunner;
  readonly server: RunningServer;
  readonly logged: string[];
  call(path: string, init?: RequestInit & { key?: string }): Promise<Response>;
  /** Posts HTML and gives the job's id, whatever the job has come to. */
  post(html: string, query?: string, init?: RequestInit & { key?: string }): Promise<string>;
  job(id: string): Promise<Body>;
  /** The job once it is terminal. */
  ended(id: string): Promise<Body>;
  stop(): Promise<void>;
  /** Lets go of what is held, stops, and takes the directory away. */
  remove(): Promise<void>;
}

export async function testServer(over: Partial<ServerOptions> = {}): Promise<TestServer> {
  const directory = over.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'savecheck-serve-')));
  const runner = scriptedRunner();
  const logged: string[] = [];
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    dataDirectory: directory,
    log: createLog('info', { write: (line) => void logged.push(line) }),
    slots: 2,
    allowBelowFloor: true,
    drainMs: 200,
    offers: async () => [threadOffer(() => runner)],
    ...over,
  });
  const { url } = server;
  const call: TestServer['call'] = (path, { key, ...init } = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(key ? { Authorization: `Bearer ${key}` } : {}), ...(init.headers as Record<string, string>) },
    });
  const job: TestServer['job'] = async (id) => body(await call(`/v1/jobs/${id}`));
  return {
    url,
    directory,
    runner,
    server,
    logged,
    call,
    job,
    async post(html, query = '', init = {}) {
      const answer = await call(`/v1/verdicts${query}`, {
        method: 'POST',
        body: html,
        ...init,
        headers: { 'Content-Type': 'text/html', ...(init.headers as Record<string, string>) },
      });
      if (answer.status !== 200 && answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.body?.cancel();
      return (answer.headers.get('location') ?? '').replace('/v1/jobs/', '');
    },
    async ended(id) {
      const events = await call(`/v1/jobs/${id}/events`);
      await events.text();
      return job(id);
    },
    stop: () => server.stop(),
    async remove() {
      runner.letGo();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
