/**
 * Stored facts, for `--replay`: what scan and drive gathered, one artifact a line (NDJSON). Everything `judge` reads is
 * checked here; keys it does not know are kept.
 */
import { z } from 'zod';
import type { Facts, Failure, LanguageName, Observation } from '../model.ts';
import {
  ACTION_KINDS,
  CHANNELS,
  END_CODES,
  LANGUAGES,
  LOST_CONSEQUENCES,
  PERCEPTION_KINDS,
  REACHES,
  REPLIES,
  RESPONSE_READS,
  RULES,
  STAGES,
  SUSPECT_CONSEQUENCES,
} from '../model.ts';
import { UsageError } from '../usage-error.ts';
import { readText, validate } from './validate.ts';

const position = { line: z.int(), column: z.int() };
const place = z.looseObject({ path: z.string(), ...position });
const channel = z.enum(CHANNELS);
const endpoint = z.looseObject({
  method: z.string(),
  url: z.string(),
  reach: z.enum(REACHES),
});
const element = z.looseObject({
  tag: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  className: z.string().optional(),
  selector: z.string().optional(),
});
const failure = z.looseObject({
  stage: z.enum(STAGES),
  code: z.string(),
  path: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
  detail: z.string(),
  candidate: z.boolean(),
  library: z.boolean().optional(),
});
const finding = z.looseObject({
  path: z.string(),
  ...position,
  sink: z.looseObject(position),
  primitive: z.string(),
  channel,
  endpoint,
  alternatives: z.array(endpoint),
  consequence: z.enum([...LOST_CONSEQUENCES, ...SUSPECT_CONSEQUENCES]),
  proof: z
    .looseObject({
      ...position,
      kind: z.string(),
      name: z.string(),
      text: z.string(),
      replies: z.array(z.enum(REPLIES)),
    })
    .optional(),
  element: element.optional(),
  guard: z.enum(['live', 'unknown']),
});
const suppression = z.looseObject({
  path: z.string(),
  line: z.int(),
  rule: z.enum(RULES),
  by: z.enum(['comment', 'baseline']),
  reason: z.string(),
  endpoint: endpoint.pick({ method: true, url: true }).optional(),
});
const end = z.looseObject({
  code: z.enum(END_CODES),
  detail: z.string(),
});
const action = z.looseObject({
  step: z.int(),
  kind: z.enum(ACTION_KINDS),
  on: element,
  name: z.string(),
  at: z.number(),
});
const recorded = z.looseObject({
  id: z.int(),
  channel,
  endpoint,
  step: z.int(),
  at: z.number(),
  answeredAt: z.number().nullable(),
  answer: z.enum(['refused', 'accepted', 'remote', 'blocked', 'none']),
  status: z.number().nullable(),
  mode: z.string().optional(),
  body: z.string(),
  carries: z.array(z.string()),
  reads: z.array(z.enum(RESPONSE_READS)),
  missingFields: z.array(z.string()),
  looked: z.boolean().optional(),
  wantsArray: z.boolean(),
  site: place.optional(),
  element: element.optional(),
  takenOverBy: z.string().optional(),
});
const perceived = z.looseObject({
  at: z.number(),
  step: z.int(),
  kind: z.enum(PERCEPTION_KINDS),
  where: z.string(),
  text: z.string(),
  before: z.string().optional(),
});
const pageError = z.looseObject({
  at: z.number(),
  step: z.int(),
  kind: z.enum(['script', 'rejection', 'resource']),
  message: z.string(),
  place: place.optional(),
  undefinedName: z.string().optional(),
});
const control = z.looseObject({
  on: element,
  name: z.string(),
  reached: z.boolean(),
  skipped: z.enum(['disabled', 'hidden', 'inert', 'budget', 'read-only', 'fleeting']).optional(),
  locked: z.boolean().optional(),
  sends: z.looseObject({ form: element, tried: z.boolean() }).optional(),
});
const observation = z.looseObject({
  host: z.string(),
  world: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('refusing') }),
    z.looseObject({ kind: z.literal('accepting'), unlocked: z.array(z.string()) }),
    z.looseObject({ kind: z.literal('refusing-but-for-one'), key: z.string() }),
  ]),
  end,
  actions: z.array(action),
  requests: z.array(recorded),
  timeline: z.array(perceived),
  errors: z.array(pageError),
  scripts: z.array(z.looseObject({ url: z.string(), status: z.enum(['ran', 'missing', 'stubbed']) })),
  coverage: z.looseObject({ controls: z.array(control), budgetSpent: z.boolean() }),
  shims: z.array(z.string()),
  repairs: z.array(
    z.looseObject({
      kind: z.enum(['undefined-global', 'placeholder', 'missing-script']),
      name: z.string(),
      touched: z.boolean(),
    }),
  ),
  tripwires: z.array(z.string()),
  lived: z.number(),
});

const factsSchema = z.looseObject({
  artifact: z.string(),
  sha256: z.string(),
  language: z.enum(Object.keys(LANGUAGES) as LanguageName[]),
  scan: z.looseObject({
    path: z.string(),
    candidates: z.int(),
    findings: z.array(finding),
    failures: z.array(failure),
    libraries: z.array(z.string()).optional(),
  }),
  drives: z.array(z.looseObject({ host: z.string(), observations: z.array(observation), end })),
  driven: z.boolean(),
  durationMs: z.number(),
  suppressions: z.array(suppression).optional(),
}) satisfies z.ZodType<Facts>;

export interface StoredFacts {
  readonly facts: readonly Facts[];
  /** What could not be read at all, and so has no facts. */
  readonly failures: readonly Failure[];
}

/** Whether what a drive sent is an observation of that host: what watches a page stands next to it. */
export function isObservation(value: unknown, host: string): value is Observation {
  const parsed = observation.safeParse(value);
  return parsed.success && parsed.data.host === host;
}

/** Reads stored facts: a line for each artifact, `{"failure": …}` for what has none. Throws a UsageError naming the line. */
export function readFacts(path: string): StoredFacts {
  const text = readText(path, 'stored facts').trim();
  if (text === '') throw new UsageError(`The stored facts ${path} are empty`);
  const facts: Facts[] = [];
  const failures: Failure[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const where = `${path} line ${index + 1}`;
    const value = parseLine(line, where);
    const isFailure = typeof value === 'object' && value !== null && 'failure' in value;
    if (isFailure) failures.push(validate(z.object({ failure }), value, where).failure);
    else facts.push(validate(factsSchema, value, where));
  }
  return { facts, failures };
}

function parseLine(line: string, where: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    throw new UsageError(`${where}: ${(error as Error).message}`, 'Facts are written by --save-facts FILE');
  }
}
