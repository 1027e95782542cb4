/**
 * What went wrong with a request, as RFC 9457 problem details. `code` is stable and tells one kind from another; `type` is
 * made from it; `detail` is for people and holds nothing of an artifact.
 */

/** Every code, the status it goes with, and its title. */
export const PROBLEMS = {
  'bad-request': [400, 'The request is not understood'],
  'no-key': [401, 'A valid API key is needed'],
  'scope-missing': [403, 'The key does not allow this'],
  'origin-refused': [403, 'Requests of other sites are refused'],
  'not-found': [404, 'There is no such thing here'],
  'method-not-allowed': [405, 'The method is not offered here'],
  'idempotency-conflict': [409, 'The idempotency key belongs to another request'],
  'webhook-limit': [409, 'The tenant has as many webhooks as it may have'],
  'not-finished': [409, 'The job has no report'],
  'too-large': [413, 'The upload is too large'],
  'media-type': [415, 'The kind of the upload is not known'],
  'host-refused': [421, 'The server does not answer to this name'],
  'archive-refused': [422, 'The archive cannot be accepted'],
  'nothing-to-verify': [422, 'The upload holds nothing to verify'],
  'webhook-refused': [422, 'The webhook address cannot be accepted'],
  'rate-limited': [429, 'Too many requests'],
  'queue-full': [429, 'The queue is full'],
  internal: [500, 'The service failed'],
  draining: [503, 'The server is shutting down'],
  'isolation-missing': [503, 'No isolation tier fit for uploads is proven here'],
  'disk-low': [507, 'The disk is nearly full'],
} as const satisfies Record<string, readonly [status: number, title: string]>;
export type ProblemCode = keyof typeof PROBLEMS;

/** Thrown by a route; the app answers with it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of the problem object. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: ProblemCode,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.code = code;
    this.headers = headers;
    this.members = members;
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }
}

export function problemBody(problem: Problem, traceId: string): Record<string, unknown> {
  const [status, title] = PROBLEMS[problem.code];
  return {
    type: `urn:savecheck:problem:${problem.code}`,
    title,
    status,
    detail: problem.message,
    ...problem.members,
    code: problem.code,
    traceId,
  };
}
