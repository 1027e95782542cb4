/**
 * Imported names. In: a package or a module's exports, and an import specifier. Out: the value of the name.
 */

import type { Node } from '../syntax/tree.ts';
import type { Machine } from './machine.ts';
import { object } from './objects.ts';
import type { Obj, Value } from './values.ts';
import { top, UNDEFINED, UNK } from './values.ts';

export function packageExports(machine: Machine, source: string): Obj {
  const module = machine.modules.get(source);
  const exports = module?.(machine);
  if (exports?.t === 'obj') return exports;
  const made = object({ name: source, open: UNK });
  if (exports) made.props.set('default', { v: exports });
  return made;
}

export function imported(specifier: Node, exports: Obj): Value {
  if (specifier.type === 'ImportNamespaceSpecifier') return exports;
  const name =
    specifier.type === 'ImportDefaultSpecifier'
      ? 'default'
      : (specifier.imported.name ?? String(specifier.imported.value));
  const value = exports.props.get(name)?.v;
  if (value) return value;
  if (name === 'default' && exports.props.size > 0 && exports.open === 0) return exports;
  const path = specifier.local.name;
  return exports.open ? top(exports.open, path) : UNDEFINED;
}
