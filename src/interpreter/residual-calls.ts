/**
 * How a function that nobody calls is called. In: a function. Out: arguments and a `this` that only a caller would know.
 */
import type { Machine } from './machine.ts';
import type { Node } from './tree.ts';
import type { Obj, Value } from './values.ts';
import { PARAM, top } from './values.ts';

export function parameters(node: Node): Value[] {
  return Array.from({ length: Math.max(node.params?.length ?? 0, 3) }, (_, index) =>
    top(PARAM, node.params?.[index]?.name ?? ''),
  );
}

/** A method runs on an instance of its class, or on an object like the one that holds it. */
export function residualSelf(machine: Machine, fn: Obj): Value {
  const home = fn.closure?.home;
  if (!home) return top(PARAM, 'this');
  const made = home.slots.get('class') as Obj | undefined;
  if (!made) return home;
  const isBusy = machine.instances.has(made);
  if (isBusy || !made.closure?.classNode) return top(PARAM, 'this');
  machine.instances.add(made);
  try {
    return machine.construct(made, parameters(constructorOf(made.closure.classNode)), made.closure.node);
  } finally {
    machine.instances.delete(made);
  }
}

function constructorOf(classNode: Node): Node {
  const member = (classNode.body.body as readonly Node[]).find(
    (one) => one.type === 'MethodDefinition' && one.kind === 'constructor',
  );
  return member ? member.value : ({ type: 'EmptyStatement', params: [] } as unknown as Node);
}
