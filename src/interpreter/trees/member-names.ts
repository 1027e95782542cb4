/**
 * What a member or a callee is called by syntax. In: a node. Out: its last name, null where only the run tells.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare, keyText } from '../../syntax/tree.ts';

/** The key of a member where it is written out. */
export function memberKey(member: Node): string | null {
  if (!member.computed) return keyText(member.property);
  const key = bare(member.property);
  return key.type === 'Literal' ? String(key.value) : null;
}

/** The last name of what is called. */
export function calleeName(callee: Node): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? memberKey(callee) : null;
}
