/**
 * superagent. In: `request.post(url).send(body)`, ended by `then`, `await` or `end(callback)`. Out: a write-back that
 * rejects for 4xx and 5xx (superagent documentation, "Error handling"); `ok(fn)` changes what counts.
 */

import type { Primitive } from '../interpreter/contract.ts';
import type { Machine, Sent } from '../interpreter/machine/machine.ts';
import { thenPromise } from '../interpreter/promises/promise-chains.ts';
import { rejected, resolved } from '../interpreter/promises/promises.ts';
import { bodyData, bodyText, response, statusOf, unsure } from '../interpreter/requests/replies.ts';
import { isCallable, native } from '../interpreter/values/objects.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { NULL, prim, STATE, text, truth, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';

const VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  head: 'HEAD',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
};
const CHAIN = [
  'send',
  'set',
  'query',
  'type',
  'accept',
  'auth',
  'attach',
  'field',
  'timeout',
  'retry',
  'withCredentials',
  'responseType',
  'on',
  'use',
];

function answered(machine: Machine, sent: Sent, accepts: boolean | null): Obj {
  const body = machine.plain(
    {
      body: bodyData(sent) ?? machine.plain(),
      text: bodyText(sent),
      status: prim(statusOf(sent.reply) ?? 0),
      ok: prim(sent.reply === 'ok'),
    },
    STATE,
  );
  if (sent.reply === 'unknown') {
    const promise = resolved(machine, response(machine, sent));
    unsure(machine, promise);
    return promise;
  }
  if (sent.reply === 'ok' || (sent.reply !== 'net' && accepts === true)) return resolved(machine, body, sent.writes);
  const error = machine.error(sent.reply === 'net' ? 'Network error' : 'Not Found');
  error.props.set('status', { v: prim(statusOf(sent.reply) || undefined) });
  error.props.set('response', { v: sent.reply === 'net' ? UNDEFINED : body });
  return rejected(machine, error, sent.writes);
}

function started(machine: Machine, sent: Sent, accepts: boolean | null): Obj {
  const promise = answered(machine, sent, accepts);
  for (const key of CHAIN) promise.props.set(key, { v: native<Machine>(key, () => promise) });
  promise.props.set('ok', {
    v: native<Machine>('ok', (m, _s, [test], site) =>
      started(
        m,
        sent,
        test && isCallable(test)
          ? truth(
              m.call(
                test,
                UNDEFINED,
                [m.plain({ status: prim(statusOf(sent.reply) ?? 0), ok: prim(sent.reply === 'ok') }, STATE)],
                site,
              ),
            )
          : null,
      ),
    ),
  });
  promise.props.set('end', {
    v: native<Machine>('end', (m, _s, [callback = UNDEFINED], site) => {
      const ok = native('ok', (_m, _s, args) => m.call(callback, UNDEFINED, [NULL, args[0] ?? UNDEFINED], site));
      const err = native('err', (_m, _s, args) =>
        m.call(callback, UNDEFINED, [args[0] ?? UNDEFINED, m.get(args[0] ?? UNDEFINED, 'response', site)], site),
      );
      return thenPromise(m, promise, ok, err, site);
    }),
  });
  return promise;
}

function begin(machine: Machine, url: Value, method: Value, site: Node): Obj {
  return started(machine, machine.request({ primitive: 'superagent', channel: 'xhr', url, method, site }), null);
}

function library(): Obj {
  const made = native<Machine>('superagent', (m, _self, [method, url], site) =>
    begin(m, url ?? method ?? UNDEFINED, url ? (method ?? UNDEFINED) : text('GET'), site),
  );
  for (const [verb, method] of Object.entries(VERBS))
    made.props.set(verb, {
      v: native<Machine>(verb, (m, _self, [url], site) => begin(m, url ?? UNDEFINED, text(method), site)),
    });
  made.props.set('agent', { v: native<Machine>('agent', () => made) });
  return made;
}

export const superagent: Primitive = {
  name: 'superagent',
  hint: /superagent/,
  install(machine) {
    machine.builtins.provide(library, 'superagent');
    machine.modules.set('superagent', (m) => m.plain({ default: m.builtins.get('superagent') ?? UNDEFINED }, STATE));
  },
};
