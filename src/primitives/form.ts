/**
 * Forms. In: nothing to install; forms of the markup are judged when the program has run, forms made by script when they
 * are sent. The hint says where to look for either.
 */
import type { Primitive } from '../interpreter/contract.ts';

export const form: Primitive = {
  name: 'form',
  hint: /<form|formaction|createElement|\bsubmit\b|\.submit|method\s*=|form/i,
};
