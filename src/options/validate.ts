/**
 * Reading and checking of outside documents. In: a file or a value and a schema. Out: the checked value, or a UsageError
 * that names the input, the place in it and what is wrong there.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { CONFIGURATION_BYTES } from '../limits.ts';
import { faultOf } from '../pipeline/collect/file-tree.ts';
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

/** The same for the options of a command, keyed in camel case as commander hands them over. */
export function validateOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const checked = schema.safeParse(options);
  if (checked.success) return checked.data;
  const [first] = checked.error.issues;
  const [option = '', ...path] = first?.path ?? [];
  const { message, hint } = wordsOf({ ...first, path } as z.core.$ZodIssue, schema);
  throw new UsageError(`${optionOf(String(option))}: ${message}`, hint);
}

/** `--fail-on` for `failOn`. */
export function optionOf(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A word of a closed set, with the nearest known one when it is mistyped. */
export function oneOf<Word extends string>(kind: string, known: readonly Word[]) {
  return z.string().transform((word, context): Word => {
    const found = known.find((each) => each === word);
    if (found !== undefined) return found;
    const meant = nearest(word, known);
    const tail = meant === null ? `known: ${known.join(', ')}` : `did you mean ${meant}?`;
    context.addIssue({
      code: 'custom',
      message: `${word === '' ? `names no ${kind}` : `unknown ${kind} ${word}`}; ${tail}`,
    });
    return z.NEVER;
  });
}

/** A whole number from 1, as a word. */
export function countUpTo(most: number) {
  const words = `not a whole number from 1 to ${most}`;
  return z.coerce.number({ error: words }).int(words).min(1, words).max(most, words);
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
    const { code, detail } = faultOf(error);
    if (code === 'absent') throw new UsageError(`No such file: ${path}`, `It was named as the ${what}`);
    throw new UsageError(`Cannot read the ${what} ${path}: ${detail}`);
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
    return parse(text, { maxAliasCount: 100, logLevel: 'error' });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new UsageError(`The ${what} ${path} cannot be parsed: ${line}`);
  }
}
