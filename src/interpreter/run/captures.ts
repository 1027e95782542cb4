/**
 * What a closure sees of the activations it was made in. In: a function. Out: texts by which two closures of one function are alike: the
 * coarse one tells addresses, methods and flags apart, the fine one short words as well. What all closures share is left out.
 */

import type { Env } from '../machine/scopes.ts';
import type { ProgramFacts } from '../trees/program-facts.ts';
import type { Obj, Value } from '../values/values.ts';
import { exact } from '../values/values.ts';

export interface Captures {
  readonly coarse: string;
  readonly fine: string;
}

const ORIGIN = /^(?:[a-z][\w+.-]*:)?\/\/[^/?#]*/i;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i;
/** Words that may be compared with: a mode, an action, a state. */
const WORD = /^[\w-]{1,16}$/;
/** Properties of a record that are looked at. */
const PROPERTIES = 12;

export function capturesOf(facts: ProgramFacts, fn: Obj): Captures {
  const coarse: string[] = [];
  const fine: string[] = [];
  note(facts, fn, { coarse, fine }, 0);
  return { coarse: coarse.join(), fine: fine.join() };
}

interface Notes {
  readonly coarse: string[];
  readonly fine: string[];
}

function note(facts: ProgramFacts, fn: Obj, notes: Notes, depth: number): void {
  const { closure } = fn;
  if (!closure) return;
  for (const name of facts.functions.get(closure.node)?.facts.mentions ?? []) {
    const value = captured(closure.env as Env, name);
    if (value) describe(facts, value, notes, depth);
  }
}

/** Of an activation of a function; a program has one scope for all. */
function captured(env: Env, name: string): Value | undefined {
  for (let at: Env | null = env; at?.frame.node; at = at.parent) {
    const binding = at.vars.get(name);
    if (binding) return binding.v;
  }
  return undefined;
}

function describe(facts: ProgramFacts, value: Value, notes: Notes, depth: number): void {
  if (value.t === 'prim') {
    const kind = typeof value.v === 'number' && value.v !== 0 ? 'n' : String(value.v);
    notes.coarse.push(kind);
    notes.fine.push(kind);
  } else if (value.t === 'str') ofText(exact(value) ?? '\u2026', notes);
  else if (value.t !== 'obj') notes.coarse.push(value.t);
  else if (value.closure) {
    notes.coarse.push(String(value.closure.node.start));
    if (depth < 1) note(facts, value, notes, depth + 1);
  } else if (value.kind === 'plain' && depth < 1) {
    let left = PROPERTIES;
    for (const [, { v }] of value.props) if (v && left-- > 0) describe(facts, v, notes, depth + 1);
  }
}

function ofText(text: string, { coarse, fine }: Notes): void {
  coarse.push(
    ORIGIN.exec(text)?.[0] ??
      (METHOD.test(text) ? text.toUpperCase() : text.startsWith('/') ? '/' : text ? 'word' : ''),
  );
  if (WORD.test(text)) fine.push(text.replace(/\d+/g, '#'));
}
