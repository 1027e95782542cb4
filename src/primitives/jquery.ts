/**
 * jQuery. In: `$.ajax`, `$.post`, `.load` with data, and what `$(…)` shows and listens to. Out: write-backs that fail for
 * every status but 2xx and 304 (jQuery documentation, "jQuery.ajax"); `complete` and `always` run for all.
 */

import type { Primitive } from '../interpreter/contract.ts';
import type { Machine, Sent } from '../interpreter/machine/machine.ts';
import { repeated } from '../interpreter/machine/rounds.ts';
import { thenPromise } from '../interpreter/promises/promise-chains.ts';
import { rejected, resolved } from '../interpreter/promises/promises.ts';
import { bodyData, bodyText, statusOf, unsure } from '../interpreter/requests/replies.ts';
import { CALLED } from '../interpreter/standard/array-elements.ts';
import { elementsOf } from '../interpreter/standard/spread.ts';
import { inRounds } from '../interpreter/values/counts.ts';
import { joinAll } from '../interpreter/values/joins.ts';
import { isCallable, native, object } from '../interpreter/values/objects.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { alternatives, exact, isNullish, prim, STATE, text, top, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';
import { wrapped } from './jquery-elements.ts';

function option(machine: Machine, options: Value, key: string, site: Node): Value {
  return options.t === 'obj' ? machine.get(options, key, site) : UNDEFINED;
}

function ajax(machine: Machine, url: Value, options: Value, site: Node): Value {
  const own = option(machine, options, 'method', site);
  const method = isNullish(own) ? option(machine, options, 'type', site) : own;
  const unknown = options.t === 'top' ? top(options.taint, 'method') : text('GET');
  const sent = machine.request({
    primitive: 'jquery',
    channel: 'xhr',
    url,
    method: isNullish(method) ? unknown : method,
    site,
  });
  const promise = answered(machine, sent);
  const on = (key: string): Value => option(machine, options, key, site);
  return withCallbacks(
    machine,
    promise,
    sent,
    { success: on('success'), error: on('error'), complete: on('complete') },
    site,
  );
}

function answered(machine: Machine, sent: Sent): Obj {
  const jqxhr = jqXhr(machine, sent);
  if (sent.reply === 'ok' || sent.reply === 'unknown') {
    const promise = resolved(machine, bodyData(sent) ?? UNDEFINED, sent.writes);
    if (sent.reply === 'unknown') unsure(machine, promise);
    promise.slots.set('jqxhr', jqxhr);
    return promise;
  }
  const promise = rejected(machine, jqxhr, sent.writes);
  promise.slots.set('jqxhr', jqxhr);
  return promise;
}

function jqXhr(machine: Machine, sent: Sent): Obj {
  const status = statusOf(sent.reply);
  return object({
    kind: 'response',
    name: 'jqXHR',
    open: STATE,
    props: {
      status: status === null ? top(STATE) : prim(status),
      statusText: text(sent.reply === 'ok' ? 'OK' : 'error'),
      responseText: bodyText(sent),
      responseJSON: bodyData(sent) ?? UNDEFINED,
    },
    born: machine.moment + 1,
  });
}

interface Callbacks {
  readonly success: Value;
  readonly error: Value;
  readonly complete: Value;
}

function withCallbacks(machine: Machine, promise: Obj, sent: Sent, callbacks: Callbacks, site: Node): Obj {
  const jqxhr = promise.slots.get('jqxhr') as Value;
  const call = (fn: Value, args: readonly Value[]): void => {
    for (const one of fn.t === 'obj' && fn.items ? fn.items.v : alternatives(fn))
      if (isCallable(one)) machine.call(one, UNDEFINED, args, site);
  };
  const failed = text(sent.reply === 'net' ? '' : 'Not Found');
  const ok = native('success', (_m, _s, args) => {
    call(callbacks.success, [args[0] ?? UNDEFINED, text('success'), jqxhr]);
    call(callbacks.complete, [jqxhr, text('success')]);
    return UNDEFINED;
  });
  const err = native('error', () => {
    call(callbacks.error, [jqxhr, text('error'), failed]);
    call(callbacks.complete, [jqxhr, text('error')]);
    return UNDEFINED;
  });
  thenPromise(machine, promise, ok, err, site);
  return promise;
}

