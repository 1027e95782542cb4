/**
 * Imported names. In: a package or a module's exports, and an import specifier. Out: the value of the name.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { top, UNDEFINED, UNK } from '../values/values.ts';

/** Servers of packages as modules: `https://esm.sh/react-dom@18/client`, `https://cdn.jsdelivr.net/npm/vue@3/+esm`. */
const SERVED =
  /^(?:npm:|https?:\/\/(?:esm\.(?:sh|run)|unpkg\.com|cdn\.skypack\.dev|cdn\.jsdelivr\.net\/npm|ga\.jspm\.io\/npm:|jspm\.dev)\/?)(?:(?:stable|v\d+)\/)?\*?((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/?#]*)?([^?#]*)/;

/** The names a package may go by, the most exact first: as it is asked for, its part on a server, the whole of it. */
export function packageNames(source: string): readonly string[] {
  const [, name, part = ''] = SERVED.exec(source) ?? [];
  if (name === undefined) return [source];
  return [source, name + part.replace(/(?:\/\+esm|(?:\.module|\.min|\.mjs|\.js)+)$/, ''), name];
}

/** What a primitive gives for a package, under whichever of its names. */
export function packageValue(machine: Machine, source: string): Value | undefined {
  const known = packageNames(source).find((name) => machine.modules.has(name));
  return known === undefined ? undefined : machine.modules.get(known)?.(machine);
}

/** The exports of a package as an object; of one that no primitive stands for, nothing is known. */
export function packageExports(machine: Machine, source: string): Obj {
  const exports = packageValue(machine, source);
  if (exports?.t === 'obj') return exports;
  const made = object({ name: source, open: UNK });
  if (exports) made.props.set('default', { v: exports });
  return made;
}

/** What an import specifier takes of the exports. */
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
