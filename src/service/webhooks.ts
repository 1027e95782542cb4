/**
 * Sends what the outbox holds, signed as Standard Webhooks 1.0 has it. In: a store. A receiver that does not answer 2xx is
 * asked again, later and later, under the same `webhook-id`; a redirect is not followed, and the connection goes to the
 * address that was checked.
 */
import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Webhook as Signer } from 'standardwebhooks';
import { WEBHOOK_TRIES, WEBHOOK_WALL_MS } from '../limits.ts';
import type { Address } from './address-guard.ts';
import { AddressRefused, publicAddresses, webhookUrl } from './address-guard.ts';
import type { JobEvent, JobStore } from './contract.ts';
import { jobView } from './http/job-view.ts';
import { continueTrace } from './trace-context.ts';

type Due = Awaited<ReturnType<JobStore['claimDeliveries']>>[number];

/** Seconds before try 2, 3, …: 24 hours in all. */
const PAUSES = [5, 60, 300, 1_800, 7_200, 21_600, 54_000] as const;
const AT_ONCE = 8;

export interface WebhookSenderOptions {
  readonly store: JobStore;
  /** http, and addresses of this machine and its network, are allowed. */
  readonly allowPrivate: boolean;
  readonly outcome: (outcome: 'delivered' | 'refused' | 'dead') => void;
  readonly storeFailed: (error: unknown) => void;
  readonly pollMs?: number;
  /** Milliseconds a receiver has to answer. */
  readonly wallMs?: number;
  /** Milliseconds before the next try, after `tries` of them; null for none. */
  readonly pause?: (tries: number) => number | null;
  readonly sent?: () => void;
}

function pause(tries: number): number | null {
  const seconds = tries >= WEBHOOK_TRIES ? undefined : PAUSES[tries - 1];
  return seconds === undefined ? null : seconds * 1000 * (1 + Math.random() / 5);
}

/** The body: what happened to the job, and where to read more. No text of an artifact but the name of the upload. */
function bodyOf({ job }: Due): string {
  const timestamp = new Date(job.finished ?? job.created).toISOString();
  return JSON.stringify({ type: `job.${job.status}`, timestamp, data: jobView(job) });
}

/** The status of the answer. Its body is not read. Rejects when there is none within the time. */
function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  addresses: readonly Address[] | null,
  wallMs: number,
): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        signal: AbortSignal.timeout(wallMs),
        ...(addresses
          ? {
              lookup: (_host, options, found) => {
                if (options.all) found(null, [...addresses]);
                else found(null, addresses[0]?.address ?? '', addresses[0]?.family);
              },
            }
          : {}),
      },
      (answer: IncomingMessage) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #sending = new Set<Promise<void>>();
  #unlisten: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  #open = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#open = true;
    this.#unlisten = this.#options.store.onEvent((event: JobEvent) => {
      if (event.kind === 'terminal') this.#wake();
    });
    this.#timer = setInterval(() => this.#wake(), this.#options.pollMs ?? 1_000);
    this.#wake();
  }

  /** Waits for what is on its way. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#unlisten();
    clearInterval(this.#timer);
    await this.#round;
    await Promise.allSettled(this.#sending);
  }

  #wake(): void {
    if (!this.#open) return;
    this.#again = true;
    this.#round ??= this.#claimAll()
      .catch(this.#options.storeFailed)
      .finally(() => {
        this.#round = undefined;
      });
  }

  async #claimAll(): Promise<void> {
    while (this.#again && this.#open) {
      this.#again = false;
      const due = await this.#options.store.claimDeliveries(AT_ONCE - this.#sending.size);
      for (const one of due) {
        const sending = this.#deliver(one)
          .catch(this.#options.storeFailed)
          .finally(() => {
            this.#sending.delete(sending);
            this.#wake();
          });
        this.#sending.add(sending);
      }
    }
  }

  async #deliver(due: Due): Promise<void> {
    const { store } = this.#options;
    const { status, error } = await this.#send(due).catch((reason: unknown) => ({
      status: null,
      error: wordsOf(reason),
    }));
    this.#options.sent?.();
    const ok = status !== null && status >= 200 && status < 300;
    const wait = ok || status === 410 ? null : (this.#options.pause ?? pause)(due.delivery.tries);
    await store.noteDelivery(due.delivery.id, { ok, status, error, nextAt: wait === null ? null : Date.now() + wait });
    this.#options.outcome(ok ? 'delivered' : wait === null ? 'dead' : 'refused');
  }

  async #send({ delivery, webhook, job, traceparent }: Due): Promise<{ status: number; error: string | null }> {
    const url = webhookUrl(webhook.url, this.#options.allowPrivate);
    const addresses = this.#options.allowPrivate ? null : await publicAddresses(url);
    const now = new Date();
    const body = bodyOf({ delivery, webhook, job });
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'savecheck-webhook',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(webhook.secret).sign(delivery.id, now, body),
      traceparent: continueTrace(traceparent).traceparent,
      ...(delivery.maybeDuplicate ? { 'savecheck-maybe-duplicate': 'true' } : {}),
    };
    const status = await post(url, headers, body, addresses, this.#options.wallMs ?? WEBHOOK_WALL_MS);
    return { status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` };
  }
}

function wordsOf(reason: unknown): string {
  if (reason instanceof AddressRefused) return reason.message;
  const { code, name } = reason as NodeJS.ErrnoException;
  return name === 'AbortError' || name === 'TimeoutError' ? 'No answer in time' : (code ?? 'The connection failed');
}
