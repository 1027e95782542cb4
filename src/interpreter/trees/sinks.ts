/**
 * Calls that look like a write-back, by their shape alone. In: a node. Out: whether it must be explained.
 * Wide on purpose where the name is telling, narrow where it is common (`.delete`, `.send`): what is missed here is still
 * found when the program runs; what is listed here and never runs is reported.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare, cookedText, isFunction, keyText } from '../../syntax/tree.ts';
import { isCodeCall, isCodeTimer } from './code-texts.ts';
import { calleeName, memberKey } from './member-names.ts';

const VERBS: ReadonlySet<string> = new Set([
  'post',
  'put',
  'patch',
  'delete',
  'del',
  'request',
  'postForm',
  'putForm',
  'patchForm',
]);
const LIBRARY = /^(?:axios|ky|superagent|request|\$|jQuery|\$?http|api|client|apiClient|httpClient|got|wretch)$/;

/** A call that has to end as evaluated, dead, or reported. */
export function isSink(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  if (isCodeCall(node) || isCodeTimer(node)) return true;
  if (node.type !== 'CallExpression') return false;
  const callee = bare(node.callee);
  const name = calleeName(callee);
  if (name === null) return false;
  if (name === 'fetch' || name === '$fetch' || name === 'ofetch') return !isPlainRead(node);
  if (name === 'sendBeacon' || name === 'requestSubmit') return true;
  if (name === 'ajax') return !isReadByOptions(node);
  if (callee.type === 'Identifier')
    return (
      ((name === 'axios' || name === 'ky') && node.arguments.length > 0) ||
      namesWrite(node) ||
      (VERBS.has(name) && !isRoute(node) && startsLikeUrl(node.arguments[0]))
    );
  if (name === 'submit' && node.arguments.length === 0) return true;
  if (namesWrite(node)) return true;
  if (!VERBS.has(name) || isRoute(node)) return false;
  const receiver = bare(callee.object);
  if (receiver.type === 'Identifier' && LIBRARY.test(receiver.name)) return true;
  return name !== 'request' && startsLikeUrl(node.arguments[0]);
}

/** `form.requestSubmit()`, on whatever form. */
export function isFormRequest(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = bare(node.callee);
  return callee.type === 'MemberExpression' && memberKey(callee) === 'requestSubmit';
}

/** `fetch('/x')` and `fetch(`/x/${id}`)` read; a lone variable may be a Request. */
function isPlainRead(call: Node): boolean {
  const first = call.arguments[0] ? bare(call.arguments[0]) : null;
  return (
    call.arguments.length === 1 &&
    (first?.type === 'Literal' || first?.type === 'TemplateLiteral' || first?.type === 'BinaryExpression')
  );
}

/** `$.ajax({ url, type: 'GET' })`, or one that says neither a method nor data: jQuery's own is GET. */
function isReadByOptions(call: Node): boolean {
  const options = call.arguments[0] ? bare(call.arguments[0]) : null;
  if (call.arguments.length !== 1 || options?.type !== 'ObjectExpression') return false;
  const named = options.properties.filter((property) => property.type === 'Property' && !property.computed);
  if (named.length < options.properties.length) return false;
  const methods = named.filter(({ key }) => /^(?:type|method)$/.test(keyText(key)));
  const reads = ({ value }: Node): boolean => {
    const literal = bare(value as Node);
    return literal.type === 'Literal' && /^(?:get|head)$/i.test(String(literal.value));
  };
  return methods.length > 0 ? methods.every(reads) : named.every(({ key }) => keyText(key) !== 'data');
}

/** A server's route: a path and a function that answers. */
function isRoute(call: Node): boolean {
  const last = call.arguments.at(-1);
  if (call.arguments.length < 2 || !last) return false;
  const fn = bare(last);
  return (
    isFunction(fn) && fn.params.length >= 1 && /^(?:_?req(?:uest)?|_?ctx|_?context|_?c)$/.test(fn.params[0]?.name ?? '')
  );
}

/** A text that starts like an address, or goes on like a path after something unknown. */
function startsLikeUrl(argument: Node | undefined): boolean {
  if (!argument) return false;
  let node = bare(argument);
  let last = node;
  while (node.type === 'BinaryExpression' && node.operator === '+') {
    last = bare(node.right);
    node = bare(node.left);
  }
  if (node.type === 'TemplateLiteral') {
    const [first = '', second = ''] = node.quasis.slice(0, 2).map(cookedText);
    return URL_START.test(first) || (first === '' && /^\/\w/.test(second));
  }
  if (node.type === 'Literal') return URL_START.test(String(node.value ?? ''));
  return last !== node && last.type === 'Literal' && /^\/\w/.test(String(last.value ?? ''));
}

const URL_START = /^(?:\/|https?:|\.\.?\/)/;

const WRITE_METHOD = /^(?:post|put|patch|delete)$/i;

/** `method: 'POST'` in an object. */
export function isWriteMethod(property: Node): boolean {
  if (property.computed || !property.key || !property.value) return false;
  if (!/^(?:method|type|httpMethod)$/.test(keyText(property.key))) return false;
  const value = bare(property.value as Node);
  return value.type === 'Literal' && WRITE_METHOD.test(String(value.value));
}

/**
 * A call with an object that names a write method, unless the object holds the function that answers. `type` is also what
 * changes and actions call their kind (`{ type: 'delete', object }`): it needs a word of a request beside it.
 */
function namesWrite(call: Node): boolean {
  return call.arguments.some((argument) => {
    const options = bare(argument);
    if (options.type !== 'ObjectExpression') return false;
    const properties = options.properties.filter((property) => property.type === 'Property');
    const names = properties.filter((property) => !property.computed).map((property) => keyText(property.key));
    const methods = properties.filter(isWriteMethod);
    const isRequest = methods.some((property) => keyText(property.key) !== 'type') || names.some(isOfRequest);
    return methods.length > 0 && isRequest && !names.some((name) => /^(?:handler|execute|resolve)$/.test(name));
  });
}

const isOfRequest = (name: string): boolean =>
  /^(?:ur[il]|href|endpoint|body|data|headers|contentType|dataType|success|error|complete)$/i.test(name);
