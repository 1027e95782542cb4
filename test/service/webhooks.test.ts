import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPublicAddress, publicAddresses, webhookUrl } from '../../src/service/address-guard.ts';
import type { JobStore } from '../../src/service/contract.ts';
import { openSqliteStore } from '../../src/service/stores/sqlite.ts';
import { WebhookSender } from '../../src/service/webhooks.ts';
import { newJob } from '../contracts/job-store.suite.ts';
import { testServer } from './support/client.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('deliveries', () => {
  let directory: string;
  let store: JobStore;
  let receiver: Server;
  let sender: WebhookSender;
  let heard: Heard[];
  let answers: ((response: ServerResponse) => void)[];
  let outcomes: string[];
  let over: PromiseWithResolvers<void>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'savecheck-hooks-'));
    store = await openSqliteStore({ directory });
    heard = [];
    outcomes = [];
    answers = [];
    over = Promise.withResolvers();
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        heard.push({ headers: request.headers, body });
        (answers.shift() ?? ((last) => void last.end()))(response);
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterEach(async () => {
    await sender.stop();
    receiver.closeAllConnections();
    receiver.close();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  function send(allowPrivate: boolean, pause = (tries: number) => (tries < 8 ? 0 : null), wallMs = 60_000): void {
    sender = new WebhookSender({
      store,
      wallMs,
      allowPrivate,
      pollMs: 10,
      pause,
      outcome(outcome) {
        outcomes.push(outcome);
        if (outcome !== 'refused') over.resolve();
      },
      storeFailed: (error) => over.reject(error),
    });
    sender.start();
  }
  const url = (path = '/hook') => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
  async function endOneJob(): Promise<void> {
    await store.accept(newJob({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }));
    const [lease] = await store.claim(1);
    if (!lease) throw new Error('nothing to claim');
    await store.settle(lease, { status: 'done', label: 'lost', labels: ['lost'], report: '{}', cacheable: true });
  }

  test('500, a reset, a redirect, then 200: delivered once, same id, each signed', async () => {
    answers = [
      (response) => response.writeHead(500).end(),
      (response) => response.destroy(),
      (response) => response.writeHead(302, { Location: url('/elsewhere') }).end(),
    ];
    const hook = await store.addWebhook('a', url(), SECRET);
    send(true);
    await endOneJob();
    await over.promise;
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'delivered']);
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const verifier = new Verifier(SECRET);
    for (const { headers, body } of heard) {
      const event = verifier.verify(body, headers as Record<string, string>);
      expect(event).toMatchObject({ type: 'job.done', data: { label: 'lost', status: 'done' } });
      expect(headers.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$/);
    }
    expect(await store.deliveries(hook.id, 10)).toMatchObject([{ state: 'delivered', tries: 4, lastStatus: 200 }]);
  });

  test('one that never answers, stops in its headers, or resets is asked again, and says so in the log meanwhile', async () => {
    const late = [
      () => undefined,
      (response: ServerResponse) => void response.socket?.write('HTTP/1.1 200 OK\r\nX-Half'),
      (response: ServerResponse) => void response.socket?.resetAndDestroy(),
    ];
    answers = [...late];
    const hook = await store.addWebhook('a', url(), SECRET);
    const logged: (string | null)[] = [];
    const noted = store.noteDelivery.bind(store);
    store.noteDelivery = async (id, what) => {
      logged.push(what.error);
      await noted(id, what);
    };
    send(true, () => 0, 200);
    await endOneJob();
    await over.promise;
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'delivered']);
    expect(logged).toEqual(['No answer in time', 'No answer in time', 'ECONNRESET', null]);
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await store.deliveries(hook.id, 10)).toMatchObject([{ state: 'delivered', tries: 4 }]);
  });

  test('a receiver that never answers well is given up on, and 410 at once', async () => {
    answers = [(response) => response.writeHead(410).end()];
    const hook = await store.addWebhook('a', url(), SECRET);
    send(true);
    await endOneJob();
    await over.promise;
    expect(await store.deliveries(hook.id, 10)).toMatchObject([{ state: 'dead', tries: 1, lastStatus: 410 }]);
    answers = Array.from({ length: 8 }, () => (response: ServerResponse) => response.writeHead(503).end());
    over = Promise.withResolvers();
    await endOneJob();
    await over.promise;
    expect((await store.deliveries(hook.id, 10))[0]).toMatchObject({ state: 'dead', tries: 8, lastError: 'HTTP 503' });
  });

  test('without the development flag nothing is sent to this machine', async () => {
    const hook = await store.addWebhook('a', url().replace('http:', 'https:'), SECRET);
    send(false, () => null);
    await endOneJob();
    await over.promise;
    expect(heard).toEqual([]);
    expect(await store.deliveries(hook.id, 10)).toMatchObject([
      { state: 'dead', lastError: expect.stringContaining('public') },
    ]);
  });
});

describe('addresses', () => {
  const inside = [
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    'not an address',
  ];
  test.each(inside)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  const urls = [
    'http://example.com/',
    'https://user:pass@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://a.localhost./',
    'https://169.254.169.254/latest',
    'ftp://example.com/',
    'nonsense',
  ];
  test.each(urls)('%s is no webhook', (text) => {
    expect(() => webhookUrl(text, false)).toThrow(expect.objectContaining({ name: 'AddressRefused' }));
  });

  test('a name that resolves to this machine is refused when it is used', async () => {
    await expect(publicAddresses(new URL('https://localhost/'))).rejects.toThrow(/public/);
  });
});

describe('/v1/webhooks', () => {
  test('are made with a secret that is shown once, listed, and removed', async () => {
    const server = await testServer({ privateWebhooks: true });
    const make = (url: string) =>
      server.call('/v1/webhooks', {
        method: 'POST',
        body: JSON.stringify({ url }),
        headers: { 'Content-Type': 'application/json' },
      });
    const made = await make('http://127.0.0.1:9/hook');
    expect(made.status).toBe(201);
    const { id, secret } = (await made.json()) as Record<string, string>;
    expect(secret).toMatch(/^whsec_/);
    const listed = await (await server.call('/v1/webhooks')).text();
    expect(listed).toContain(id);
    expect(listed).not.toContain('whsec_');
    expect((await server.call(`/v1/webhooks/${id}/deliveries`)).status).toBe(200);
    expect((await server.call(`/v1/webhooks/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.call(`/v1/webhooks/${id}`)).status).toBe(404);
    expect((await make('nonsense')).status).toBe(422);
    await server.remove();
  });
});
