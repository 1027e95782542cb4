/**
 * The part of a scenario file that is ours: `assert: [{no_lost_write_back: true}]`. Other keys belong to the harness and
 * are named, so that a reader of the log knows they were not looked at.
 */
import { z } from 'zod';
import { UsageError } from '../usage-error.ts';
import { readDocument } from './validate.ts';

const scenarioSchema = z.looseObject(
  {
    assert: z
      .union([z.array(z.looseObject({})), z.looseObject({})], { error: 'neither an assertion nor a list of them' })
      .optional(),
  },
  { error: 'not a mapping of keys to values' },
);

const KEY = 'no_lost_write_back';

export interface ScenarioGate {
  /** Whether the scenario asks for the gate. */
  readonly asked: boolean;
  /** Assertion keys that are not ours. */
  readonly ignored: readonly string[];
}

/** Reads a scenario. Throws a UsageError when `no_lost_write_back` has another value than `true`. */
export function readScenario(path: string): ScenarioGate {
  const { assert } = readDocument(scenarioSchema, path, 'scenario');
  const assertions = assert === undefined ? [] : Array.isArray(assert) ? assert : [assert];
  const keys = assertions.flatMap((assertion) => Object.keys(assertion));
  for (const assertion of assertions) {
    if (KEY in assertion && assertion[KEY] !== true) {
      const value = JSON.stringify(assertion[KEY]);
      throw new UsageError(`scenario ${path}: ${KEY} must be true, it is ${value}`, `Remove the key to switch it off`);
    }
  }
  return { asked: keys.includes(KEY), ignored: [...new Set(keys.filter((key) => key !== KEY))] };
}
