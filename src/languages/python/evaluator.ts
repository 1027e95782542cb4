/**
 * What the parts of the Python evaluation ask of one another. Types only.
 */
import type { MappedText } from '../../contracts.ts';
import type { Value } from '../strings/values.ts';
import type { Mentions } from './mentions.ts';
import type { Scope, Scopes } from './scopes.ts';
import type { PyNode } from './tree.ts';

export interface Frame {
  readonly scope: Scope;
  /** Parameters bound by a call that is followed; null outside calls. */
  readonly bound: ReadonlyMap<string, Value> | null;
  readonly depth: number;
}

export interface Evaluator {
  readonly file: MappedText;
  readonly scopes: Scopes;
  /** The purse is empty: every further value is unknown. */
  readonly spent: boolean;
  /** Takes one step of work from the purse. */
  charge(): void;
  source(node: PyNode): string;
  /** The text of a literal key. */
  keyText(key: PyNode): string;
  evaluate(node: PyNode, frame: Frame): Value;
  readonly mentions: Mentions;
  /** The value of a node where it stands, parameters at their defaults. */
  valueOf(node: PyNode): Value;
}
