/**
 * The baseline: what was known and accepted when it was written. `savecheck baseline` writes it, `--baseline` reads it.
 * Entries carry no line numbers, so that they survive edits elsewhere in a file; `count` equal ones may occur.
 */
import { z } from 'zod';
import { RULES } from '../model.ts';
import { readDocument } from './validate.ts';

const entry = z.object({
  path: z.string().min(1),
  /** What is accepted: a finding of this rule, or a driven write-back that counts like one. */
  rule: z.enum(RULES),
  method: z.string(),
  url: z.string(),
  count: z.int().positive(),
  reason: z.string().optional(),
});

const baselineSchema = z.object({
  schemaVersion: z.literal(1, { error: 'not a baseline of schema version 1' }),
  tool: z.literal('savecheck'),
  entries: z.array(entry),
});

export type Baseline = z.output<typeof baselineSchema>;
export type BaselineEntry = Baseline['entries'][number];

/** Throws a UsageError when the file is missing or is no baseline. */
export function readBaseline(path: string): Baseline {
  return readDocument(baselineSchema, path, 'baseline');
}
