/**
 * Addresses of blobs. In: a blob. Out: a `blob:` address that leads back to the blob's text, for a worker or a script.
 */
import type { Machine } from '../machine/machine.ts';
import type { Value } from '../values/values.ts';
import { STATE, text } from '../values/values.ts';

export function objectUrl(machine: Machine, blob: Value | undefined): Value {
  const code = blob?.t === 'obj' ? (blob.slots.get('code') as Value | undefined) : undefined;
  const made = machine.plain({}, STATE);
  made.slots.set('text', text('blob:page'));
  if (code) made.slots.set('code', code);
  return made;
}
