/**
 * One route: its description for OpenAPI and what answers it, from the same schemas. In: a config and a function. What a
 * request says is checked against the config before the function runs; a mismatch is a `bad-request` that names the field.
 */
import type { RouteConfig } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { ZodObject } from 'zod';
import type { ProblemCode } from './problem.ts';
import { PROBLEMS, Problem } from './problem.ts';
import type { App, AppContext } from './service.ts';

type Answers = RouteConfig['responses'];

interface RoutePlan<Query extends ZodObject> {
  readonly method: 'get' | 'post' | 'delete';
  /** With `{name}` for a part that varies. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly query?: Query;
  readonly headers?: ZodObject;
  readonly body?: NonNullable<RouteConfig['request']>['body'];
  readonly answers: Answers;
  /** Beside those that any request can meet. */
  readonly problems?: readonly ProblemCode[];
}

const problemSchema = z
  .object({
    type: z.string().openapi({ example: 'urn:savecheck:problem:not-found' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
    traceId: z.string(),
  })
  .openapi('Problem');

function problemAnswers(codes: readonly ProblemCode[]): Answers {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join('; '),
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    ]),
  );
}

/** An answer of JSON, as OpenAPI describes it. */
export function json(schema: z.ZodType, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** The value as `schema` has it, or a `bad-request` that says where it does not fit. */
export function read<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ at: [where, ...path].join('.'), message }));
  const [first] = errors;
  throw new Problem('bad-request', `${first?.at}: ${first?.message}`, {}, { errors });
}

/** A parameter given once is a word, one given again a list. */
function queryOf(c: AppContext): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, words]) => [name, words.length === 1 ? (words[0] as string) : words]),
  );
}

/** `get` and `/v1/jobs/{id}/events`: `getJobsIdEvents`. */
function operationId(method: string, path: string): string {
  const words = path.replace(/^\/v1/, '').match(/[a-z]+/gi) ?? [];
  return [method, ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}

export function addRoute<Query extends ZodObject>(
  app: App,
  plan: RoutePlan<Query>,
  answer: (c: AppContext, query: z.output<Query>) => Response | Promise<Response>,
): void {
  const parts = [...plan.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const params = z.object(Object.fromEntries(parts.map((name) => [name, z.string()])));
  app.openAPIRegistry.registerPath({
    method: plan.method,
    path: plan.path,
    operationId: operationId(plan.method, plan.path),
    tags: [plan.tag],
    summary: plan.summary,
    security: plan.path.startsWith('/v1/') ? [{ key: [] }] : [],
    request: {
      ...(parts.length > 0 ? { params } : {}),
      ...(plan.query ? { query: plan.query } : {}),
      ...(plan.headers ? { headers: plan.headers } : {}),
      ...(plan.body ? { body: plan.body } : {}),
    },
    responses: {
      ...plan.answers,
      ...(plan.path.startsWith('/v1/')
        ? problemAnswers(['bad-request', 'no-key', 'scope-missing', 'rate-limited', ...(plan.problems ?? [])])
        : {}),
    },
  });
  const schema = (plan.query ?? z.object({})) as Query;
  app.on(plan.method.toUpperCase(), plan.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
    answer(c, read(schema, queryOf(c), 'query')),
  );
}
