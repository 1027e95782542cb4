/**
 * Calls that look like a write-back, by their shape alone. In: a node. Out: whether it must be explained.
 * Wide on purpose where the name is telling, narrow where it is common (`.delete`, `.send`): what is missed here is still
 * found when the program runs; what is listed here and never runs is reported.
 */
import { mayHoldWrite } from '../../syntax/candidacy.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction, keyText } from '../../syntax/tree.ts';

const SEED_NAMES: ReadonlySet<string> = new Set([
  'fetch',
  'XMLHttpRequest',
  'sendBeacon',
  'axios',
  'ajax',
  'jQuery',
  '$',
  'ky',
  'superagent',
  'WebSocket',
  'EventSource',
  'submit',
  'send',
  'requestSubmit',
  'Request',
  '$fetch',
  'ofetch',
  'got',
  'wretch',
  'useMutation',
  'mutate',
  'mutateAsync',
  'useSWRMutation',
  '$http',
  'HttpClient',
  'eval',
  'Function',
  'execScript',
  'require',
  'Worker',
  'SharedWorker',
]);

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
/** Verbs that as a property's name say that something may be sent. */
const SEED_VERBS: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'del', 'postForm', 'putForm', 'patchForm']);
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set([
  'window',
  'self',
  'globalThis',
  'navigator',
  'document',
  'top',
  'parent',
  'frames',
]);
const LIBRARY = /^(?:axios|ky|superagent|request|\$|jQuery|\$?http|api|client|apiClient|httpClient|got|wretch)$/;

/** A name or access whose holder may send something. */
export function isSeed(node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
      return SEED_NAMES.has(node.name);
    case 'MemberExpression':
      return isSeedMember(node);
    case 'CallExpression':
      return isCodeTimer(node) || isCodeAttribute(node);
    case 'Property':
      return isWriteMethod(node);
    // Something that may load code: `createElement('script')`, `import('./save.js')`.
    case 'Literal':
      return node.value === 'script';
    case 'ImportExpression':
      return true;
    case 'ObjectPattern':
      return node.properties.some(
        (property) => property.type !== 'RestElement' && !property.computed && SEED_NAMES.has(keyText(property.key)),
      );
    case 'JSXOpeningElement':
      return isPostForm(node);
    default:
      return false;
  }
}

function isSeedMember(node: Node): boolean {
  if (!node.computed) return SEED_NAMES.has(keyText(node.property)) || SEED_VERBS.has(keyText(node.property));
  return node.object.type === 'Identifier' && GLOBAL_OBJECTS.has(node.object.name) && node.property.type !== 'Literal'
    ? true
    : node.property.type === 'Literal' && SEED_NAMES.has(String(node.property.value));
}

function isPostForm(opening: Node): boolean {
  const name = opening.name as unknown as Node;
  if (name.type !== 'JSXIdentifier' || name.name !== 'form') return false;
  return opening.attributes.some(
    (attribute) => attribute.type === 'JSXAttribute' && (attribute.name as unknown as Node).name === 'method',
  );
}

/** A call that has to end as evaluated, dead, or reported. */
export function isSink(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  if (isCodeCall(node) || isCodeTimer(node)) return true;
  if (node.type !== 'CallExpression') return false;
  const callee = bare(node.callee);
  const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
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
  return node.type === 'CallExpression' && memberName(bare(node.callee)) === 'requestSubmit';
}

function memberName(callee: Node): string | null {
  if (callee.type !== 'MemberExpression') return null;
  if (!callee.computed) return keyText(callee.property);
  return callee.property.type === 'Literal' ? String(callee.property.value) : null;
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
    const [first = '', second = ''] = node.quasis.slice(0, 2).map(quasiText);
    return URL_START.test(first) || (first === '' && /^\/\w/.test(second));
  }
  if (node.type === 'Literal') return URL_START.test(String(node.value ?? ''));
  return last !== node && last.type === 'Literal' && /^\/\w/.test(String(last.value ?? ''));
}

const URL_START = /^(?:\/|https?:|\.\.?\/)/;

function quasiText(quasi: Node): string {
  return (quasi.value as { readonly cooked?: string } | undefined)?.cooked ?? '';
}

const WRITE_METHOD = /^(?:post|put|patch|delete)$/i;

/** `method: 'POST'` in an object. */
function isWriteMethod(property: Node): boolean {
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

/** `eval(x)`, `new Function(x)`: code as text. Text that holds no mark of a write is none. */
export function isCodeCall(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const callee = bare(node.callee);
  const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
  if (name !== 'eval' && name !== 'Function' && name !== 'execScript') return false;
  return node.arguments.some((argument) => mayBeCode(bare(argument)));
}

/** `setTimeout('code', 100)`. */
function isCodeTimer(node: Node): boolean {
  if (node.type !== 'CallExpression' || !node.arguments[0]) return false;
  const callee = bare(node.callee);
  const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
  if (name !== 'setTimeout' && name !== 'setInterval' && name !== 'setImmediate') return false;
  const code = bare(node.arguments[0]);
  if (code.type === 'Literal') return typeof code.value === 'string' && mayBeCode(code);
  return code.type === 'TemplateLiteral' || code.type === 'BinaryExpression';
}

/** `setAttribute('onclick', 'code')`. */
function isCodeAttribute(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.arguments.length < 2) return false;
  const callee = bare(node.callee);
  const [name] = node.arguments;
  return memberName(callee) === 'setAttribute' && name?.type === 'Literal' && /^on/i.test(String(name.value));
}

function mayBeCode(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && mayHoldWrite(node.value);
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return mayHoldWrite(quasiText(node.quasis[0]!));
  return true;
}
