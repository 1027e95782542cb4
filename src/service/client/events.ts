/**
 * A job's events from a server, to the end. In: the path of the events. Out: each event once, in order; a stream that
 * breaks is taken up again after the last event that came.
 */
import type { Server } from './request.ts';
import { ask } from './request.ts';

export interface RemoteEvent {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function parse(block: string): (RemoteEvent & { readonly id: string }) | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  if (data === undefined) return null;
  return { id: field('id') ?? '', kind: field('event') ?? '', data: JSON.parse(data) as Record<string, unknown> };
}

/** Complete blocks of a stream that may break anywhere; a broken last block is dropped, and asked for again. */
async function* blocks(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of body) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch {
    // The connection broke: what is missing is asked for again by its number.
    return;
  }
}

/** Ends after the terminal event, or when aborted. */
export async function* lastEvents(server: Server, path: string, signal?: AbortSignal): AsyncGenerator<RemoteEvent> {
  let last = '0';
  while (!signal?.aborted) {
    const answer = await ask(server, path, { headers: { 'Last-Event-ID': last } }, signal).catch((error: unknown) => {
      if (signal?.aborted) return null;
      throw error;
    });
    if (!answer?.body) return;
    for await (const block of blocks(answer.body)) {
      const event = parse(block);
      if (!event) continue;
      last = event.id;
      yield event;
      if (event.kind === 'terminal') return;
    }
  }
}
