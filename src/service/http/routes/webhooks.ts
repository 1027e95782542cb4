/**
 * `/v1/webhooks`: where the end of each job is told. The secret is shown when a webhook is made, and never again.
 */
import { randomBytes } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { WEBHOOKS_PER_TENANT } from '../../../limits.ts';
import { AddressRefused, publicAddresses, webhookUrl } from '../../address-guard.ts';
import type { Delivery, Webhook } from '../../contract.ts';
import { mustHave } from '../callers.ts';
import { Problem } from '../problem.ts';
import { addRoute, json, read } from '../route.ts';
import type { App, AppContext, Service } from '../service.ts';
import { parseJson, readBody } from '../upload.ts';

const TAG = 'Webhooks';
const BODY_BYTES = 16 * 1024;

const newWebhook = z.strictObject({ url: z.string().max(2048).openapi({ example: 'https://ci.example/savecheck' }) });
const webhookSchema = z.object({ id: z.uuid(), url: z.string(), created: z.iso.datetime() }).openapi('Webhook');
const deliverySchema = z
  .object({
    id: z.string().openapi({ description: 'The `webhook-id` of every try' }),
    job: z.uuid(),
    state: z.enum(['pending', 'attempting', 'unknown', 'delivered', 'dead']),
    tries: z.int(),
    nextAt: z.iso.datetime().nullable(),
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    maybeDuplicate: z.boolean(),
  })
  .openapi('Delivery');

function view({ id, url, created }: Webhook): z.input<typeof webhookSchema> {
  return { id, url, created: new Date(created).toISOString() };
}

function deliveryView(delivery: Delivery): z.input<typeof deliverySchema> {
  const over = delivery.state === 'delivered' || delivery.state === 'dead';
  const { id, job, state, tries, lastStatus, lastError, maybeDuplicate } = delivery;
  const nextAt = over ? null : new Date(delivery.nextAt).toISOString();
  return { id, job, state, tries, nextAt, lastStatus, lastError, maybeDuplicate };
}

async function acceptableUrl(text: string, allowPrivate: boolean): Promise<string> {
  try {
    const url = webhookUrl(text, allowPrivate);
    if (!allowPrivate) await publicAddresses(url);
    return url.href;
  } catch (error) {
    if (error instanceof AddressRefused) throw new Problem('webhook-refused', error.message);
    throw error;
  }
}

function collectionRoutes(app: App, service: Service): void {
  const path = '/v1/webhooks';
  addRoute(
    app,
    {
      method: 'post',
      path,
      tag: TAG,
      summary: 'Be told when a job ends',
      body: { required: true, content: { 'application/json': { schema: newWebhook } } },
      answers: { 201: json(webhookSchema.extend({ secret: z.string() }), 'The webhook, with its secret') },
      problems: ['webhook-refused', 'webhook-limit', 'too-large'],
    },
    async (c) => {
      mustHave(c, 'webhooks');
      const { tenant } = c.get('caller');
      const { url } = read(newWebhook, parseJson(await readBody(c, BODY_BYTES)), 'body');
      const href = await acceptableUrl(url, service.privateWebhooks);
      if ((await service.store.webhooks(tenant)).length >= WEBHOOKS_PER_TENANT)
        throw new Problem('webhook-limit', `At most ${WEBHOOKS_PER_TENANT}; delete one first`);
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const webhook = await service.store.addWebhook(tenant, href, secret);
      return c.json({ ...view(webhook), secret }, 201, { Location: `${path}/${webhook.id}` });
    },
  );
  addRoute(
    app,
    {
      method: 'get',
      path,
      tag: TAG,
      summary: 'Your webhooks',
      answers: { 200: json(z.object({ webhooks: z.array(webhookSchema) }), 'Oldest first') },
    },
    async (c) => {
      mustHave(c, 'webhooks');
      return c.json({ webhooks: (await service.store.webhooks(c.get('caller').tenant)).map(view) });
    },
  );
}

async function webhookOfPath(c: AppContext, { store }: Service): Promise<Webhook> {
  mustHave(c, 'webhooks');
  const webhook = (await store.webhooks(c.get('caller').tenant)).find((one) => one.id === c.req.param('id'));
  if (!webhook) throw new Problem('not-found', 'There is no such webhook');
  return webhook;
}

export function webhookRoutes(app: App, service: Service): void {
  collectionRoutes(app, service);
  const path = '/v1/webhooks/{id}';
  const answers = { 200: json(webhookSchema, 'The webhook') };
  const problems = ['not-found'] as const;
  addRoute(app, { method: 'get', path, tag: TAG, summary: 'One webhook', answers, problems }, async (c) =>
    c.json(view(await webhookOfPath(c, service))),
  );
  const gone = { 204: { description: 'The webhook and what was to be sent to it are gone' } };
  addRoute(
    app,
    { method: 'delete', path, tag: TAG, summary: 'Stop telling it', answers: gone, problems },
    async (c) => {
      const webhook = await webhookOfPath(c, service);
      await service.store.removeWebhook(webhook.tenant, webhook.id);
      return c.body(null, 204);
    },
  );
  addRoute(
    app,
    {
      method: 'get',
      path: `${path}/deliveries`,
      tag: TAG,
      summary: 'What was sent to a webhook, and how it answered',
      query: z.object({
        limit: z.coerce.number().int().min(1).max(100).default(50).openapi({ type: 'integer', default: 50 }),
      }),
      answers: { 200: json(z.object({ deliveries: z.array(deliverySchema) }), 'Newest first') },
      problems,
    },
    async (c, { limit }) => {
      const webhook = await webhookOfPath(c, service);
      return c.json({ deliveries: (await service.store.deliveries(webhook.id, limit)).map(deliveryView) });
    },
  );
}
