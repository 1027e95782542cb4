/**
 * ky, ofetch, got and wretch-like clients: promises that resolve for 2xx only and carry body methods of their own.
 * In: a call of a verb. Out: a write-back; `throwHttpErrors: false` (ky, got) and `ignoreResponseError` (ofetch) switch the
 * rejection off.
 */

import type { Primitive } from '../interpreter/contract.ts';
import type { Machine, Sent } from '../interpreter/machine/machine.ts';
import { thenPromise } from '../interpreter/promises/promise-chains.ts';
import { rejected, resolved } from '../interpreter/promises/promises.ts';
import { bodyData, bodyText, fetchPromise, response, unsure } from '../interpreter/requests/replies.ts';
import { native } from '../interpreter/values/objects.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { prim, STATE, truth, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';
import type { ClientShape } from './client-verbs.ts';
import { client } from './client-verbs.ts';

const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
const VERBS = Object.fromEntries(METHODS.map((verb) => [verb, { method: verb.toUpperCase(), options: 1 }]));

/** `givesData`: the promise resolves with the parsed body instead of a response. */
function shape(givesData: boolean): ClientShape {
  return {
    name: 'ky',
    channel: 'fetch',
    verbs: VERBS,
    baseOptions: ['prefixUrl', 'prefix', 'baseUrl', 'baseURL'],
    makers: ['create', 'extend'],
    joinsWithSlash: true,
    answer: (machine, sent, options, site) => withBodyMethods(answered(machine, sent, options, givesData), site),
  };
}

function answered(machine: Machine, sent: Sent, options: Value, givesData: boolean): Obj {
  const tolerant = isOff(options, 'throwHttpErrors') || isOn(options, 'ignoreResponseError');
  const refused = sent.reply === 'html' || sent.reply === 'json';
  if (refused && !tolerant) {
    const error = machine.error('Request failed with status code 404 Not Found');
    error.props.set('response', { v: response(machine, sent) });
    error.props.set('status', { v: prim(404) });
    return rejected(machine, error, sent.writes);
  }
  if (!givesData) return fetchPromise(machine, sent);
  if (sent.reply === 'net') return rejected(machine, machine.error('Failed to fetch'), sent.writes);
  const promise = resolved(machine, bodyData(sent) ?? bodyText(sent), sent.writes);
  if (sent.reply === 'unknown') unsure(machine, promise);
  return promise;
}

function isOff(options: Value, key: string): boolean {
  const value = options.t === 'obj' ? options.props.get(key)?.v : undefined;
  return value !== undefined && truth(value) === false;
}

function isOn(options: Value, key: string): boolean {
  const value = options.t === 'obj' ? options.props.get(key)?.v : undefined;
  return value !== undefined && truth(value) === true;
}

/** `ky.post(…).json()`: a body method on the promise itself. */
function withBodyMethods(promise: Obj, site: Node): Obj {
  for (const key of ['json', 'text', 'blob', 'arrayBuffer', 'formData', 'res']) {
    const read = native<Machine>(key, (m) => {
      const take = native(key, (_m, _s, args) => {
        const method = key === 'res' ? UNDEFINED : m.get(args[0] ?? UNDEFINED, key, site);
        return method.t === 'obj' ? m.call(method, args[0] ?? UNDEFINED, [], site) : (args[0] ?? UNDEFINED);
      });
      return thenPromise(m, promise, take, UNDEFINED, site);
    });
    promise.props.set(key, { v: read });
  }
  return promise;
}

export const ky: Primitive = {
  name: 'ky',
  hint: /\bky\b|\bgot\b|ofetch|\$fetch|wretch/,
  install(machine) {
    machine.builtins.provide((m) => client(m, shape(false)), 'ky');
    for (const name of ['ky', 'ky-universal', 'got'])
      machine.modules.set(name, (m) => {
        const made = m.builtins.get('ky') ?? UNDEFINED;
        return m.plain({ default: made, got: made }, STATE);
      });
    machine.builtins.provide((m) => client(m, shape(true)), '$fetch', 'ofetch');
    for (const name of ['ofetch', 'nuxt/app', '#imports'])
      machine.modules.set(name, (m) => {
        const made = m.builtins.get('ofetch') ?? UNDEFINED;
        return m.plain({ default: made, ofetch: made, $fetch: made }, STATE);
      });
  },
};
