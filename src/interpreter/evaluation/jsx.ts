/**
 * JSX. In: an element. Out: an object that carries its text. `onX` functions become handlers, a form with a post method is
 * noted, a component that is known runs with its props, one that is not keeps the functions it was given.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare, keyText } from '../../syntax/tree.ts';
import { noteJsxForm } from '../browser/form-calls.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { lookup } from '../names/names.ts';
import { spreadInto } from '../standard/spread.ts';
import { isCallable, object } from '../values/objects.ts';
import { partsOf, pattern } from '../values/texts.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, TRUE, text, UNDEFINED } from '../values/values.ts';

export function evaluateJsx(machine: Machine, node: Node, env: Env): Value {
  const made = object({ kind: 'jsx', born: machine.moment + 1 });
  const props = node.type === 'JSXElement' ? attributes(machine, node.openingElement, env) : null;
  const name = node.type === 'JSXElement' ? elementName(node.openingElement) : '';
  const isHost = /^[a-z]/.test(name) && !name.includes('.');
  if (props && isHost) hostElement(machine, node, name, props);
  const children = node.children.map((child) => childOf(machine, child, env));
  made.slots.set('text', pattern(children.flatMap((child) => [...partsOf(child)])));
  if (props && !isHost && name !== '') component(machine, node, props, env, children);
  return made;
}

function childOf(machine: Machine, child: Node, env: Env): Value {
  if (child.type === 'JSXText') return text(String(child.value).replace(/\s+/g, ' '));
  if (child.type === 'JSXExpressionContainer' || child.type === 'JSXSpreadChild') {
    const value = machine.evaluate(bare(child.expression), env);
    // A render prop runs when its component does.
    if (isCallable(value)) machine.listen({ fn: value, kind: 'callback' });
    return value.t === 'obj' && value.kind !== 'jsx' ? text('') : value;
  }
  return machine.evaluate(child, env);
}

function elementName(opening: Node): string {
  let at = opening.name as unknown as Node;
  const names: string[] = [];
  while (at.type === 'JSXMemberExpression') {
    names.unshift(at.property.name);
    at = at.object;
  }
  names.unshift(at.type === 'JSXNamespacedName' ? keyText(at.name as unknown as Node) : at.name);
  return names.join('.');
}

function attributes(machine: Machine, opening: Node, env: Env): Obj {
  const props = machine.plain();
  for (const attribute of opening.attributes) {
    if (attribute.type === 'JSXSpreadAttribute') {
      spreadInto(machine, props, machine.evaluate(attribute.argument!, env));
      continue;
    }
    const label = attribute.name as unknown as Node;
    const key = label.type === 'JSXNamespacedName' ? keyText(label.namespace) : label.name;
    const value = attribute.value as Node | null;
    props.props.set(key, { v: value === null ? TRUE : machine.evaluate(value, env) });
  }
  return props;
}

function hostElement(machine: Machine, node: Node, name: string, props: Obj): void {
  for (const [key, cell] of props.props) {
    const value = cell.v;
    if (!value) continue;
    const isHandler =
      /^on[A-Z]/.test(key) ||
      ((key === 'action' || key === 'formAction') && alternatives(value).some((option) => isCallable(option)));
    if (isHandler) machine.listen({ fn: value, kind: 'event', event: key.slice(2).toLowerCase(), element: -1 });
    else if (key === 'ref' && isCallable(value))
      machine.listen({ fn: value, kind: 'callback', args: [machine.element(-1, name)] });
  }
  if (name === 'form') noteJsxForm(machine, props, node);
}

function component(machine: Machine, node: Node, props: Obj, env: Env, children: readonly Value[]): void {
  const opening = node.openingElement.name as unknown as Node;
  const path = elementName(node.openingElement).split('.');
  let callee = lookup(machine, path[0]!, env, opening);
  for (const key of path.slice(1)) callee = machine.get(callee, key, opening);
  props.props.set('children', { v: children[0] ?? UNDEFINED });
  if (callee.t === 'obj' && callee.closure && !callee.closure.classNode) {
    machine.listen({ fn: callee, kind: 'callback', args: [props] });
    return;
  }
  for (const [key, cell] of props.props) {
    if (cell.v && alternatives(cell.v).some((option) => isCallable(option)))
      machine.listen({ fn: cell.v, kind: 'event', event: key.replace(/^on/, '').toLowerCase(), element: -1 });
  }
}
