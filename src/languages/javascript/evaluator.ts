/**
 * What the parts of the JavaScript string evaluation ask of one another. Types only.
 */
import type { MappedText } from '../../contracts.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Value } from '../strings/values.ts';
import type { JsScope } from './bindings.ts';

export interface Frame {
  readonly scope: JsScope;
  /** Parameters bound by a call that is followed; null outside calls. */
  readonly bound: ReadonlyMap<string, Value> | null;
  readonly depth: number;
}

export interface Evaluator {
  readonly file: MappedText;
  evaluate(node: Node, frame: Frame): Value;
  valueAt(node: Node, scope: JsScope): Value;
  /** The function a callee stands for, with the scope it closes over. */
  functionBehind(callee: Node, frame: Frame): JsScope | null;
}
