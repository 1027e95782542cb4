/**
 * Drives one artifact in one host through its worlds. In: a source, a host, an engine. Out: observations one by one, and
 * how the task ended. A world is opened only when it can differ: without a request, the worlds are the same.
 */
import { classOfWords } from '../claims.ts';
import type { DriveRequest, Engine, Host } from '../contracts.ts';
import { WORLDS_PER_HOST } from '../limits.ts';
import type { End, Observation, Source, World } from '../model.ts';
import { AS_LIST } from '../model.ts';
import { isLocalRead, isLocalWriteBack, writeBackKeys } from '../write-back-key.ts';
import { isSound, repairsFor } from './drive/repair.ts';

const REFUSING: World = { kind: 'refusing' };
/** What stands behind one repair may show only after it: each attempt adds to the one before. */
const REPAIR_ATTEMPTS = 4;

/** `onObservation` is told of each drive as it ends. Resolves with the first end that was not to completion, if there was one. */
export async function drive(
  source: Source,
  host: Host,
  engine: Engine,
  onObservation: (observation: Observation) => void,
): Promise<End> {
  const run = async (world: World, repair: DriveRequest['repair']): Promise<Observation> => {
    const observation = await engine.drive({ source, host, world, repair });
    onObservation(observation);
    return observation;
  };
  const asItIs = await run(REFUSING, []);
  const { refused, repair } = await repaired(source, asItIs, (tried) =>
    engine.drive({ source, host, world: REFUSING, repair: tried }),
  );
  if (refused !== asItIs) onObservation(refused);
  if (!refused.requests.some((request) => isLocalWriteBack(request) || isLocalRead(request))) return refused.end;
  const ends = [refused.end];
  for (const world of await acceptingWorlds(refused, (world) => run(world, repair)))
    ends.push((await run(world, repair)).end);
  return ends.find((end) => end.code !== 'completed') ?? refused.end;
}

/** The refusing drive to go on with: the page as it is, or with everything in place that it asked for, once each. */
async function repaired(
  source: Source,
  asItIs: Observation,
  attempt: (repair: DriveRequest['repair']) => Promise<Observation>,
): Promise<{ readonly refused: Observation; readonly repair: DriveRequest['repair'] }> {
  let refused = asItIs;
  let repair: DriveRequest['repair'] = [];
  for (let attempts = 0; attempts < REPAIR_ATTEMPTS; attempts += 1) {
    const wanted = repairsFor(source, refused, repair);
    if (wanted.length === repair.length) break;
    repair = wanted;
    refused = await attempt(repair);
  }
  // The repair of a page that ran counts only for what it finds, since it may break what it fills in.
  const found = refused.requests.some(isLocalWriteBack);
  return isSound(asItIs) && !found ? { refused: asItIs, repair: [] } : { refused, repair };
}

/** Drives the accepting world, a second time with what the page missed; out: the worlds still to drive. */
async function acceptingWorlds(
  refused: Observation,
  run: (world: World) => Promise<Observation>,
): Promise<readonly World[]> {
  const accepted = await run({ kind: 'accepting', unlocked: [] });
  const wanted = wantedFields(accepted);
  if (wanted.length > 0 && sameShown(refused, accepted)) await run({ kind: 'accepting', unlocked: wanted });
  const keys = writeBackKeys(refused.requests, refused.actions);
  if (keys.length <= 1 && !refused.requests.some(isLocalRead)) return [];
  return keys.slice(0, WORLDS_PER_HOST).map((key) => ({ kind: 'refusing-but-for-one', key }));
}

function wantedFields(accepted: Observation): string[] {
  const local = accepted.requests.filter((request) => isLocalWriteBack(request) || isLocalRead(request));
  const fields = new Set(local.flatMap((request) => request.missingFields).filter((field) => !namesFailure(field)));
  if (local.some((request) => request.wantsArray)) fields.add(AS_LIST);
  return [...fields];
}

/** A field that says what went wrong is absent from the body of a write that went well. */
function namesFailure(field: string): boolean {
  return classOfWords(field) === 'failure';
}

/** Whether a person would have seen the same in both worlds. */
function sameShown(a: Observation, b: Observation): boolean {
  return JSON.stringify(a.timeline) === JSON.stringify(b.timeline);
}
