/**
 * XMLHttpRequest. In: open and send. Out: a write-back; `load` fires for every status, `error` without a connection
 * (XMLHttpRequest standard, section 4.5).
 */

import type { Primitive } from '../interpreter/contract.ts';
import { both, NO_WRITES } from '../interpreter/ledger/recent.ts';
import type { Machine, Sent } from '../interpreter/machine/machine.ts';
import { thenPromise } from '../interpreter/promises/promise-chains.ts';
import { forced, resolved } from '../interpreter/promises/promises.ts';
import { bodyData, bodyText, statusOf } from '../interpreter/requests/replies.ts';
import { cellOf, isCallable, native, object } from '../interpreter/values/objects.ts';
import type { Behaviour, Obj, Value } from '../interpreter/values/values.ts';
import { exact, NULL, prim, RESP, STATE, text, top, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';

interface XhrState {
  url: Value;
  method: Value;
  sent: Sent | null;
  readonly listeners: { readonly event: string; readonly fn: Value }[];
}

function make(machine: Machine): Obj {
  const made = object({ kind: 'xhr', name: 'xhr', behaviour: BEHAVIOUR, born: machine.moment + 1 });
  stateOf(made);
  return made;
}

/** An instance of a class that extends XMLHttpRequest has a state as well. */
function stateOf(xhr: Obj): XhrState {
  const known = xhr.slots.get('xhr') as XhrState | undefined;
  const state = known ?? { url: UNDEFINED, method: UNDEFINED, sent: null, listeners: [] };
  if (!known) xhr.slots.set('xhr', state);
  return state;
}

const BEHAVIOUR: Behaviour<Machine> = {
  get: (machine, self, key) => member(machine, self, key),
  set: (machine, self, key, value) => {
    machine.heap.set(cellOf(self, key), value);
    return true;
  },
};

function member(machine: Machine, self: Obj, key: string): Value | undefined {
  const state = stateOf(self);
  switch (key) {
    case 'open':
    case 'send':
      return prototypeOf(machine)?.props.get(key)?.v;
    case 'addEventListener':
      return native<Machine>(key, (_m, _s, args) => {
        state.listeners.push({ event: exact(args[0]) ?? '', fn: args[1] ?? UNDEFINED });
        return UNDEFINED;
      });
    case 'readyState':
      return state.sent ? prim(4) : prim(0);
    case 'upload':
      return machine.plain({ addEventListener: native('addEventListener', () => UNDEFINED) }, STATE);
    case 'setRequestHeader':
    case 'abort':
    case 'overrideMimeType':
      return native<Machine>(key, () => UNDEFINED);
    case 'getResponseHeader':
      return native<Machine>(key, (m) => {
        m.ledger.consult(state.sent?.key ?? null);
        if (!state.sent || state.sent.reply === 'unknown') return top(STATE);
        return state.sent.reply === 'net' ? NULL : text(state.sent.reply === 'html' ? 'text/html' : 'application/json');
      });
    case 'DONE':
      return prim(4);
    default:
      return answer(machine, self, state, key);
  }
}

function answer(machine: Machine, self: Obj, state: XhrState, key: string): Value | undefined {
  const isAnswer = ['status', 'statusText', 'response', 'responseText', 'responseXML', 'responseURL'].includes(key);
  if (!isAnswer) return self.props.get(key)?.v;
  const { sent } = state;
  if (!sent) return key === 'status' ? prim(0) : text('');
  machine.ledger.consult(sent.key);
  const status = statusOf(sent.reply);
  if (key === 'status') return status === null ? top(STATE) : prim(status);
  if (key === 'statusText')
    return status === null ? top(STATE) : text(status === 200 ? 'OK' : status === 404 ? 'Not Found' : '');
  if (sent.reply === 'net') return key === 'response' ? NULL : text('');
  const wanted = self.props.get('responseType')?.v;
  if (key === 'response' && wanted && exact(wanted) === 'json') return bodyData(sent) ?? NULL;
  return key === 'responseURL' ? top(RESP) : bodyText(sent);
}

function send(machine: Machine, self: Obj, site: Node): Value {
  const state = stateOf(self);
  const sent = machine.request({ primitive: 'xhr', channel: 'xhr', url: state.url, method: state.method, site });
  const { mask, after, unit } = machine;
  machine.later(() => {
    state.sent = sent;
    const before = machine.unit;
    machine.unit = unit;
    const seen = { awaited: both(after.awaited, sent.writes), fired: NO_WRITES };
    machine.within(seen, mask, () => answered(machine, self, state, sent, site));
    machine.unit = before;
  });
  return UNDEFINED;
}

function answered(machine: Machine, self: Obj, state: XhrState, sent: Sent, site: Node): void {
  fire(machine, self, state, 'readystatechange', site);
  if (sent.reply !== 'unknown') {
    fire(machine, self, state, sent.reply === 'net' ? 'error' : 'load', site);
  } else {
    const load = (): null => fire(machine, self, state, 'load', site);
    machine.branches.fork<null>(STATE, load, () => fire(machine, self, state, 'error', site));
  }
  fire(machine, self, state, 'loadend', site);
}

function fire(machine: Machine, self: Obj, state: XhrState, event: string, site: Node): null {
  const own = self.props.get(`on${event}`)?.v;
  const listeners = [
    ...(own ? [own] : []),
    ...state.listeners.filter((listener) => listener.event === event).map((listener) => listener.fn),
  ];
  for (const fn of listeners) {
    if (fn.t === 'prim') continue;
    const call = native('listener', () =>
      machine.call(fn, self, [machine.plain({ target: self, currentTarget: self }, STATE)], site),
    );
    if (isCallable(fn) || fn.t !== 'obj') settleQuietly(machine, call, site);
  }
  return null;
}

/** What a listener throws reaches nobody. */
function settleQuietly(machine: Machine, call: Obj, site: Node): void {
  const promise = thenPromise(machine, resolved(machine, UNDEFINED, machine.after.awaited), call, UNDEFINED, site);
  forced(promise);
}

/** What scripts may put functions of their own into. */
function prototypeOf(machine: Machine): Obj | undefined {
  const made = machine.builtins.get('XMLHttpRequest');
  const prototype = made?.t === 'obj' ? made.props.get('prototype')?.v : undefined;
  return prototype?.t === 'obj' ? prototype : undefined;
}

function prototype(): Obj {
  const open = native<Machine>('open', (_m, self, [method = UNDEFINED, url = UNDEFINED]) => {
    if (self.t === 'obj') Object.assign(stateOf(self), { method, url });
    return UNDEFINED;
  });
  const sending = native<Machine>('send', (m, self, _args, site) =>
    self.t === 'obj' ? send(m, self, site) : UNDEFINED,
  );
  return object({ props: { open, send: sending }, open: STATE });
}

export const xhr: Primitive = {
  name: 'xhr',
  hint: /XMLHttp|(?:window|self|globalThis)\s*(?:\?\.)?\[/,
  install(machine) {
    machine.builtins.provideOwn(
      () => native<Machine>('XMLHttpRequest', (m) => make(m), { DONE: prim(4), prototype: prototype() }),
      'XMLHttpRequest',
    );
  },
};
