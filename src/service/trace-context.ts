/**
 * W3C Trace Context, as far as a service needs it that passes it on: a `traceparent` that came in keeps its trace id, one
 * that is missing or malformed is replaced.
 */
import { randomBytes } from 'node:crypto';

// Version 00 of the recommendation; a later version is read by the same fields, as section 3.2.4 asks.
const FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/;

export interface TraceContext {
  readonly traceId: string;
  /** Names this service's own span as the parent. */
  readonly traceparent: string;
}

export function continueTrace(traceparent: string | undefined): TraceContext {
  const [, traceId = randomBytes(16).toString('hex'), flags = '00'] = FORM.exec(traceparent ?? '') ?? [];
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}` };
}
