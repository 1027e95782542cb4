/**
 * Code in an attribute. In: its program and the names in its scope. Out: nothing; whether it stops its event is noted in the facts
 * of the event.
 */

import { Thrown } from './completions.ts';
import type { EventFacts } from './events.ts';
import { prevent } from './events.ts';
import type { Run } from './run.ts';
import type { Env } from './scopes.ts';
import type { Node } from './tree.ts';
import type { Obj, Value } from './values.ts';
import { alternatives, taintOf, UNDEFINED, UNK } from './values.ts';

/** Runs it with the event in scope; what it returns may stop the event. */
export function runAttribute(
  run: Run,
  program: Node,
  env: Env,
  event: Obj,
  facts: EventFacts,
  attribute: string,
): void {
  const statements = program.body as readonly Node[];
  const only = statements.length === 1 && statements[0]!.type === 'ExpressionStatement' ? statements[0]! : null;
  try {
    if (only) {
      // Vue and Alpine call a bare name; so does Svelte-like markup.
      const value = run.evaluate(only.expression, env);
      if (!attribute.startsWith('on') && value.t === 'obj' && value.closure) run.call(value, UNDEFINED, [event], only);
      return;
    }
    const ended = run.block(statements, env);
    const exits = run.branches.take(0, (exit) => exit.kind === 'return').map((exit) => exit.value);
    const returned = [...(ended?.kind === 'return' ? [ended.value] : []), ...exits];
    if (attribute.startsWith('on')) returnedFrom(run, returned, facts);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
  }
}

/** Only `false` itself stops an event; nothing returned does not. */
export function isFalse(value: Value): boolean {
  return value.t === 'prim' && value.v === false;
}

/** The event that an attribute names. */
export function eventOf(attribute: string): string {
  return attribute.replace(/^(?:on|@|x-on:|v-on:|\()/, '').replace(/[.)].*$/, '');
}

function returnedFrom(run: Run, values: readonly Value[], facts: EventFacts): void {
  if (values.length === 0) return;
  const options = values.flatMap((value) => [...alternatives(value)]);
  if (options.every(isFalse)) prevent(run, facts);
  else if (
    options.some((option) => option.t === 'top' && ((taintOf(option) & UNK) !== 0 || option.path.endsWith('()')))
  )
    facts.prevented ??= 'may';
}
