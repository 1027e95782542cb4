/**
 * What a cell and its parent say to each other. In on standard input: a key, then one task as JSON. Out on standard
 * output: one line a message, with its number and a seal over both. A seal stops clumsy forgery only, for page code that
 * took over its own cell can read the key: so nothing a cell says may remove a finding.
 */
import { hash } from 'node:crypto';
import type { Host } from '../../src/contracts.ts';
import type { End, Observation, Source } from '../../src/model.ts';
import type { ProbeTargets } from './probes.ts';

export type CellTask =
  | { readonly kind: 'drive'; readonly source: Source; readonly host: Host; readonly engine: string }
  | { readonly kind: 'probe'; readonly targets: ProbeTargets }
  | { readonly kind: 'code-cache' };

export type CellMessage =
  | { readonly kind: 'observation'; readonly observation: Observation }
  | { readonly kind: 'probes'; readonly results: Readonly<Record<string, string>> }
  /** V8's code cache of the cell's own code, in base64. */
  | { readonly kind: 'code-cache'; readonly cache: string }
  | { readonly kind: 'end'; readonly end: End };

/**
 * The first line of every cell, unsealed: it is written before the cell has a key, and before it has an artifact. The
 * second form says that the code cache was taken.
 */
export const READY = 'ready';
export const READY_CACHED = 'ready, from the code cache';
export const KEY_BYTES = 32;
const SEAL_CHARS = 32;

const { concat, from } = Buffer;

/** The seal of message `number` with `payload`: hexadecimal digits. The function that hashes may be one taken earlier. */
export function seal(key: Buffer, number: number, payload: string, digest: typeof hash = hash): string {
  const text = concat([key, from(`${number} ${payload}`)]);
  return digest('sha256', text, 'hex').slice(0, SEAL_CHARS);
}
