/**
 * One drive, indexed once: requests by write-back and by step, timeline by step. In: an observation. Out: lookups that
 * cost no further pass. Every later step of the judgement reads a drive through this.
 */
import type { Action, Observation, Perceived, Recorded } from '../model.ts';
import { isLocalWriteBack, writeBackKey } from '../write-back-key.ts';

export interface IndexedDrive {
  readonly observation: Observation;
  /** Local write-backs by key, in the order in which they were first made. */
  readonly writeBacks: ReadonlyMap<string, readonly Recorded[]>;
  readonly actions: ReadonlyMap<number, Action>;
  readonly timeline: ReadonlyMap<number, readonly Perceived[]>;
  /** The key of every request, local write-back or not. */
  readonly keys: ReadonlyMap<Recorded, string>;
}

export function indexDrive(observation: Observation): IndexedDrive {
  const actions = new Map(observation.actions.map((action) => [action.step, action]));
  const keys = new Map<Recorded, string>();
  for (const request of observation.requests) {
    const action = actions.get(request.step);
    keys.set(request, writeBackKey(request, action ? [action] : []));
  }
  return {
    observation,
    writeBacks: Map.groupBy(observation.requests.filter(isLocalWriteBack), (request) => keys.get(request) as string),
    actions,
    timeline: Map.groupBy(observation.timeline, (entry) => entry.step),
    keys,
  };
}
