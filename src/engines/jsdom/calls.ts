/**
 * Answers what the page's channels ask (`page/channels/protocol.ts`). In: the drive and a call. Out: JSON, or ''.
 * What a page sends is checked for nothing but its use: it is text and numbers of a page that may lie about itself.
 */
import { createHash, createHmac } from 'node:crypto';
import { resolveEndpoint } from '../../endpoint.ts';
import type { Calls, RequestAnswer } from '../../page/channels/protocol.ts';
import { OPENED_AT } from './clock.ts';
import type { Departures } from './departures.ts';
import type { DriveState } from './drive-state.ts';

interface CallState extends DriveState {
  readonly departures: Departures;
}

type Answers = {
  readonly [Name in keyof Calls]: (session: CallState, of: Parameters<Calls[Name]>[0]) => ReturnType<Calls[Name]>;
};

const NO_ENDPOINT: Omit<RequestAnswer, 'url'> = {
  id: -1,
  kind: 'none',
  status: 0,
  contentType: '',
  body: '',
  latency: 0,
  unlocked: null,
  empty: false,
};

const ANSWERS: Answers = {
  request: (session, { channel, method, url, base, mode, body, stack, element }) => {
    const endpoint = resolveEndpoint(method, url, session.documentUrl, base);
    if (!endpoint) return { ...NO_ENDPOINT, url };
    return session.record({ channel, endpoint, mode, body, element, site: session.sites.of(stack) });
  },
  body: ({ ledger }, { id, body }) => ledger.body(id, body),
  answered: ({ ledger }, { id }) => ledger.answered(id),
  read: ({ ledger, sites }, { id, what, stack }) => {
    if (stack === undefined || !sites.isLibrary(stack)) ledger.read(id, what);
  },
  missing: ({ ledger }, { id, field }) => ledger.missing(id, field),
  looked: ({ ledger }, { id }) => ledger.looked(id),
  'wants-array': ({ ledger }, { id }) => ledger.wantsArray(id),
  rejected: ({ ledger }, { id }) => ledger.read(id, 'fate'),
  facts: ({ request: { host } }) => {
    const { beacon, modals, popups, storage } = host;
    return { beacon, modals, popups, storage };
  },
  keep: (session, { channel, name, body }) => {
    session.record({ channel, endpoint: { method: 'SET', url: `${channel}:${name}`, reach: 'own-origin' }, body });
  },
  navigate: (session, { url }) => session.departures.goTo(url),
  blob: (session, { url, text }) => session.departures.blob(url, text),
  repairs: ({ standIns }) => standIns.names(),
  touched: ({ standIns }, { name }) => standIns.touched(name),
  text: ({ siblings, recorder }, { url }) => {
    const found = siblings.find(url);
    recorder.scripts.set(url, found ? 'ran' : 'missing');
    return found?.text ?? null;
  },
  hash: (_session, { name, content, key }) => hashOf(name, Buffer.from(content, 'hex'), key),
  opened: () => OPENED_AT,
};

const HASHES: Readonly<Record<string, string>> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

function hashOf(name: string, content: Buffer, key: string | undefined): string {
  const algorithm = HASHES[name];
  if (!algorithm) return '';
  const hash = key === undefined ? createHash(algorithm) : createHmac(algorithm, Buffer.from(key, 'hex'));
  return hash.update(content).digest('hex');
}

export function answerCall(session: CallState, kind: string, json: string): string {
  const answer = ANSWERS[kind as keyof Calls] as ((session: CallState, of: unknown) => unknown) | undefined;
  const of = session.said<object>(json);
  const result = of === null ? undefined : answer?.(session, of);
  return result === undefined ? '' : JSON.stringify(result);
}
