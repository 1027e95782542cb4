/**
 * Names by syntax. In: a call, or a chain of members. Out: what the call ends in and is made on; the chain as a dotted path.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare } from '../../syntax/tree.ts';

/** The name a call ends in and what it is called on; null for other callees. */
export function calleeName(call: Node): { readonly name: string; readonly on: Node | null } | null {
  const callee = bare(call.callee);
  if (callee.type === 'Identifier') return { name: callee.name, on: null };
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return null;
  return { name: callee.property.name, on: bare(callee.object) };
}

/** `a.b.c` as written, or null for what is no plain path. */
export function pathOf(node: Node): string | null {
  const names: string[] = [];
  let current = bare(node);
  while (current.type === 'MemberExpression' && names.length < 8) {
    if (current.computed || current.property.type !== 'Identifier') return null;
    names.push(current.property.name);
    current = bare(current.object);
  }
  if (current.type === 'ThisExpression') names.push('this');
  else if (current.type === 'Identifier') names.push(current.name);
  else return null;
  return names.reverse().join('.');
}
