/**
 * axios and clients made after it. In: a call of a verb. Out: a write-back; the promise rejects for every status that
 * `validateStatus` refuses, by default all but 2xx (axios documentation, "Request Config").
 */

import type { Primitive } from '../interpreter/contract.ts';
import type { Machine, Sent } from '../interpreter/machine/machine.ts';
import { rejected, resolved, stateOf } from '../interpreter/promises/promises.ts';
import { bodyData, bodyText, response, statusOf, unsure } from '../interpreter/requests/replies.ts';
import { isCallable, native, object } from '../interpreter/values/objects.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { isNullish, prim, STATE, text, truth, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';
import { NOWHERE } from '../syntax/tree.ts';
import type { ClientShape } from './client-verbs.ts';
import { client } from './client-verbs.ts';

const VERBS: ClientShape['verbs'] = {
  get: { method: 'GET', options: 1 },
  head: { method: 'HEAD', options: 1 },
  options: { method: 'OPTIONS', options: 1 },
  delete: { method: 'DELETE', options: 1 },
  post: { method: 'POST', options: 2 },
  put: { method: 'PUT', options: 2 },
  patch: { method: 'PATCH', options: 2 },
  postForm: { method: 'POST', options: 2 },
  putForm: { method: 'PUT', options: 2 },
  patchForm: { method: 'PATCH', options: 2 },
};

const SHAPE: ClientShape = {
  name: 'axios',
  channel: 'xhr',
  verbs: VERBS,
  baseOptions: ['baseURL'],
  makers: ['create', 'extend'],
  joinsWithSlash: true,
  answer,
};

function axiosResponse(machine: Machine, sent: Sent): Obj {
  const inner = response(machine, sent);
  const made = object({
    kind: 'response',
    name: 'response',
    open: STATE,
    born: machine.moment + 1,
    behaviour: READS,
  });
  made.slots.set('write', sent.key);
  made.slots.set('inner', inner);
  made.props.set('data', { v: bodyData(sent) ?? bodyText(sent) });
  made.props.set('headers', { v: machine.get(inner, 'headers', NOWHERE) });
  return made;
}

const READS = {
  get: (machine: Machine, self: Obj, key: string, site: Node): Value | undefined => {
    const inner = self.slots.get('inner') as Obj;
    if (key === 'status' || key === 'statusText') return machine.get(inner, key, site);
    if (key === 'data') machine.ledger.consult(self.slots.get('write') as string | null);
    return undefined;
  },
};

function answer(machine: Machine, sent: Sent, options: Value, site: Node): Value {
  if (sent.reply === 'net') return rejected(machine, failure(machine, sent), sent.writes);
  const ok = axiosResponse(machine, sent);
  if (sent.reply === 'unknown') {
    const promise = resolved(machine, ok);
    unsure(machine, promise);
    return promise;
  }
  const accepted = accepts(machine, options, statusOf(sent.reply) ?? 0, site);
  if (accepted === false) return rejected(machine, failure(machine, sent), sent.writes);
  const promise = resolved(machine, ok, sent.writes);
  if (accepted === null) {
    unsure(machine, promise);
    stateOf(promise).error = failure(machine, sent);
  }
  return promise;
}

function accepts(machine: Machine, options: Value, status: number, site: Node): boolean | null {
  const validate = options.t === 'obj' ? options.props.get('validateStatus')?.v : undefined;
  if (!validate) return status < 300;
  if (isNullish(validate) || truth(validate) === false) return true;
  return isCallable(validate) ? truth(machine.call(validate, UNDEFINED, [prim(status)], site)) : null;
}

function failure(machine: Machine, sent: Sent): Obj {
  const error = machine.error(sent.reply === 'net' ? 'Network Error' : 'Request failed with status code 404');
  error.props.set('response', { v: sent.reply === 'net' ? UNDEFINED : axiosResponse(machine, sent) });
  error.props.set('isAxiosError', { v: prim(true) });
  error.props.set('code', { v: text(sent.reply === 'net' ? 'ERR_NETWORK' : 'ERR_BAD_REQUEST') });
  return error;
}

function library(machine: Machine): Obj {
  const made = client(machine, SHAPE);
  made.props.set('isAxiosError', {
    v: native<Machine>('isAxiosError', (_m, _s, [error]) =>
      prim(error?.t === 'obj' && error.props.has('isAxiosError')),
    ),
  });
  for (const combine of ['all', 'spread'] as const)
    made.props.set(combine, {
      v: native<Machine>(combine, (m, _s, args, site) =>
        combine === 'all'
          ? m.call(m.get(m.builtins.get('Promise') ?? UNDEFINED, 'all', site), UNDEFINED, args, site)
          : (args[0] ?? UNDEFINED),
      ),
    });
  return made;
}

export const axios: Primitive = {
  name: 'axios',
  library: /^\s*\/[*/]!? [Aa]xios v\d+\.\d+[\w.-]* (?:Copyright|\|)/,
  hint: /axios|\$http/i,
  install(machine) {
    machine.builtins.provide(library, 'axios', '$http');
    for (const name of ['axios', 'redaxios'])
      machine.modules.set(name, (m) => {
        const made = m.builtins.get('axios') ?? UNDEFINED;
        return m.plain({ default: made, axios: made }, STATE);
      });
  },
};
