/**
 * Calls that look like a write-back, by their shape alone. In: a node. Out: whether it must be explained.
 * Wide on purpose where the name is telling, narrow where it is common (`.delete`, `.send`): what is missed here is still
 * found when the program runs; what is listed here and never runs is reported.
 */
import type { Node } from './tree.ts';
import { bare, isFunction, keyText } from './tree.ts';

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
  if (node.type === 'JSXOpeningElement') return isPostForm(node);
  if (node.type === 'Identifier') return SEED_NAMES.has(node.name);
  if (node.type === 'ObjectPattern')
    return node.properties.some(
      (property) => property.type !== 'RestElement' && !property.computed && SEED_NAMES.has(keyText(property.key)),
    );
  if (node.type !== 'MemberExpression') return false;
  if (!node.computed) return SEED_NAMES.has(keyText(node.property));
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
  if (node.type !== 'CallExpression') return false;
  const callee = bare(node.callee);
  const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
  if (name === null) return false;
  if (name === 'fetch' || name === '$fetch' || name === 'ofetch') return !isPlainRead(node);
  if (name === 'sendBeacon' || name === 'requestSubmit') return true;
  if (name === 'ajax') return true;
  if (callee.type === 'Identifier') return (name === 'axios' || name === 'ky') && node.arguments.length > 0;
  if (name === 'submit') return node.arguments.length === 0;
  if (!VERBS.has(name) || isRoute(node)) return false;
  const receiver = bare(callee.object);
  if (receiver.type === 'Identifier' && LIBRARY.test(receiver.name)) return true;
  return name !== 'request' && name !== 'delete' && startsLikeUrl(node.arguments[0]);
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

/** A server's route: a path and a function that answers. */
function isRoute(call: Node): boolean {
  const last = call.arguments.at(-1);
  if (call.arguments.length < 2 || !last) return false;
  const fn = bare(last);
  return (
    isFunction(fn) && fn.params.length >= 1 && /^(?:_?req(?:uest)?|_?ctx|_?context|_?c)$/.test(fn.params[0]?.name ?? '')
  );
}

function startsLikeUrl(argument: Node | undefined): boolean {
  if (!argument) return false;
  const node = bare(argument);
  const first =
    node.type === 'TemplateLiteral'
      ? String((node.quasis[0]?.value as { cooked?: string } | undefined)?.cooked ?? '')
      : String(node.value ?? '');
  return /^(?:\/|https?:|\.\.?\/)/.test(first);
}
