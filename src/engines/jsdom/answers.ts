/**
 * How the world of a drive answers one request. In: the endpoint, the channel, the host and the world.
 * Out: what the page gets and how it is recorded. Refusals are the host's; acceptance is the same everywhere.
 */
import type { Host } from '../../contracts.ts';
import type { Channel, Endpoint, Recorded, World } from '../../model.ts';
import { AS_LIST } from '../../model.ts';
import type { RequestAnswer } from '../../page/channels/protocol.ts';
import { keyCovers } from '../../write-back-key.ts';

/** Virtual milliseconds between a request and its answer. */
const LATENCY_MS = 20;
const ACCEPTED = '{"ok":true,"success":true,"status":"ok","id":"1"}';
const NO_ANSWER: ReadonlySet<Channel> = new Set<Channel>([
  'beacon',
  'download',
  'clipboard',
  'post-message',
  'storage',
  'cookie',
  'share',
]);

export interface Answer {
  readonly page: Omit<RequestAnswer, 'id'>;
  readonly answer: Recorded['answer'];
  readonly status: number | null;
}

/** `key` is the write-back key of the request, for the world that accepts one. */
export function answerOf(
  asked: { readonly endpoint: Endpoint; readonly channel: Channel; readonly mode?: string; readonly key: () => string },
  host: Host,
  world: World,
): Answer {
  const { endpoint, channel } = asked;
  const page = {
    url: endpoint.url,
    status: 0,
    contentType: '',
    body: '',
    latency: LATENCY_MS,
    unlocked: null,
    empty: false,
  };
  if (NO_ANSWER.has(channel)) return { page: { ...page, kind: 'none' }, answer: 'none', status: null };
  if (endpoint.reach === 'unresolved') return { page: { ...page, kind: 'reject' }, answer: 'blocked', status: null };
  if (endpoint.reach === 'remote') {
    const kind = asked.mode === 'no-cors' ? 'opaque' : 'status';
    const remote = { ...page, kind, status: 200, contentType: 'application/json', empty: true } as const;
    return { page: remote, answer: 'remote', status: 200 };
  }
  const accepted =
    world.kind === 'accepting' || (world.kind === 'refusing-but-for-one' && keyCovers(world.key, asked.key()));
  const opaque = asked.mode === 'no-cors' && endpoint.reach === 'loopback';
  if (accepted) {
    const unlocked = world.kind === 'accepting' ? world.unlocked : [];
    const body = unlocked.includes(AS_LIST) ? '[]' : ACCEPTED;
    const kind = opaque ? 'opaque' : 'status';
    const ok = { ...page, kind, status: 200, contentType: 'application/json', body, unlocked } as const;
    return { page: ok, answer: 'accepted', status: 200 };
  }
  if (channel === 'form' && host.forms === 'blocked')
    return { page: { ...page, kind: 'none' }, answer: 'blocked', status: null };
  const { refusal } = host;
  if (refusal.kind === 'reject') return { page: { ...page, kind: 'reject' }, answer: 'blocked', status: null };
  const { status, contentType, body } = refusal;
  const refused = { ...page, kind: opaque ? 'opaque' : 'status', status, contentType, body } as const;
  return { page: refused, answer: 'refused', status };
}
