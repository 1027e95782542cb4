/**
 * One request to a server, asked again while it says "later". In: a server, a path. Out: an answer that is a success.
 * A refusal of what was sent is a UsageError in the server's own words; no answer at all is a ServerSilent.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { clean } from '../../untrusted.ts';
import { UsageError } from '../../usage-error.ts';

export interface Server {
  readonly url: string;
  readonly key: string | undefined;
}

/** The server is not there, or has no time for us. What it was asked about is not verified. */
export class ServerSilent extends Error {
  override readonly name = 'ServerSilent';
}

/** How often a request is asked again, and the longest pause in between, in seconds. */
const AGAIN = 8;
const LONGEST_PAUSE = 30;
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

async function once(
  server: Server,
  path: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response | null> {
  try {
    return await fetch(server.url + path, {
      ...init,
      signal,
      headers: {
        ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(init.headers as Record<string, string> | undefined),
        ...(server.key === undefined ? {} : { Authorization: `Bearer ${server.key}` }),
      },
    });
  } catch {
    return null;
  }
}

async function wordsOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const { title, detail } = (body ?? {}) as { title?: unknown; detail?: unknown };
  const words = [title, detail].filter((part) => typeof part === 'string').join(': ');
  return clean(words === '' ? `HTTP ${answer.status}` : words, 400);
}

/** Resolves with a 2xx answer. */
export async function ask(server: Server, path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  let words = 'No answer';
  for (let n = 0; n <= AGAIN; n += 1) {
    const answer = await once(server, path, init, signal);
    if (signal?.aborted) throw new ServerSilent('Interrupted');
    if (answer?.ok) return answer;
    words = answer ? await wordsOf(answer) : 'No answer';
    if (answer && !LATER.has(answer.status)) {
      if (answer.status >= 500) throw new ServerSilent(words);
      throw new UsageError(`The server refused: ${words}`);
    }
    // A server that was never there is not waited for: an address is wrong more often than a server is late.
    if (!answer && n === 0 && init.method === 'POST')
      throw new ServerSilent('No answer; is savecheck serve running there?');
    const seconds = Number(answer?.headers.get('retry-after') ?? 2 ** n / 2);
    if (n < AGAIN)
      await pause(Math.min(LONGEST_PAUSE, seconds) * 1000, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
  throw new ServerSilent(words);
}
