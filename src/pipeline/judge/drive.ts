/**
 * One drive, indexed once: requests by write-back and by step, timeline by step. In: an observation. Out: lookups that
 * cost no further pass. Every later step of the judgement reads a drive through this.
 */
import type { Action, Observation, Perceived, Recorded } from '../../model.ts';
import { isLocalWriteBack, keyUnder } from '../../write-back-key.ts';
import { stoodLongEnough, timedSignature } from './perceived.ts';

export interface IndexedDrive {
  readonly observation: Observation;
  /** Local write-backs by key, in the order in which they were first made. */
  readonly writeBacks: ReadonlyMap<string, readonly Recorded[]>;
  readonly actions: ReadonlyMap<number, Action>;
  readonly timeline: ReadonlyMap<number, readonly Perceived[]>;
  /** Keys of the requests that this world accepted, reads included. */
  readonly accepted: ReadonlySet<string>;
  /** Every entry with its time, for looking up what another drive showed at the same moment. */
  readonly timed: ReadonlySet<string>;
  /** Whether an entry stood long enough to be read. */
  readonly stood: (entry: Perceived) => boolean;
}

export function indexDrive(observation: Observation): IndexedDrive {
  const actions = new Map(observation.actions.map((action) => [action.step, action]));
  const keys = new Map<Recorded, string>();
  for (const request of observation.requests) keys.set(request, keyUnder(request, actions.get(request.step)));
  const timeline = Map.groupBy(observation.timeline, (entry) => entry.step);
  const acceptedRequests = observation.requests.filter(({ answer }) => answer === 'accepted');
  return {
    observation,
    writeBacks: Map.groupBy(observation.requests.filter(isLocalWriteBack), (request) => keys.get(request) as string),
    actions,
    timeline,
    accepted: new Set(acceptedRequests.map((request) => keys.get(request) as string)),
    timed: new Set(observation.timeline.map(timedSignature)),
    stood: stoodLongEnough(timeline.values()),
  };
}
