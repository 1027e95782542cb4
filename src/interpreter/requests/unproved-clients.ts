/**
 * Requests through something nobody knows: `api.post('/x')`, `lib('/x').put(body)`, `send('/x', { method: 'PUT' })`.
 * In: an unknown callee with its arguments. Out: a request with an unproved receiver, or nothing. Refuses what registers a
 * server's route and what stores under a path.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare, keyText } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { isCallable } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, exact, text, UNDEFINED } from '../values/values.ts';

const VERB = /^(post|put|patch|delete|del)(?:_?(?:form|json|data|async|request|multipart))?$/i;
const WRITES = /^(?:POST|PUT|PATCH|DELETE)$/i;
/** Names of things that take `put` and `delete` of their own. */
const STORES =
  /(?:cache|caches|map|set|store|storage|registry|fs|disk|headers|params|formdata|db|bucket|tree|index)\d*$/i;
const SERVERS = /^(?:\w*app|\w*router|\w*server|routes?|fastify|koa|express|hono|elysia|restify)\d*$/i;
const SERVER_PATH = /(?:express|fastify|Router|Hono|Koa|Elysia|createServer|restify)\w*\(\)$/;

/** Notes the request that this call looks like, and returns the address it leaves behind for a chain of calls. */
export function unprovedRequest(
  machine: Machine,
  callee: Value,
  args: readonly Value[],
  site: Node,
): Value | undefined {
  // A message to another window or thread is none, whatever it is about.
  if (calleeName(callee, site) === 'postMessage') return undefined;
  const own = args[0] && isAddress(args[0]) ? args[0] : undefined;
  const carried = callee.t === 'top' ? callee.address : undefined;
  const method = methodOf(callee, args, site);
  const url =
    own ?? addressOption(args) ?? (method && exact(args[0] ?? UNDEFINED) === exact(method) ? args[1] : carried);
  if (method && url && isAddress(url) && !isRoute(callee, args, site))
    machine.request({ primitive: 'client', channel: 'fetch', url, method, site, receiverUnproved: true });
  return own ?? carried;
}

/** A path, or an address, at least after what comes before it. */
function isAddress(value: Value): boolean {
  return alternatives(value).some((option) => {
    if (option.t === 'obj') return option.slots.has('text') && option.kind === 'plain';
    if (option.t !== 'str') return false;
    const at = option.parts.findIndex((part) => typeof part === 'string');
    const known = at < 0 ? '' : String(option.parts[at]);
    return at === 0 ? /^(?:\/[^*/]|\/$|\.{1,2}\/|https?:\/\/|\/\/\w)/i.test(known) : /^\/[\w{-]/.test(known);
  });
}

function methodOf(callee: Value, args: readonly Value[], site: Node): Value | undefined {
  for (const argument of args.slice(0, 4)) {
    const method = argument.t === 'obj' && argument.kind === 'plain' ? methodOption(argument) : undefined;
    if (method) return method;
  }
  const name = calleeName(callee, site);
  const first = exact(args[0]);
  if (first !== null && WRITES.test(first) && args[1] && isAddress(args[1])) return args[0];
  const verb = VERB.exec(name)?.[1]?.toUpperCase();
  if (verb === undefined) return undefined;
  if (!verb.startsWith('PO') && STORES.test(receiverName(site))) return undefined;
  return text(verb === 'DEL' ? 'DELETE' : verb);
}

function methodOption(options: Obj): Value | undefined {
  for (const key of ['method', 'type', 'httpMethod']) {
    const value = options.props.get(key)?.v;
    if (value && alternatives(value).some((option) => WRITES.test(exact(option) ?? ''))) return value;
  }
  return undefined;
}

function addressOption(args: readonly Value[]): Value | undefined {
  for (const argument of args.slice(0, 3)) {
    if (argument.t !== 'obj' || argument.kind !== 'plain') continue;
    for (const key of ['url', 'uri', 'path', 'endpoint', 'action', 'href']) {
      const value = argument.props.get(key)?.v;
      if (value && isAddress(value)) return value;
    }
  }
  return undefined;
}

function calleeName(callee: Value, site: Node): string {
  const node = site.callee ? bare(site.callee) : null;
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'MemberExpression' && !node.computed) return keyText(node.property);
  return callee.t === 'top' ? (callee.path.split('.').at(-1) ?? '') : '';
}

function receiverName(site: Node): string {
  const node = site.callee ? bare(site.callee) : null;
  if (node?.type !== 'MemberExpression') return '';
  const object = bare(node.object);
  if (object.type === 'MemberExpression' && !object.computed) return keyText(object.property);
  return object.type === 'Identifier' ? object.name : '';
}

/** A server's route takes functions, and a table of routes an object with one. */
function isRoute(callee: Value, args: readonly Value[], site: Node): boolean {
  if (args.some((argument) => argument.t === 'obj' && argument.kind === 'plain' && holdsAnswer(argument))) return true;
  const functions = args.slice(1).filter((argument) => alternatives(argument).some(isCallable));
  if (args[1] && functions.includes(args[1])) return true;
  if (functions.some(takesRequest)) return true;
  const isServer =
    SERVERS.test(receiverName(site)) || (callee.t === 'top' && SERVER_PATH.test(callee.path.replace(/\.\w+$/, '')));
  return isServer && args.slice(1).some((argument) => argument.t === 'top' || functions.includes(argument));
}

/** A function that answers a request names it as its first parameter. */
function takesRequest(value: Value): boolean {
  return alternatives(value).some(
    (option) =>
      option.t === 'obj' &&
      /^_?(?:req|request|ctx|context|c)$/.test((option.closure?.node.params?.[0]?.name as string | undefined) ?? ''),
  );
}

function holdsAnswer(options: Obj): boolean {
  return ['handler', 'execute', 'resolve', 'controller'].some((key) => options.props.has(key));
}
