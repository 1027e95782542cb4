/**
 * The shape of a report, schema version 1. In: nothing. Out: a zod schema whose JSON Schema is published in
 * `docs/report.schema.json`. Closed where the report is ours; evidence carries facts that depend on its code.
 */
import { z } from 'zod';
import type { Report } from '../model.ts';
import {
  ACTION_KINDS,
  CHANNELS,
  LABELS,
  LOST_CONSEQUENCES,
  OUTCOMES,
  PERCEPTION_KINDS,
  REACHES,
  REPLIES,
  RULES,
  STAGES,
  SUSPECT_CONSEQUENCES,
} from '../model.ts';

const line = z.int().min(1);
const path = z.string().describe('Relative to the working directory, with slashes; or absolute.');
const label = z.enum(LABELS).meta({ id: 'label' });
const confidence = z.enum(['high', 'low']).describe('low: only the source says so, or the page was repaired to run.');
const outcome = z.enum(OUTCOMES).meta({ id: 'outcome' });
const consequence = z.enum([...LOST_CONSEQUENCES, ...SUSPECT_CONSEQUENCES]).meta({ id: 'consequence' });
const rule = z.enum(RULES);
const place = z.strictObject({ path, line, column: line }).meta({ id: 'place' });
const endpoint = z
  .strictObject({
    method: z.string(),
    url: z.string().describe('`{…}` stands for what only the running page knows.'),
    reach: z.enum(REACHES),
  })
  .meta({ id: 'endpoint' });
const channel = z.enum(CHANNELS).meta({ id: 'channel' });
const actionKind = z.enum(ACTION_KINDS).meta({ id: 'actionKind' });
const step = z.int().min(0).describe('0 is the load of the page.');
const milliseconds = z.number().min(0);
const suppressed = z.strictObject({ by: z.enum(['comment', 'baseline']), reason: z.string() }).optional();
const perceived = z
  .strictObject({
    at: milliseconds.describe('Virtual milliseconds since the page opened.'),
    step,
    kind: z.enum(PERCEPTION_KINDS),
    where: z.string(),
    text: z.string(),
    before: z.string().optional(),
  })
  .meta({ id: 'perceived' });
const element = z
  .strictObject({
    tag: z.string(),
    id: z.string().optional(),
    name: z.string().optional(),
    className: z.string().optional(),
    selector: z.string().optional(),
  })
  .meta({ id: 'element' });

const evidence = z
  .looseObject({
    code: z.string().regex(/^[a-z][a-z0-9-]*$/),
    host: z.string().optional(),
    writeBack: z.int().min(0).optional(),
  })
  .describe('One coded fact; `writeBack` is an index into `writeBacks`. Each code has a page in docs/evidence/.')
  .meta({ id: 'evidence' });

const writeBack = z
  .strictObject({
    endpoint,
    channel,
    outcome,
    label,
    confidence,
    seen: z.enum(['source', 'driven', 'both']),
    source: place.optional(),
    consequence: consequence.optional(),
    action: z.strictObject({ kind: actionKind, on: z.string(), name: z.string(), step }).optional(),
    carries: z.array(z.string()).describe('Names of the controls whose values the request carried.'),
    byHost: z.record(z.string(), outcome),
    shown: z
      .strictObject({
        host: z.string(),
        sent: z.string(),
        refused: z.array(perceived),
        accepted: z.array(perceived),
        omitted: z.int().min(1).optional(),
      })
      .optional(),
    suppressed,
  })
  .meta({ id: 'writeBack' });

const verdict = z
  .strictObject({
    artifact: path,
    sha256: z.string(),
    label,
    confidence,
    hosts: z.array(z.strictObject({ host: z.string(), label })),
    writeBacks: z.array(writeBack).describe('Worst first.'),
    evidence: z.array(evidence),
    repairs: z.array(
      z.strictObject({
        kind: z.enum(['undefined-global', 'placeholder', 'missing-script']),
        name: z.string(),
        touched: z.boolean(),
      }),
    ),
    trace: z.array(z.strictObject({ step, kind: actionKind, on: element, name: z.string(), at: milliseconds })),
    change: z.enum(['added', 'modified']).optional().describe('Set where only changes were judged.'),
    drives: z.int().min(0),
    durationMs: milliseconds,
  })
  .meta({ id: 'verdict' });

const finding = z
  .strictObject({
    rule,
    severity: z.enum(['error', 'advisory']),
    path,
    line,
    column: line,
    message: z.string(),
    consequence,
    endpoint,
    proof: z
      .strictObject({
        line,
        column: line,
        kind: z.string(),
        name: z.string(),
        text: z.string(),
        replies: z.array(z.enum(REPLIES)),
      })
      .optional(),
    suppressed,
  })
  .meta({ id: 'finding' });

const failure = z
  .strictObject({
    stage: z.enum(STAGES),
    code: z.string(),
    path,
    line: line.optional(),
    column: line.optional(),
    detail: z.string(),
    candidate: z.boolean().describe('What was not looked at holds, or may hold, a write-back.'),
    library: z
      .boolean()
      .optional()
      .describe('Text that a library runs as code: no doubt about a page driven to its end.'),
  })
  .meta({ id: 'failure' });

const count = z.int().min(0);

const sandbox = z
  .strictObject({
    tier: z.string(),
    proven: count.describe('Walls the tier claims and proved.'),
    missing: z.array(z.string()).describe('Walls of the strongest tier that this one did not prove.'),
    testedAt: z.string().nullable(),
    node: z.string(),
    flagsSha256: z.string().nullable().describe('Of the flags that Node starts with behind the walls.'),
  })
  .meta({ id: 'sandbox' });

const reportSchema = z
  .strictObject({
    schemaVersion: z.literal(1),
    tool: z.literal('savecheck'),
    version: z.string(),
    engine: z.strictObject({ name: z.string(), version: z.string() }),
    isolation: z.string(),
    sandbox: sandbox.optional(),
    hosts: z.array(z.string()),
    startedAt: z.string(),
    durationMs: milliseconds,
    partial: z.boolean().describe('The run was interrupted.'),
    summary: z.strictObject({ lost: count, inconclusive: count, suspect: count, clean: count, failures: count }),
    verdicts: z.array(verdict),
    findings: z.array(finding),
    failures: z.array(failure),
    scanned: z.array(path),
    unscanned: z.array(z.strictObject({ path, reason: z.string() })),
    notes: z.array(z.string()),
  })
  .describe('A savecheck report.') satisfies z.ZodType<Report>;

/** The published JSON Schema, draft 2020-12. */
export function reportJsonSchema(): object {
  const schema = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' });
  return { ...schema, title: 'savecheck report' };
}
