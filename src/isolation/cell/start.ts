/**
 * Starts cells of one tier in one place. In: the tier and its place. Out: cells, each under a user of its own where this
 * process may choose; the user is free again when the cell has ended.
 */
import { Cell } from './cell.ts';
import type { CellSite, CellTier } from './command.ts';
import { cellCommand } from './command.ts';
import type { CellPlace } from './place.ts';
import { giveUid, takeUid } from './slots.ts';
import type { CellTools } from './tools.ts';

export interface StartedCell {
  readonly cell: Cell;
  readonly uid: number | null;
}

/** Changes a command, to see the self-test notice. Nothing but its tests does that. */
export type Alteration = (command: readonly [string, ...string[]]) => readonly [string, ...string[]];

/** Throws when the tier cannot even be tried: a program or a filter for it is missing. */
export function startCell(
  tier: CellTier,
  place: CellPlace,
  tools: CellTools,
  alter: Alteration = (command) => command,
): StartedCell {
  if (tier === 'strict' && place.filter === null) throw new Error(`no seccomp filter for ${process.arch}`);
  const uid = takeUid();
  try {
    const site: CellSite = { node: place.node, boot: place.boot, tools, uid };
    const command = alter(cellCommand(tier, site));
    const cell = new Cell({ command, cwd: place.empty, filter: command.includes('--seccomp') ? place.filter : null });
    void cell.closed().then(() => giveUid(uid));
    return { cell, uid };
  } catch (error) {
    giveUid(uid);
    throw error;
  }
}
