/**
 * Documents within documents. In: the programs of one source. Out: the names that a script may set on the window around its own.
 */
import { factsOf } from './facts.ts';
import { Origins } from './origins.ts';
import type { ProgramUnit } from './program-facts.ts';

const LOOKS_OUT = /\b(?:parent|top|opener|frameElement)\b/;

/** One document alone has none around it. */
export function setOutside(programs: readonly { readonly units: readonly ProgramUnit[] }[]): readonly string[] {
  if (programs.length < 2) return [];
  const units = programs.flatMap((program) => program.units).filter(({ unit }) => LOOKS_OUT.test(unit.code.text));
  return units.flatMap(({ program }) => factsOf(program, false, new Origins()).changes.globals);
}
