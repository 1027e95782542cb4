/**
 * Templates that show a component's state: `x-text`, `v-html`, `x-show`. In: a piece of state that was set. Out: effects with what
 * the elements bound to it show now.
 */
import type { Node } from '../syntax/tree.ts';
import { frameOf } from './environments.ts';
import type { Machine } from './machine.ts';
import type { PageModel } from './pages.ts';
import { text, truth, UNDEFINED } from './values.ts';

const TEXT = /^(?:x|v)-(?:text|html)$/;
const SHOWN = /^(?:x|v)-(?:show|if)$/;

interface Binding {
  readonly index: number;
  readonly attribute: string;
  readonly code: string;
}

/** By name of the state, what is bound to it. */
const bindings = new WeakMap<PageModel, ReadonlyMap<string, readonly Binding[]>>();

/** Bindings of one name that are looked at. */
const BOUND = 40;

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
  for (const binding of (known.get(name) ?? []).slice(0, BOUND)) show(machine, binding, site);
}

function bindingsOf(page: PageModel): ReadonlyMap<string, readonly Binding[]> {
  const found = new Map<string, Binding[]>();
  page.elements.forEach(({ attributes }, index) => {
    for (const [attribute, code] of Object.entries(attributes)) {
      if (!TEXT.test(attribute) && !SHOWN.test(attribute)) continue;
      for (const name of new Set(code.match(/[\p{L}\p{N}_$]+/gu))) {
        const list = found.get(name) ?? [];
        found.set(name, list);
        list.push({ index, attribute, code });
      }
    }
  });
  return found;
}

function show(machine: Machine, { index, attribute, code }: Binding, site: Node): void {
  const unit = machine.facts.dynamic(code, 0, 0);
  const first = unit === null ? null : (machine.facts.units[unit]!.program.body as readonly Node[])[0];
  if (unit === null || first?.type !== 'ExpressionStatement') return;
  const env = {
    vars: machine.globals,
    parent: null,
    frame: frameOf(machine, UNDEFINED),
    unit,
    scopeObject: machine.scope,
  };
  const value = machine.evaluate(first.expression, env);
  const { text: written, attributes } = machine.page.elements[index]!;
  const name = `${attributes.id === undefined ? '' : `#${attributes.id}`}.${attribute}`;
  if (TEXT.test(attribute)) machine.effect('dom', name, [value], site, 'text');
  else machine.effect('dom', name, [text(written)], site, truth(value) === false ? 'hide' : 'change');
}
