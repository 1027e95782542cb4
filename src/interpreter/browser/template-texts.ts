/**
 * Templates that show a component's state: `x-text`, `v-html`, `x-show`, `{{ saved }}`. In: a piece of state that was set. Out: effects
 * with what the elements bound to it show now; an expression is evaluated once for all of them.
 */
import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { pageEnv } from '../names/environments.ts';
import type { PageModel } from '../trees/pages.ts';
import type { Value } from '../values/values.ts';
import { text, truth, UNDEFINED } from '../values/values.ts';

const TEXT = /^(?:x|v)-(?:text|html)$/;
const SHOWN = /^(?:x|v)-(?:show|if)$/;

interface Binding {
  readonly index: number;
  readonly attribute: string;
  readonly code: string;
}

/** By name of the state, what is bound to it. */
const bindings = new WeakMap<PageModel, ReadonlyMap<string, readonly Binding[]>>();

/** A template that sets state itself is shown once. */
const busy = new WeakSet<Machine>();

export function showState(machine: Machine, name: string, site: Node): void {
  if (busy.has(machine)) return;
  busy.add(machine);
  try {
    showAll(machine, name, site);
  } finally {
    busy.delete(machine);
  }
}

function showAll(machine: Machine, name: string, site: Node): void {
  const known = bindings.get(machine.page) ?? bindingsOf(machine.page);
  bindings.set(machine.page, known);
  const values = new Map<string, Value | null>();
  for (const binding of known.get(name) ?? []) {
    const { code } = binding;
    if (!values.has(code)) values.set(code, evaluated(machine, code, site));
    const value = values.get(code);
    if (value) show(machine, binding, value, site);
  }
}

function bindingsOf(page: PageModel): ReadonlyMap<string, readonly Binding[]> {
  const found = new Map<string, Binding[]>();
  page.elements.forEach(({ attributes, shows }, index) => {
    for (const [attribute, code] of Object.entries(attributes))
      if (TEXT.test(attribute) || SHOWN.test(attribute)) note(found, { index, attribute, code });
    for (const code of shows ?? []) note(found, { index, attribute: 'x-text', code });
  });
  return found;
}

function note(found: Map<string, Binding[]>, binding: Binding): void {
  for (const name of new Set(binding.code.match(/[\p{L}\p{N}_$]+/gu))) {
    const list = found.get(name);
    if (list) list.push(binding);
    else found.set(name, [binding]);
  }
}

function evaluated(machine: Machine, code: string, site: Node): Value | null {
  const unit = machine.facts.dynamic(code, 0, 0);
  if (unit === null && machine.facts.isFull)
    machine.ledger.noteCap('more expressions of templates show this state than are looked at', machine.here(site));
  const first = unit === null ? null : (machine.facts.units[unit]!.program.body as readonly Node[])[0];
  if (unit === null || first?.type !== 'ExpressionStatement') return null;
  return machine.evaluate(first.expression, pageEnv(machine, unit, UNDEFINED, machine.scope));
}

function show(machine: Machine, { index, attribute }: Binding, value: Value, site: Node): void {
  const { text: written, attributes } = machine.page.elements[index]!;
  const name = `${attributes.id === undefined ? '' : `#${attributes.id}`}.${attribute}`;
  if (TEXT.test(attribute)) machine.effect('dom', name, [value], site, 'text');
  else machine.effect('dom', name, [text(written)], site, truth(value) === false ? 'hide' : 'change');
}
