/**
 * Code in an attribute: a handler, `x-data`. In: its unit. Out: for a handler, an entry, and whether it stops its event; for a
 * component, the state that handlers of the page see.
 */

import type { Node } from '../../syntax/tree.ts';
import { adoptState } from '../browser/component-state.ts';
import type { EventFacts } from '../browser/events.ts';
import { eventObject, isFalse, prevent } from '../browser/events.ts';
import { Thrown } from '../machine/completions.ts';
import type { Env } from '../machine/scopes.ts';
import { namedIn, reachesSender } from '../machine/senders.ts';
import { frameOf, namesOf } from '../names/environments.ts';
import { isComponent } from '../trees/program-facts.ts';
import { isCallable } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, taintOf, UNDEFINED, UNK } from '../values/values.ts';
import { answeredKeys, follow } from './answered.ts';
import type { EntryRunner } from './entry-runner.ts';
import { guarded } from './guarded.ts';
import type { Programs } from './programs.ts';
import type { Run } from './run.ts';

/** Code in an attribute: the body of a handler, with the event and the component's state in scope. */
export function runAttribute(entries: EntryRunner, programs: Programs, index: number): void {
  const { run } = entries;
  const { unit, program } = run.facts.units[index]!;
  const attribute = unit.attribute ?? '';
  if (entries.isSkipped(program) || isComponent(unit)) return;
  const isForm = entries.hasForms && /submit|click/.test(attribute);
  const answers = answeredKeys(run, attribute, unit.element);
  if (!isForm && answers.length === 0 && !mentionsSender(run, index, programs.globalEnv())) return;
  const facts: EventFacts = { prevented: /\.prevent\b/.test(attribute) ? 'must' : null };
  const wrote = run.activations.during(program, () =>
    entries.enter(0, index, () => {
      run.unit = index;
      const event = eventObject(run, unit.element, facts);
      follow(run, event, answers);
      runHandler(run, program, handlerEnv(run, programs, index, event), event, facts, attribute);
    }),
  );
  entries.listeners.push({
    element: unit.element,
    event: eventOf(attribute),
    prevented: facts.prevented,
    stopped: facts.stopped,
  });
  entries.note(program, wrote || answers.length > 0);
}

function handlerEnv(run: Run, programs: Programs, index: number, event: Obj): Env {
  const { program } = run.facts.units[index]!;
  const element = event.props.get('currentTarget')!.v!;
  const env: Env = {
    vars: namesOf(run.facts.scopeOf(program)),
    parent: { ...programs.globalEnv(), scopeObject: run.scope },
    frame: frameOf(run, element),
    unit: index,
    scopeObject: null,
    serial: 0,
  };
  for (const name of ['event', '$event']) env.vars.set(name, { v: event, stale: false });
  env.vars.set('$el', { v: element, stale: false });
  return env;
}

function mentionsSender(run: Run, index: number, global: Env): boolean {
  const facts = run.facts.facts[index]!;
  if (facts.sinks.length > 0) return true;
  for (const name of facts.mentions.keys()) if (run.facts.relevantNames.has(name)) return true;
  return reachesSender(run, namedIn(facts.mentions.keys(), { ...global, scopeObject: run.scope }));
}

/** Runs it with the event in scope; what it returns may stop the event. */
function runHandler(run: Run, program: Node, env: Env, event: Obj, facts: EventFacts, attribute: string): void {
  const statements = program.body as readonly Node[];
  const only = statements.length === 1 && statements[0]!.type === 'ExpressionStatement' ? statements[0]! : null;
  try {
    if (only) {
      // Vue and Alpine call a bare name; so does Svelte-like markup.
      const value = run.evaluate(only.expression, env);
      if (!attribute.startsWith('on') && isCallable(value)) run.call(value, UNDEFINED, [event], only);
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

/** The event that an attribute names. */
function eventOf(attribute: string): string {
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

/** `x-data`, `v-scope`: the state that handlers of the page see. */
export function runComponent(run: Run, programs: Programs, index: number): void {
  const { unit, program } = run.facts.units[index]!;
  if (!isComponent(unit)) return;
  guarded(run, index, false, () => {
    run.unit = index;
    const first = (program.body as readonly Node[])[0];
    if (first?.type !== 'ExpressionStatement') return;
    const env: Env = { ...programs.globalEnv(), unit: index, scopeObject: run.scope };
    let value = run.evaluate(first.expression, env);
    if (value.t === 'obj' && value.closure) value = run.call(value, UNDEFINED, [], first);
    adoptState(run.scope, value);
    const start = run.scope.props.get('init')?.v;
    if (start && value.t === 'obj') run.listen({ fn: start, kind: 'event', self: run.scope });
  });
}
