/**
 * React: state, effects, actions. In: hooks. Out: setters whose calls a person sees, callbacks that run, and the mutations
 * of react-query and SWR, whose callbacks follow the fate of their function.
 */

import { noteJsxForm } from '../interpreter/browser/form-calls.ts';
import type { Primitive } from '../interpreter/contract.ts';
import type { Machine } from '../interpreter/machine/machine.ts';
import { thenPromise } from '../interpreter/promises/promise-chains.ts';
import { awaitValue, rejected, resolved } from '../interpreter/promises/promises.ts';
import { join } from '../interpreter/values/joins.ts';
import { isCallable, native } from '../interpreter/values/objects.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { alternatives, exact, INPUT, STATE, top, UNDEFINED, UNK } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';
import { bare } from '../syntax/tree.ts';

/** The name a call goes by at its place: `setSaved(true)` says more than "a setter". */
function calledName(site: Node): string {
  const callee = site.callee ? bare(site.callee) : null;
  if (callee?.type === 'Identifier') return callee.name;
  return callee?.type === 'MemberExpression' && !callee.computed ? callee.property.name : 'setState';
}

function setter(): Obj {
  return native<Machine>('setState', (m, _self, args, site) => {
    const [value = UNDEFINED] = args;
    const given = isCallable(value) ? m.call(value, UNDEFINED, [top(STATE)], site) : value;
    const hides = (given.t === 'prim' && !given.v) || exact(given) === '';
    m.effect('state', calledName(site), [given], site, hides ? 'hide' : given.t === 'str' ? 'text' : 'change');
    return UNDEFINED;
  });
}

/** What a reducer makes of an action is what the component then shows. */
function dispatcher(reducer: Value, start: Value): Obj {
  return native<Machine>('dispatch', (m, _self, [action = UNDEFINED], site) => {
    const next = isCallable(reducer) ? m.call(reducer, UNDEFINED, [join(start, top(STATE)), action], site) : action;
    const shown = [next, action].flatMap((value) => alternatives(value)).flatMap(wordsOf);
    m.effect('state', calledName(site), shown, site, shown.length > 0 ? 'text' : 'change');
    return UNDEFINED;
  });
}

function wordsOf(state: Value): readonly Value[] {
  if (state.t === 'str') return [state];
  return state.t === 'obj' ? [...state.props.values()].flatMap(({ v }) => (v?.t === 'str' ? [v] : [])) : [];
}

type Hook = (machine: Machine, args: readonly Value[], site: Node) => Value;

const first: Hook = (_machine, args) => args[0] ?? UNDEFINED;

const HOOKS: Readonly<Record<string, Hook>> = {
  useState: (m, [start = UNDEFINED], site) => {
    const value = isCallable(start) ? m.call(start, UNDEFINED, [], site) : start;
    return m.array([join(value, top(STATE)), setter()]);
  },
  useOptimistic: (m, [start = UNDEFINED]) => m.array([join(start, top(STATE)), setter()]),
  useReducer: (m, [reducer = UNDEFINED, start = UNDEFINED]) =>
    m.array([join(start, top(STATE)), dispatcher(reducer, start)]),
  useRef: (m, [start = UNDEFINED]) =>
    m.plain(
      { current: start.t === 'prim' && start.v === null ? m.element(-1, 'ref') : join(start, top(STATE)) },
      STATE,
    ),
  useCallback: first,
  memo: first,
  forwardRef: first,
  useEffectEvent: first,
  useMemo: (m, [fn = UNDEFINED], site) => m.call(fn, UNDEFINED, [], site),
  useEffect: (m, [fn = UNDEFINED]) => later(m, fn),
  useLayoutEffect: (m, [fn = UNDEFINED]) => later(m, fn),
  useContext: () => top(STATE),
  useId: () => top(STATE),
  useDeferredValue: first,
  useTransition: (m) =>
    m.array([
      top(STATE),
      native<Machine>('startTransition', (mm, _s, [fn = UNDEFINED], site) => mm.call(fn, UNDEFINED, [], site)),
    ]),
  startTransition: (m, [fn = UNDEFINED], site) => m.call(fn, UNDEFINED, [], site),
  useActionState: action,
  useFormState: action,
  lazy: () => top(STATE),
  createElement: (m, [type = UNDEFINED, props = UNDEFINED], site) => created(m, type, props, site),
};

function later(machine: Machine, fn: Value): Value {
  machine.listen({ fn, kind: 'callback', args: [UNDEFINED] });
  return UNDEFINED;
}

/** The action runs when its form is sent; what it returns becomes state. */
function action(machine: Machine, [fn = UNDEFINED]: readonly Value[]): Value {
  const send = native<Machine>('action', (m, _s, args, site) => {
    const result = awaitValue(m, m.call(fn, UNDEFINED, [top(STATE), ...args], site));
    m.effect('state', 'setActionState', [result], site, 'change');
    return UNDEFINED;
  });
  machine.listen({
    fn: native('sent', (_m, _s, _args, site) => machine.call(send, UNDEFINED, [top(INPUT)], site)),
    kind: 'event',
    event: 'submit',
    element: -1,
  });
  return machine.array([top(STATE), send, top(STATE)]);
}

function created(machine: Machine, type: Value, props: Value, site: Node): Value {
  if (props.t !== 'obj') return machine.plain({}, STATE);
  for (const [key, cell] of props.props)
    if (/^on[A-Z]/.test(key) && cell.v)
      machine.listen({ fn: cell.v, kind: 'event', event: key.slice(2).toLowerCase(), element: -1 });
  if (exact(type) === 'form') noteJsxForm(machine, props, site);
  if (type.t === 'obj' && type.closure && !type.closure.classNode)
    machine.listen({ fn: type, kind: 'callback', args: [props] });
  return machine.plain({}, STATE);
}

