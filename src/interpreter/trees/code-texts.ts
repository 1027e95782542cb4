/**
 * Texts that are run as code, by syntax. In: a node. Out: whether it hands on a text to be run. Text that holds no mark of a
 * write is none.
 */
import { mayHoldWrite } from '../../syntax/candidacy.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, cookedText } from '../../syntax/tree.ts';
import { calleeName, memberKey } from './member-names.ts';

/** `eval(x)`, `new Function(x)`. */
export function isCodeCall(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const name = calleeName(bare(node.callee));
  if (name !== 'eval' && name !== 'Function' && name !== 'execScript') return false;
  return node.arguments.some((argument) => mayBeCode(bare(argument)));
}

/** `setTimeout('code', 100)`. */
export function isCodeTimer(node: Node): boolean {
  if (node.type !== 'CallExpression' || !node.arguments[0]) return false;
  const name = calleeName(bare(node.callee));
  if (name !== 'setTimeout' && name !== 'setInterval' && name !== 'setImmediate') return false;
  const code = bare(node.arguments[0]);
  if (code.type === 'Literal') return typeof code.value === 'string' && mayBeCode(code);
  return code.type === 'TemplateLiteral' || code.type === 'BinaryExpression';
}

/** `setAttribute('onclick', 'code')`. */
export function isCodeAttribute(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.arguments.length < 2) return false;
  const callee = bare(node.callee);
  const [name] = node.arguments;
  return (
    callee.type === 'MemberExpression' &&
    memberKey(callee) === 'setAttribute' &&
    name?.type === 'Literal' &&
    /^on/i.test(String(name.value))
  );
}

function mayBeCode(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && mayHoldWrite(node.value);
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return mayHoldWrite(cookedText(node.quasis[0]!));
  return true;
}
