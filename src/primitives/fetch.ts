/**
 * `fetch` and `Request`. In: URL and options as written. Out: a write-back; the promise resolves for every status and
 * rejects only when there is no connection (Fetch standard, section 5.6).
 */
import type { Primitive } from '../interpreter/contract.ts';
import type { Machine } from '../interpreter/machine/machine.ts';
import { fetchPromise } from '../interpreter/requests/replies.ts';
import { joinAll } from '../interpreter/values/joins.ts';
import { native, object } from '../interpreter/values/objects.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { alternatives, doubtOf, exact, isNullish, STATE, text, top, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';

/** The method of options: their own, what they were made from, or GET. */
export function methodOf(machine: Machine, options: Value, site: Node, fallback: Value): Value {
  return joinAll(
    alternatives(options).map((option) => {
      if (isNullish(option)) return fallback;
      if (option.t === 'top') return top(option.taint, 'method');
      const methods = machine.get(option, 'method', site);
      return joinAll(alternatives(methods).map((method) => (isNullish(method) ? fallback : method)));
    }),
  );
}

function requestParts(input: Value): { readonly url: Value; readonly method: Value | undefined } {
  const parts = alternatives(input).map((option) => {
    const isRequest = option.t === 'obj' && option.kind === 'request';
    return {
      url: isRequest ? (option.props.get('url')?.v ?? UNDEFINED) : option,
      method: isRequest ? option.props.get('method')?.v : undefined,
    };
  });
  const methods = parts.map((part) => part.method).filter((method) => method !== undefined);
  return { url: joinAll(parts.map((part) => part.url)), method: methods.length > 0 ? joinAll(methods) : undefined };
}

function send(machine: Machine, args: readonly Value[], site: Node): Value {
  const [input = UNDEFINED, options = UNDEFINED] = args;
  const { url, method } = requestParts(input);
  // A lone unknown argument may be a Request of any method, but is taken for the URL it nearly always is.
  const mode = options.t === 'obj' ? machine.get(options, 'mode', site) : UNDEFINED;
  const sent = machine.request({
    primitive: 'fetch',
    channel: 'fetch',
    url,
    method: methodOf(machine, options, site, method ?? text('GET')),
    site,
    noCors: exact(mode) === 'no-cors',
  });
  return fetchPromise(machine, sent);
}

function makeRequest(machine: Machine, args: readonly Value[], site: Node): Obj {
  const [input = UNDEFINED, options = UNDEFINED] = args;
  const { url, method } = requestParts(input);
  const made = object({ kind: 'request', name: 'request', open: doubtOf(options), born: machine.moment + 1 });
  made.props.set('url', { v: url });
  made.props.set('method', { v: methodOf(machine, options, site, method ?? text('GET')) });
  made.props.set('clone', { v: native('clone', () => made) });
  return made;
}

export const fetch: Primitive = {
  name: 'fetch',
  hint: /fetch|(?:window|self|globalThis|top|parent|this|document|defaultView|w|g)\s*(?:\?\.)?\[/i,
  install(machine) {
    machine.builtins.provideOwn(() => native<Machine>('fetch', (m, _self, args, site) => send(m, args, site)), 'fetch');
    machine.builtins.provideOwn(
      () => native<Machine>('Request', (m, _self, args, site) => makeRequest(m, args, site)),
      'Request',
    );
    machine.builtins.provideOwn(() => native<Machine>('Response', (m) => m.plain({}, STATE)), 'Response');
  },
};
