/**
 * What a program gets for an answer. In: what became of a request. Out: a response, a rejection, or either.
 * A read, and anything remote, is answered by the unknown; a write by the reply under trial.
 */

import type { Reply } from '../../model.ts';
import type { Machine, Sent } from '../machine/machine.ts';
import { rejected, resolved, stateOf } from '../promises/promises.ts';
import { joinAll } from '../values/joins.ts';
import { native, object } from '../values/objects.ts';
import { pattern } from '../values/texts.ts';
import type { Behaviour, Obj, Value } from '../values/values.ts';
import { exact, NULL, prim, RESP, STATE, text, top } from '../values/values.ts';

export function statusOf(reply: Reply | 'unknown'): number | null {
  if (reply === 'unknown') return null;
  if (reply === 'net') return 0;
  return reply === 'ok' ? 200 : 404;
}

/** The body as text: a page under `html`, else something only the server knows. */
export function bodyText(sent: Sent): Value {
  if (sent.reply === 'unknown') return pattern([{ taint: STATE }]);
  return sent.reply === 'html'
    ? pattern(['<!doctype html><title>Not Found</title>', { taint: RESP }])
    : pattern([{ taint: RESP }]);
}

/** The body as data; null where it is none. */
export function bodyData(sent: Sent): Value | null {
  if (sent.reply === 'html') return null;
  return top(sent.reply === 'unknown' ? STATE : RESP, 'answer');
}

/** A promise as `fetch` gives it. */
export function fetchPromise(machine: Machine, sent: Sent): Obj {
  if (sent.reply === 'net') return rejected(machine, machine.error('Failed to fetch'), sent.writes);
  const made = resolved(machine, response(machine, sent), sent.writes);
  if (sent.reply === 'unknown') unsure(machine, made);
  return made;
}

/** A promise that may as well be rejected, by something that is no answer to a write. */
export function unsure(machine: Machine, promise: Obj): void {
  const state = stateOf(promise);
  state.state = 'either';
  state.error = machine.error('Failed to fetch');
  state.taint |= STATE;
}

export function response(machine: Machine, sent: Sent): Obj {
  const made = object({
    kind: 'response',
    name: 'response',
    behaviour: RESPONSE,
    born: machine.moment + 1,
  });
  made.slots.set('write', sent.key);
  made.slots.set('sent', sent);
  return made;
}

const RESPONSE: Behaviour<Machine> = {
  get: (machine, self, key) => {
    const sent = self.slots.get('sent') as Sent;
    const status = statusOf(sent.reply);
    if (key === 'ok' || key === 'status' || key === 'statusText') {
      machine.ledger.consult(sent.key);
      if (status === null) return top(STATE, key);
      if (key === 'ok') return prim(status === 200);
      return key === 'status' ? prim(status) : text(status === 200 ? 'OK' : 'Not Found');
    }
    return bodyMember(machine, self, sent, key);
  },
};

function bodyMember(machine: Machine, self: Obj, sent: Sent, key: string): Value | undefined {
  switch (key) {
    case 'headers':
      return headers(machine, sent);
    case 'json':
      return native<Machine>(key, (m) => {
        m.ledger.consult(sent.key);
        const data = bodyData(sent);
        return data
          ? resolved(m, data, sent.writes)
          : rejected(
              m,
              object({
                kind: 'error',
                name: 'SyntaxError',
                props: { message: text('Unexpected token <'), name: text('SyntaxError') },
              }),
              sent.writes,
            );
      });
    case 'text':
      return native<Machine>(key, (m) => {
        m.ledger.consult(sent.key);
        return resolved(m, bodyText(sent), sent.writes);
      });
    case 'blob':
    case 'arrayBuffer':
    case 'formData':
    case 'bytes':
      return native<Machine>(key, (m) => resolved(m, top(STATE, key), sent.writes));
    case 'clone':
      return native<Machine>(key, () => self);
    case 'redirected':
      return prim(false);
    // https://fetch.spec.whatwg.org/#concept-response-type: one of type `error` rejects, and is seen by nobody.
    case 'type':
      return joinAll(['basic', 'cors', 'opaque'].map((one) => text(one)));
    case 'url':
    case 'body':
      return top(STATE, key);
    default:
      return self.props.get(key)?.v;
  }
}

function headers(machine: Machine, sent: Sent): Value {
  const kind = sent.reply === 'html' ? 'text/html' : 'application/json';
  const get = native<Machine>('get', (m, _self, args) => {
    m.ledger.consult(sent.key);
    const name = exact(args[0])?.toLowerCase();
    if (sent.reply === 'unknown') return top(STATE);
    return name === 'content-type' ? text(kind) : sent.reply === 'ok' ? top(RESP) : NULL;
  });
  return machine.plain({ get, has: native('has', () => top(sent.reply === 'unknown' ? STATE : RESP)) }, STATE);
}
