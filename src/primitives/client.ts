/**
 * Clients nobody knows: a library that is not at hand, an object that is handed in. In: nothing to install; the interpreter
 * notes a call on an unknown receiver that names a write verb and a local address. Such a write is never proved, only suspect.
 */
import type { Primitive } from '../interpreter/contract.ts';

export const client: Primitive = {
  name: 'client',
  hint: /(?:post|put|patch|delete|del)\w{0,20}\s*(?:\?\.)?\s*[(<]|POST|PUT|PATCH|DELETE|\b(?:method|type)\s*:/i,
};
