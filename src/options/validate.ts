/**
 * Reading and checking of outside documents. In: a file or a value and a schema. Out: the checked value, or a UsageError
 * that names the input, the place in it and what is wrong there.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { z } from 'zod';
import { CONFIGURATION_BYTES } from '../limits.ts';
import { nearest, UsageError } from '../usage-error.ts';

/** Checks `value` against `schema`. `input` is what the person knows it by: an option, a file. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, input: string): z.output<Schema> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [first] = checked.error.issues;
  const more = checked.error.issues.length - 1;
  const { message, hint } = first ? wordsOf(first, schema) : { message: 'not valid', hint: undefined };
  throw new UsageError(`${input}: ${message}${more > 0 ? ` (and ${more} more)` : ''}`, hint);
}

function wordsOf(issue: z.core.$ZodIssue, schema: z.ZodType): { message: string; hint: string | undefined } {
  // A word of a list stands in the message itself.
  const steps = typeof issue.path.at(-1) === 'number' && issue.code === 'custom' ? issue.path.slice(0, -1) : issue.path;
  const place = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  const at = place === '' ? '' : `${place.replace(/^\./, '')}: `;
  if (issue.code !== 'unrecognized_keys') return { message: `${at}${issue.message}`, hint: undefined };
  const [key = ''] = issue.keys;
  const known = issue.path.length === 0 && 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const meant = nearest(key, known);
  const list = known.length === 0 ? undefined : `Known: ${known.join(', ')}`;
  return { message: `${at}unknown key ${key}`, hint: meant === null ? list : `Did you mean ${meant}?` };
}

/** The text of a file that configures a run. `what` names its role: "manifest", "baseline". */
export function readText(path: string, what: string): string {
  try {
    const { size } = statSync(path);
    if (size > CONFIGURATION_BYTES)
      throw new UsageError(`The ${what} ${path} holds ${size} bytes; at most ${CONFIGURATION_BYTES} are read`);
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`No such file: ${path}`, `It was named as the ${what}`);
    if (typeof code !== 'string') throw error;
    throw new UsageError(`Cannot read the ${what} ${path}: ${code}`);
  }
}

/** Parses and checks a JSON document, or a YAML one when the name ends in `.yaml` or `.yml`. */
export function readDocument<Schema extends z.ZodType>(schema: Schema, path: string, what: string): z.output<Schema> {
  return validate(schema, parseDocument(readText(path, what), path, what), `${what} ${path}`);
}

/** Few runs are given YAML: what reads it, a tenth of what a scan loads, is loaded for them alone. */
const load = createRequire(import.meta.url);

/** YAML is read with its core schema only: no tags that make objects, and a bounded number of aliases. */
export function parseDocument(text: string, path: string, what: string): unknown {
  try {
    if (!/\.ya?ml$/i.test(path)) return JSON.parse(text);
    const { parse } = load('yaml') as typeof import('yaml');
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new UsageError(`The ${what} ${path} cannot be parsed: ${line}`);
  }
}
