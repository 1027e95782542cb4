/**
 * Code that is known not to run. In: a node that the program, as it stands, passes by. Out: its range in the ledger, where it
 * holds a sink.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';

export function markDead(machine: Machine, node: Node | null): void {
  if (node && machine.facts.holdsSink(machine.unit, node.start, node.end))
    machine.ledger.dead.push({ unit: machine.unit, start: node.start, end: node.end });
}
