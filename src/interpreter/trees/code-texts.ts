/**
 * Texts that are run as code, by syntax. In: a node. Out: whether it hands on a text to be run. Text that holds no mark of a
 * write is none.
 */
import { mayHoldWrite } from '../../syntax/candidacy.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, cookedText, isFunction } from '../../syntax/tree.ts';
import { calleeName, memberKey } from './member-names.ts';

/** `eval(x)`, `new Function(x)`. */
export function isCodeCall(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const callee = bare(node.callee);
  const name = calleeName(callee);
  if (name === 'constructor') return isCodeMaker(bare(callee.object), node.arguments.at(-1));
  if (name !== 'eval' && name !== 'Function' && name !== 'execScript') return false;
  return node.arguments.some((argument) => mayBeCode(bare(argument)));
}

/** `(() => {}).constructor('code')`, `[].map.constructor(code)`: the constructor of functions, as far as the place tells. */
function isCodeMaker(holder: Node, code: Node | undefined): boolean {
  if (!code) return false;
  const isOfFunction =
    isFunction(holder) || (holder.type === 'MemberExpression' && memberKey(holder) === 'constructor');
  const text = bare(code);
  return mayBeCode(text) && (isOfFunction || text.type === 'Literal' || text.type === 'TemplateLiteral');
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

/** A text that calls what may send. */
export function isCodeText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 7 && SENDS.test(value) && !value.includes('<');
}

const SENDS = /(?:fetch|sendBeacon|\.(?:post|put|patch|ajax|send|submit|requestSubmit))\s{0,3}\(/;

function mayBeCode(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && mayHoldWrite(node.value);
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return mayHoldWrite(cookedText(node.quasis[0]!));
  return true;
}
