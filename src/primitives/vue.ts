/**
 * Vue and Alpine: components as option objects, reactive state, refs. In: what creates them. Out: their state in scope of
 * the handlers in markup, assignments to it as things a person sees, their methods run as handlers.
 */
import { adoptState } from '../interpreter/browser/component-state.ts';
import type { Primitive } from '../interpreter/contract.ts';
import type { Machine } from '../interpreter/machine/machine.ts';
import { isCallable, native } from '../interpreter/values/objects.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { STATE, UNDEFINED, UNK } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';

const HOOKS = ['mounted', 'created', 'beforeMount', 'beforeUnmount', 'init', 'connect'];

/** `{ data(), methods, computed, setup(), watch }` as one object whose assignments are seen. */
function component(machine: Machine, options: Value, site: Node): Value {
  if (options.t !== 'obj') return options;
  const self = machine.plain({}, STATE);
  const take = (value: Value): void => {
    if (value.t === 'obj')
      for (const [key, cell] of value.props)
        if (cell.v) self.props.set(key, { v: isCallable(cell.v) && cell.v.closure ? boundTo(cell.v, self) : cell.v });
  };
  const data = machine.get(options, 'data', site);
  take(isCallable(data) ? machine.call(data, self, [self], site) : data);
  take(machine.get(options, 'methods', site));
  const setup = machine.get(options, 'setup', site);
  if (isCallable(setup))
    take(machine.call(setup, UNDEFINED, [machine.plain({}, STATE), machine.plain({}, STATE)], site));
  self.slots.set('component', true);
  adoptState(machine.scope, self);
  for (const name of HOOKS) {
    const hook = machine.get(options, name, site);
    if (isCallable(hook)) machine.listen({ fn: hook, kind: 'callback', self });
  }
  for (const cell of self.props.values())
    if (cell.v && isCallable(cell.v)) machine.listen({ fn: cell.v, kind: 'event', self });
  const watch = machine.get(options, 'watch', site);
  if (watch.t === 'obj')
    for (const cell of watch.props.values()) if (cell.v) machine.listen({ fn: cell.v, kind: 'event', self });
  return self;
}

/** The options of a component: a file of its own exports them as they are. */
function isOptions(value: Value): value is Obj {
  if (value.t !== 'obj' || value.kind !== 'plain' || value.slots.has('component')) return false;
  const { props } = value;
  const hasState = ['data', 'setup'].some((key) => isCallable(props.get(key)?.v ?? UNDEFINED));
  return props.get('methods')?.v?.t === 'obj' || (hasState && (props.has('template') || props.has('render')));
}

function boundTo(fn: Obj, self: Obj): Obj {
  const made = native<Machine>(fn.name, (m, _self, args, site) => m.call(fn, self, args, site));
  made.slots.set('target', fn);
  return made;
}

function app(machine: Machine, options: Value, site: Node): Obj {
  component(machine, options, site);
  const made = machine.plain({}, STATE);
  for (const key of ['mount', 'use', 'provide', 'directive', 'mixin'])
    made.props.set(key, { v: native(key, () => made) });
  made.props.set('component', {
    v: native<Machine>('component', (m, _s, [, inner = UNDEFINED], at) => {
      component(m, inner, at);
      return made;
    }),
  });
  return made;
}

function reactive(machine: Machine, start: Value): Value {
  const made = machine.plain({ value: start });
  made.slots.set('component', true);
  return made;
}

function seen(state: Value): Value {
  if (state.t === 'obj') state.slots.set('component', true);
  return state;
}

function alpine(machine: Machine): Obj {
  const made = machine.plain({}, STATE);
  made.props.set('data', {
    v: native<Machine>('data', (m, _s, [, make = UNDEFINED], site) => {
      const state = isCallable(make) ? m.call(make, UNDEFINED, [], site) : make;
      seen(state);
      adoptState(m.scope, state);
      if (state.t === 'obj')
        for (const cell of state.props.values())
          if (cell.v && isCallable(cell.v)) m.listen({ fn: cell.v, kind: 'event', self: state });
      return UNDEFINED;
    }),
  });
  made.props.set('store', {
    v: native<Machine>('store', (m, _s, [, state = UNDEFINED]) => {
      seen(state);
      if (state.t === 'obj')
        for (const cell of state.props.values())
          if (cell.v && isCallable(cell.v)) m.listen({ fn: cell.v, kind: 'event', self: state });
      return state;
    }),
  });
  return made;
}

/** What the packages export; their default makes an application of version 2. */
function library(machine: Machine): Obj {
  const ref = native<Machine>('ref', (m, _s, [start = UNDEFINED]) => reactive(m, start));
  const run = native<Machine>('onMounted', (m, _s, [fn = UNDEFINED]) => {
    m.listen({ fn, kind: 'callback' });
    return UNDEFINED;
  });
  const props = {
    createApp: native<Machine>('createApp', (m, _s, [options = UNDEFINED], site) => app(m, options, site)),
    defineComponent: native<Machine>('defineComponent', (m, _s, [options = UNDEFINED], site) =>
      component(m, options, site),
    ),
    ref,
    shallowRef: ref,
    reactive: native<Machine>('reactive', (_m, _s, [start = UNDEFINED]) => seen(start)),
    onMounted: run,
    onBeforeUnmount: run,
  };
  const older = {
    extend: props.defineComponent,
    component: native<Machine>('component', (m, _s, [, options = UNDEFINED], site) => component(m, options, site)),
  };
  const whole = { ...props, ...older };
  const made = native<Machine>('Vue', (m, _s, [options = UNDEFINED], site) => component(m, options, site), whole);
  return machine.plain({ ...props, default: made }, UNK);
}

function packaged(machine: Machine): Obj {
  return machine.builtins.get('PetiteVue') as Obj;
}

export const vue: Primitive = {
  name: 'vue',
  library: /^\s*\/\*[\s*!]*(?:vue|Vue\.js) v\d+\.\d+[\w.-]*\s*\n|_x_schedulerPriority|packages\/alpinejs\/src/,
  hint: /vue|alpine|x-data|v-scope|createApp|defineComponent/i,
  install(machine) {
    machine.exported.push((value, site) => {
      if (isOptions(value)) component(machine, value, site);
    });
    machine.builtins.provide(library, 'PetiteVue');
    machine.builtins.provide((m) => packaged(m).props.get('default')!.v!, 'Vue');
    machine.builtins.provide(alpine, 'Alpine');
    for (const name of ['vue', 'petite-vue']) machine.modules.set(name, packaged);
    machine.modules.set('alpinejs', (m) => m.plain({ default: m.builtins.get('Alpine') ?? UNDEFINED }, STATE));
  },
};
