/**
 * Modules as values. In: a unit that was run. Out: an object with its exports, re-exports followed. CommonJS exports are
 * what the program assigned to `module.exports` or `exports`.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { boundNames } from '../trees/bound-names.ts';
import { native, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { exact, STATE, top, UNK } from '../values/values.ts';
import { packageValue } from './imports.ts';
import { lookup } from './names.ts';

/** Runs the unit when it is asked for first, by `runUnit`, which gives the scope it ran in. A circle of modules sees what was exported so far. */
export function moduleExports(machine: Machine, index: number, runUnit: (index: number) => Env): Obj {
  const known = machine.exportsOf.get(index);
  if (known) return known;
  const made = object({ name: `module ${index}` });
  machine.exportsOf.set(index, made);
  const env = runUnit(index);
  const { program, imports } = machine.facts.units[index]!;
  const from = (source: Node): Obj => {
    const target = imports.get(String(source.value));
    return target === undefined ? object({ open: UNK }) : moduleExports(machine, target, runUnit);
  };
  for (const node of program.body as readonly Node[]) addExports(machine, node, env, made, from);
  return made.props.size === 0 ? (commonExports(machine, index, env) ?? made) : made;
}

/** What a CommonJS module left in `module.exports`. */
function commonExports(machine: Machine, index: number, env: Env): Obj | null {
  const module = env.vars.get('module')?.v;
  const exports = module?.t === 'obj' ? module.props.get('exports')?.v : undefined;
  if (exports?.t !== 'obj' || (exports.kind === 'plain' && exports.props.size === 0)) return null;
  machine.exportsOf.set(index, exports);
  return exports;
}

/** `module`, `exports` and `require`, where a file may be a CommonJS module and has no such names of its own. */
export function bindCommonJs(machine: Machine, env: Env): void {
  const exports = machine.plain();
  const names: Readonly<Record<string, Value>> = { module: machine.plain({ exports }), exports };
  for (const [name, value] of Object.entries(names))
    if (!env.vars.has(name)) env.vars.set(name, { v: value, stale: false });
}

/** What another file, or a package, gives to who asks for it by `require` or `import()`; null when it is not at hand. */
export function moduleOf(machine: Machine, source: string): Obj | null {
  const target = machine.facts.units[machine.unit]?.imports.get(source);
  const exports = target === undefined ? packageValue(machine, source) : machine.exportsOf.get(target);
  return exports?.t === 'obj' ? exports : null;
}

/** `require('./x')`, `require('axios')`. */
export function requireGlobal(): Obj {
  return native<Machine>('require', (machine, _self, [source]) => {
    const name = exact(source);
    const exports = name === null ? null : moduleOf(machine, name);
    const fallback = exports?.props.get('default')?.v;
    const isPackage = name !== null && !name.startsWith('.');
    return (isPackage ? fallback : null) ?? exports ?? top(UNK, name ?? 'require()');
  });
}

function addExports(machine: Machine, node: Node, env: Env, made: Obj, from: (source: Node) => Obj): void {
  if (node.type === 'ExportDefaultDeclaration')
    made.props.set('default', { v: env.vars.get('*default*')?.v ?? top(STATE) });
  if (node.type === 'ExportAllDeclaration') {
    const other = from(node.source!);
    if (node.exported) made.props.set(node.exported.name, { v: other });
    else for (const [key, cell] of other.props) if (key !== 'default') made.props.set(key, cell);
    made.open |= other.open;
  }
  if (node.type !== 'ExportNamedDeclaration') return;
  for (const specifier of node.specifiers) {
    const local = nameOf(specifier.local);
    const value: Value = node.source
      ? (from(node.source).props.get(local)?.v ?? top(STATE))
      : lookup(machine, local, env, specifier);
    made.props.set(nameOf(specifier.exported!), { v: value });
  }
  for (const name of declaredNames(node.declaration)) made.props.set(name, { v: lookup(machine, name, env, node) });
}

function nameOf(node: Node): string {
  return node.type === 'Literal' ? String(node.value) : node.name;
}

/** The names a declaration gives to its scope. */
export function declaredNames(declaration: Node | null): string[] {
  if (!declaration) return [];
  if (declaration.id) return [declaration.id.name];
  return (declaration.declarations ?? []).flatMap((declarator) => boundNames(declarator.id!));
}