function shorthand(machine: Machine, method: string, args: readonly Value[], site: Node): Value {
  const [first = UNDEFINED, ...rest] = args;
  if (first.t === 'obj' && first.kind === 'plain') {
    const merged = machine.plain({ method: text(method) }, first.open);
    for (const [key, cell] of first.props) if (cell.v) merged.props.set(key, { v: cell.v });
    return ajax(machine, machine.get(first, 'url', site), merged, site);
  }
  const success = rest.find((value) => alternatives(value).some((one) => isCallable(one))) ?? UNDEFINED;
  return ajax(machine, first, machine.plain({ method: text(method), success }), site);
}

/** `.load(url, data)` posts when data is an object, and shows the answer only when it was accepted. */
function load(machine: Machine, args: readonly Value[], site: Node): void {
  const [url = UNDEFINED, data = UNDEFINED, callback = UNDEFINED] = args;
  const isPost = data.t === 'obj' && !isCallable(data);
  const complete = isCallable(data) ? data : callback;
  const target = joinAll(alternatives(url).map((one) => text((exact(one) ?? '').split(' ')[0] ?? '')));
  const call = native('complete', (_m, _s, given) => {
    if (isCallable(complete))
      machine.call(complete, UNDEFINED, [top(STATE), given[1] ?? text('error'), given[0] ?? UNDEFINED], site);
    return UNDEFINED;
  });
  ajax(
    machine,
    exact(url) === null ? url : target,
    machine.plain({ method: text(isPost ? 'POST' : 'GET'), complete: call }),
    site,
  );
}

function library(machine: Machine): Obj {
  const made = native<Machine>('$', (m, _self, [first = UNDEFINED]) => {
    if (isCallable(first)) {
      m.listen({ fn: first, kind: 'callback', args: [made] });
      return UNDEFINED;
    }
    return wrapped(m, first, load);
  });
  const statics: Record<string, Value> = {
    ajax: native<Machine>('ajax', (m, _self, [first = UNDEFINED, second = UNDEFINED], site) =>
      first.t === 'obj' && first.kind === 'plain' && !first.slots.has('text')
        ? ajax(m, m.get(first, 'url', site), first, site)
        : ajax(m, first, second, site),
    ),
    post: native<Machine>('post', (m, _self, args, site) => shorthand(m, 'POST', args, site)),
    get: native<Machine>('get', (m, _self, args, site) => shorthand(m, 'GET', args, site)),
    getJSON: native<Machine>('getJSON', (m, _self, args, site) => shorthand(m, 'GET', args, site)),
    ajaxSetup: native('ajaxSetup', () => UNDEFINED),
    param: native('param', () => top(STATE)),
    when: native<Machine>('when', (m, _self, args, site) =>
      m.call(m.get(m.builtins.get('Promise') ?? UNDEFINED, 'all', site), UNDEFINED, [m.array(args)], site),
    ),
    each: native<Machine>('each', (m, _self, [list, fn], site) => {
      const { items, rest } = elementsOf(m, list ?? UNDEFINED);
      const others = [...items.slice(CALLED), ...(rest ? [rest] : [])];
      const call = (item: Value): Value => inRounds(m, () => m.call(fn ?? UNDEFINED, item, [top(STATE), item], site));
      for (const item of items.slice(0, CALLED)) call(item);
      if (others.length > 0) m.branches.perhaps(STATE, () => repeated(m, () => call(joinAll(others))));
      return UNDEFINED;
    }),
    extend: native<Machine>('extend', (m, _self, args, site) => {
      const start = args[0]?.t === 'prim' ? args.slice(1) : args;
      return m.call(m.get(m.builtins.get('Object') ?? UNDEFINED, 'assign', site), UNDEFINED, start, site);
    }),
    fn: machine.plain({}, STATE),
  };
  for (const [key, value] of Object.entries(statics)) made.props.set(key, { v: value });
  return made;
}

export const jquery: Primitive = {
  name: 'jquery',
  library: /^\s*\/\*[\s*!]*jQuery (?:JavaScript Library )?v\d+\.\d+[\w.-]*\s*(?:\||\n)/,
  wrapper: /jQuery requires a window with a document/,
  hint: /\$\s*[.(?[]|jQuery|\.\s*(?:ajax|post)\b/,
  install(machine) {
    machine.builtins.provide(library, '$', 'jQuery');
    machine.modules.set('jquery', (m) => m.plain({ default: m.builtins.get('$') ?? UNDEFINED }, STATE));
  },
};
