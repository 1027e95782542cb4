/**
 * One scope of a tree before it runs: its names, and those that other functions assign. Types only.
 */
import type { Node } from './tree.ts';

export interface ScopeFacts {
  readonly node: Node;
  readonly parent: ScopeFacts | null;
  readonly owner: Node;
  names: ReadonlySet<string>;
  vars: ReadonlySet<string>;
  stale: ReadonlySet<string>;
}
