/**
 * What a primitive speaks: a lexical hint, and a model that the interpreter calls.
 * The hint must accept every text in which the model can accept a call; a source without any hint is never run.
 */
import type { MarkupElement } from '../contracts.ts';
import type { Machine } from './machine/machine.ts';

export interface Primitive {
  /** Registry key; findings carry it. */
  readonly name: string;
  /** Not global: it is asked with `test`. */
  readonly hint: RegExp;
  /** Matches the head of the library's own distribution file, which the model stands for. */
  readonly library?: RegExp;
  /** Matches the short function that wraps the distribution, wherever it stands in a file of several libraries. */
  readonly wrapper?: RegExp;
  /** Puts its globals and packages in place, before the page's programs run. */
  install?(machine: Machine): void;
  /** A write-back that an element is by itself. The element's index stands for its place. */
  markup?(machine: Machine, element: MarkupElement, index: number): void;
}