/** `useMutation({ mutationFn, onSuccess, onError, onSettled })`. */
function mutation(machine: Machine, options: Value): Value {
  const run = (settings: readonly Value[], args: readonly Value[], at: Node): Obj => {
    const read = (key: string): Value[] =>
      settings
        .filter((one) => one.t === 'obj')
        .map((one) => machine.get(one, key, at))
        .filter((fn) => isCallable(fn));
    for (const fn of read('onMutate')) machine.call(fn, UNDEFINED, args, at);
    const source = resolved(machine, machine.call(machine.get(options, 'mutationFn', at), UNDEFINED, args, at));
    const ok = native('onSuccess', (_m, _s, [value = UNDEFINED]) => {
      for (const fn of [...read('onSuccess'), ...read('onSettled')]) machine.call(fn, UNDEFINED, [value, ...args], at);
      return value;
    });
    const err = native('onError', (_m, _s, [error = UNDEFINED]) => {
      for (const fn of read('onError')) machine.call(fn, UNDEFINED, [error, ...args], at);
      for (const fn of read('onSettled')) machine.call(fn, UNDEFINED, [UNDEFINED, error, ...args], at);
      return rejected(machine, error);
    });
    return thenPromise(machine, source, ok, err, at);
  };
  const mutate = native<Machine>('mutate', (_m, _s, args, at) => {
    run([options, args[1] ?? UNDEFINED], args.slice(0, 1), at);
    return UNDEFINED;
  });
  const mutateAsync = native<Machine>('mutateAsync', (_m, _s, args, at) =>
    run([options, args[1] ?? UNDEFINED], args.slice(0, 1), at),
  );
  return machine.plain({ mutate, mutateAsync, reset: native('reset', () => UNDEFINED) }, STATE);
}

/** `useSWRMutation(key, fetcher, options)`: the fetcher gets the key and `{ arg }`. */
function swrMutation(
  machine: Machine,
  [key = UNDEFINED, fetcher = UNDEFINED, options = UNDEFINED]: readonly Value[],
  site: Node,
): Value {
  const call = native('fetcher', (_m, _s, [arg = UNDEFINED], at) =>
    machine.call(fetcher, UNDEFINED, [key, machine.plain({ arg })], at),
  );
  const settings = machine.plain({ mutationFn: call }, 0);
  if (options.t === 'obj')
    for (const [name, cell] of options.props) if (cell.v) settings.props.set(name, { v: cell.v });
  const made = mutation(machine, settings);
  return machine.plain({ trigger: machine.get(made, 'mutateAsync', site) }, STATE);
}

function library(machine: Machine): Obj {
  const hooks = Object.fromEntries(
    Object.entries(HOOKS).map(([name, hook]): [string, Value] => [
      name,
      native<Machine>(name, (m, _self, args, site) => hook(m, args, site)),
    ]),
  );
  const all = machine.plain(hooks, UNK);
  all.props.set('default', { v: all });
  all.props.set('html', { v: machine.builtins.get('htm') ?? UNDEFINED });
  return all;
}

function queries(machine: Machine): Obj {
  const useMutation = native<Machine>('useMutation', (m, _s, args) => mutation(m, mutationOptions(m, args)));
  return machine.plain({ useMutation }, UNK);
}

export const react: Primitive = {
  name: 'react',
  library: /@license React\s+\*?\s*react(?:-dom)?[.\w-]*\.js/,
  hint: /react|preact|useMutation|useSWRMutation/i,
  install(machine) {
    machine.builtins.provide(library, 'React');
    for (const name of ['react', 'preact', 'preact/hooks', 'preact/compat', 'react-dom'])
      machine.modules.set(name, (m) => m.builtins.get('React') ?? UNDEFINED);
    machine.builtins.provide(queries, 'ReactQuery');
    machine.builtins.provide(markupTag, 'htm');
    machine.builtins.provide((m) => m.builtins.get('React') ?? UNDEFINED, 'htmPreact');
    for (const name of ['htm/react', 'htm/preact', 'htm/preact/standalone'])
      machine.modules.set(name, (m) => m.builtins.get('React') ?? UNDEFINED);
    machine.modules.set('htm', (m) => m.plain({ default: m.builtins.get('htm') ?? UNDEFINED }));
    for (const name of [
      '@tanstack/react-query',
      'react-query',
      '@tanstack/vue-query',
      '@tanstack/solid-query',
      '@tanstack/svelte-query',
    ])
      machine.modules.set(name, (m) => m.builtins.get('ReactQuery') ?? UNDEFINED);
    const swr = native<Machine>('useSWRMutation', (m, _s, args, site) => swrMutation(m, args, site));
    machine.modules.set('swr/mutation', (m) => m.plain({ default: swr }, STATE));
  },
};

/** `htm.bind(h)`: a tag of templates that are markup, whatever it is called. */
function markupTag(): Obj {
  const made = native<Machine>('htm', () => UNDEFINED);
  made.slots.set('markup', true);
  made.props.set('bind', { v: native('bind', () => made) });
  return made;
}

/** Version 3 took the function first. */
function mutationOptions(machine: Machine, args: readonly Value[]): Value {
  const [start = UNDEFINED, more = UNDEFINED] = args;
  if (!isCallable(start)) return start;
  const made = machine.plain({ mutationFn: start });
  if (more.t === 'obj') for (const [key, cell] of more.props) if (cell.v) made.props.set(key, { v: cell.v });
  return made;
}
