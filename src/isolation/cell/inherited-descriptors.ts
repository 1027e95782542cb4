/**
 * Descriptors that every child of this process would inherit, though nobody gave them to it: whoever started us left them
 * open. In: nothing. Out: their numbers, the three streams not counted; none where there is no /proc. Source: proc(5),
 * open(2) for the flag.
 */
import { readdirSync } from 'node:fs';
import { textOf } from '../process-tree.ts';

const CLOSE_ON_EXEC = 0o2000000;

let known: readonly number[] | null = null;

/** Looked for once: what this process opens itself is closed in its children. */
export function inheritedDescriptors(): readonly number[] {
  known ??= find();
  return known;
}

function find(): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
  return names.map(Number).filter((number) => number > 2 && isInherited(number));
}

function isInherited(number: number): boolean {
  const flags = /^flags:\s*([0-7]+)/m.exec(textOf(`/proc/self/fdinfo/${number}`) ?? '')?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
}
