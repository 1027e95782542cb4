/**
 * Literals. In: a literal, a template, an object or a list as it is written, and the names in scope. Out: its value, with each
 * hole of generated code as an unknown part.
 */

import { isHole } from '../../syntax/holes.ts';
import type { Node } from '../../syntax/tree.ts';
import { cookedText, keyText } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { elementsOf, spreadInto } from '../standard/spread.ts';
import { isSimple } from '../standard/strings.ts';
import { counted } from '../values/counts.ts';
import { join } from '../values/joins.ts';
import { native, setGetter, setSetter } from '../values/objects.ts';
import { concat, holed } from '../values/texts.ts';
import type { Obj, Value } from '../values/values.ts';
import { doubtOf, exact, HOLE, prim, STATE, text, top, UNDEFINED, UNK } from '../values/values.ts';

export function literal(node: Node): Value {
  if (node.regex) {
    const { pattern: source, flags } = node.regex;
    const test = native<Machine>('test', (_m, _s, [given = UNDEFINED]) => matches(source, flags, given));
    const regex = native('RegExp', () => top(STATE), { test });
    regex.slots.set('regex', node.regex);
    return regex;
  }
  const value = node.value as unknown;
  if (typeof value === 'string') return holed(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' || value === null)
    return prim(value);
  return top(UNK);
}

/** Characters that a pattern is tried on. */
const TRIED = 2_000;

/** Whether a known text matches; a pattern that remembers where it was, or that may take long, is not tried. */
function matches(source: string, flags: string, given: Value): Value {
  const known = exact(given);
  if (known === null || known.length > TRIED || /[^ims]/.test(flags) || !isSimple(source)) return top(doubtOf(given));
  return prim(new RegExp(source, flags).test(known));
}

export function template(machine: Machine, node: Node, env: Env): Value {
  let result: Value = text('');
  node.quasis.forEach((quasi, index) => {
    const written = holed(cookedText(quasi));
    result = index === 0 ? written : concat(result, written);
    const expression = node.expressions[index];
    if (expression) result = concat(result, machine.evaluate(expression, env));
  });
  return result;
}

export function tagged(machine: Machine, node: Node, env: Env): Value {
  const tag = machine.evaluate(node.tag, env);
  const values = node.quasi.expressions.map((expression) => machine.evaluate(expression, env));
  const strings = node.quasi.quasis.map((quasi) => holed(cookedText(quasi)));
  const isMarkup =
    (tag.t === 'obj' && tag.slots.has('markup')) ||
    (node.tag.type === 'Identifier' && /^(?:html|svg|htm|css)$/.test(node.tag.name));
  if (isMarkup) {
    // Lit's `@click=${fn}` hands a function to the page, with the component as its `this`; `<${Form} …>` is a component.
    values.forEach((fn, index) => {
      const isComponent = (exact(strings[index]!) ?? '').endsWith('<');
      machine.listen(
        isComponent
          ? { fn, kind: 'callback', args: [machine.plain({}, STATE)] }
          : { fn, kind: 'event', self: env.frame.self },
      );
    });
    return template(machine, node.quasi, env);
  }
  return machine.call(tag, UNDEFINED, [machine.array(strings), ...values], node);
}

export function objectLiteral(machine: Machine, node: Node, env: Env): Value {
  const made = machine.plain();
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      spreadInto(machine, made, machine.evaluate(property.argument!, env));
      continue;
    }
    const isMethod =
      property.kind === 'get' || property.kind === 'set' || (property as { readonly method?: boolean }).method === true;
    const key = property.computed ? exact(machine.evaluate(property.key, env)) : keyText(property.key);
    const value = isMethod ? machine.makeFunction(property.value, env, made) : machine.evaluate(property.value, env);
    if (key === null) made.open |= STATE;
    else if (isHole(key)) made.open |= HOLE;
    else if (property.kind === 'get') setGetter(made, key, value as Obj);
    else if (property.kind === 'set') setSetter(made, key, value as Obj);
    else made.props.set(key, { v: value });
  }
  return made;
}

export function arrayLiteral(machine: Machine, node: Node, env: Env): Value {
  const items: Value[] = [];
  const spreads: Value[] = [];
  let rest: Value | null = null;
  for (const element of node.elements) {
    if (!element) items.push(UNDEFINED);
    else if (element.type !== 'SpreadElement') items.push(machine.evaluate(element, env));
    else {
      const list = machine.evaluate(element.argument!, env);
      spreads.push(list);
      const spread = elementsOf(machine, list);
      items.push(...spread.items);
      if (spread.rest) rest = rest ? join(rest, spread.rest) : spread.rest;
    }
  }
  return counted(machine.array(items, rest), spreads);
}
