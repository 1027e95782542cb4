/**
 * Everything that starts code, in order: programs of the document, the components and handlers they leave, functions nobody called.
 * In: a run. Out: its ledger filled. Each entry starts from the state the programs left and is undone.
 */

import type { Node } from '../../syntax/tree.ts';
import { expose } from '../machine/exposed.ts';
import { moduleExports } from '../names/modules.ts';
import { runAttribute, runComponent } from './attribute-code.ts';
import type { Listener } from './entry-runner.ts';
import { EntryRunner } from './entry-runner.ts';
import { Programs } from './programs.ts';
import { runResidual } from './residual-entries.ts';
import type { Run } from './run.ts';
import { settle } from './settle.ts';

export interface EntriesResult {
  readonly listeners: readonly Listener[];
  /** Functions whose entry fired no write, to be left out under other replies. */
  readonly idle: ReadonlySet<Node>;
  /** Functions that something called. */
  readonly called: ReadonlySet<Node>;
  /** There was no time for all of them. */
  readonly overflow: boolean;
}

const ATTRIBUTES: ReadonlySet<string> = new Set(['handler', 'javascript-url', 'expression']);

/** `skip`: functions that are known to fire no write. `called`: those that something calls when every write is accepted. */
export function runEntries(run: Run, skip: ReadonlySet<Node>, called: ReadonlySet<Node>): EntriesResult {
  const programs = new Programs(run);
  const entries = new EntryRunner(run, skip);
  const { units } = run.facts;
  units.forEach(({ unit, lazy }, index) => {
    if (!lazy && (unit.role === 'script' || unit.role === 'module')) programs.run(index);
  });
  units.forEach(({ unit, lazy }, index) => {
    if (lazy || unit.role !== 'module') return;
    for (const { v } of moduleExports(run, index, (at) => programs.run(at)).props.values()) expose(run, v);
  });
  units.forEach((_, index) => {
    runComponent(run, programs, index);
  });
  const handlers = run.schedule.takeHandlers();
  settle(
    run,
    handlers.map(({ fn }) => fn),
  );
  units.forEach(({ unit }, index) => {
    if (ATTRIBUTES.has(unit.role)) runAttribute(entries, programs, index);
  });
  entries.drain(handlers, 0);
  const started = runResidual(entries, called);
  return {
    listeners: entries.heard(),
    idle: entries.idle(),
    called: run.activations.entered.difference(started),
    overflow: entries.overflow,
  };
}
