/**
 * Names and shapes whose holder may send something. In: a node. Out: whether a function that mentions it is looked at.
 * Wide on purpose: what is missed here is never run.
 */
import type { Node } from '../../syntax/tree.ts';
import { cookedText, keyText } from '../../syntax/tree.ts';
import { isCodeAttribute, isCodeCall, isCodeText, isCodeTimer } from './code-texts.ts';
import { isWriteMethod } from './sinks.ts';

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

/** A name or access whose holder may send something. */
export function isSeed(node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
      return SEED_NAMES.has(node.name);
    case 'MemberExpression':
      return isSeedMember(node);
    case 'CallExpression':
      return isCodeTimer(node) || isCodeAttribute(node) || isCodeCall(node);
    case 'Property':
      return isWriteMethod(node);
    // Something that may load code: `createElement('script')`, `import('./save.js')`.
    case 'Literal':
      return node.value === 'script' || isCodeText(node.value);
    case 'TemplateElement':
      return isCodeText(cookedText(node));
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
