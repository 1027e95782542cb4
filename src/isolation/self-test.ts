/**
 * Proves a tier: a cell started exactly as for a job tries every way out, and the parent looks whether it got out. In: a
 * tier. Out: each wall with what was found. A wall holds only if the same probe is open in a process without walls:
 * a probe that cannot succeed proves nothing.
 */

import { capsFor } from './cell/caps.ts';
import { Cell } from './cell/cell.ts';
import { warmPlace } from './cell/code-cache.ts';
import type { CellTier } from './cell/command.ts';
import type { CellPlace } from './cell/place.ts';
import { openPlace } from './cell/place.ts';
import type { Alteration } from './cell/start.ts';
import { startCell } from './cell/start.ts';
import type { CellTools } from './cell/tools.ts';
import { findTools } from './cell/tools.ts';
import { putOutBait } from './self-test/bait.ts';
import { claimsOf, claimsOfSystem } from './self-test/claims.ts';
import { HOLDS, kernelFacts } from './self-test/kernel-facts.ts';

export interface Wall {
  readonly wall: string;
  /** The tier promises it. What it does not promise may be open. */
  readonly claimed: boolean;
  readonly holds: boolean;
  /** What was found, in words. */
  readonly found: string;
}

export interface TierProof {
  readonly tier: CellTier;
  readonly proven: boolean;
  readonly walls: readonly Wall[];
  /** Why it is not proven, or what was. */
  readonly detail: string;
  readonly testedAt: string;
  readonly node: string;
}

type Found = Readonly<Record<string, string>>;

const OPEN = 'open';
const LAST = { control: ['v8.flags', 'process.execve'], tier: ['process.execve', 'v8.flags'] } as const;

/** Never rejects: what cannot be tried is not proven. */
export async function proveTier(tier: CellTier, alter: Alteration = (command) => command): Promise<TierProof> {
  const circumstances = { tier, testedAt: new Date().toISOString(), node: process.version };
  let place: CellPlace | null = null;
  try {
    place = await openPlace();
    await warmPlace(place);
    const walls = await wallsOf(tier, place, findTools(), alter);
    const missing = walls.filter(({ claimed, holds }) => claimed && !holds);
    const detail =
      missing.length === 0
        ? `${walls.filter(({ claimed }) => claimed).length} walls hold`
        : missing.map(({ wall, found }) => `${wall}: ${found}`).join('; ');
    return { ...circumstances, proven: missing.length === 0, walls, detail };
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'it could not be tried';
    return { ...circumstances, proven: false, walls: [], detail };
  } finally {
    place?.close();
  }
}

async function wallsOf(tier: CellTier, place: CellPlace, tools: CellTools, alter: Alteration): Promise<Wall[]> {
  const start = (change: Alteration) => startCell(tier, place, tools, change);
  const control = await controlOf(place, tools);
  const found: Record<string, string> = { ...(await probe(() => start(alter), LAST.tier, place, tools)) };
  if (claimsOfSystem(tier)) {
    const withoutModel: Alteration = (command) => alter(withoutPermission(command));
    const system = await probe(() => start(withoutModel), [], place, tools);
    for (const [name, word] of Object.entries(system)) if (!name.startsWith('kernel.')) found[`os.${name}`] = word;
  }
  const claims = new Set(claimsOf(tier, process.getuid?.() === 0));
  const names = [...claims, ...Object.keys(found).filter((name) => !claims.has(name) && !name.startsWith('os.'))];
  return names.map((wall) => {
    const word = found[wall] ?? 'not tried';
    const opens = wall.startsWith('kernel.') || control[wall.replace(/^os\./, '')] === OPEN;
    const holds = opens && (word === HOLDS || word.startsWith('denied'));
    return {
      wall,
      claimed: claims.has(wall),
      holds,
      found: opens ? word : `proves nothing: ${control[wall.replace(/^os\./, '')] ?? 'not tried'} without walls`,
    };
  });
}

/** The command without the permission model: what then still holds is the operating system's. */
function withoutPermission([command, ...args]: Parameters<Alteration>[0]): ReturnType<Alteration> {
  return [command, ...args.filter((arg) => arg !== '--permission' && !arg.startsWith('--allow-fs-read'))];
}

let control: Promise<Found> | null = null;

/**
 * The same probes in a bare process of Node, once: what is open there does not change while we live. One in which a probe
 * was not open, on a machine that was slow, say, is not kept.
 */
function controlOf(place: CellPlace, tools: CellTools): Promise<Found> {
  const flags = ['--experimental-ffi', '--experimental-vm-modules', '--no-warnings', '--max-old-space-size=2048'];
  const start = () => ({
    cell: new Cell({ command: [place.node, ...flags, place.boot], cwd: place.empty, filter: null, bare: true }),
    uid: null,
  });
  control ??= probe(start, LAST.control, place, tools);
  const forget = () => {
    control = null;
  };
  control.then((found) => {
    const open = Object.entries(found).every(([name, word]) => name.startsWith('kernel.') || word === OPEN);
    if (!open) forget();
  }, forget);
  return control;
}

async function probe(
  start: () => { readonly cell: Cell; readonly uid: number | null },
  last: readonly string[],
  place: CellPlace,
  tools: CellTools,
): Promise<Found> {
  const bait = await putOutBait(place, tools);
  try {
    const { cell, uid } = start();
    await cell.ready();
    const kernel = kernelFacts(cell.pid, uid);
    const words: Record<string, string> = {};
    const targets = { ...bait.targets, last };
    const end = await cell.perform({ kind: 'probe', targets }, capsFor(), (message) => {
      if (message.kind === 'probes') Object.assign(words, message.results);
    });
    if (end.code === 'engine-unavailable') throw new Error(end.detail);
    // A change of flags that are frozen ends the process: that is how it is denied.
    if (last.includes('v8.flags')) words['v8.flags'] ??= `denied: ${end.detail || end.code}`;
    const mayBeUnderWay = (name: string): boolean => words[name] === OPEN || words[name] === 'no answer';
    for (const [name, left] of await bait.traces(mayBeUnderWay))
      if (left) words[name] = OPEN;
      else if (mayBeUnderWay(name)) words[name] = 'denied: nothing arrived';
    return { ...words, ...kernel };
  } finally {
    await bait.close();
  }
}
