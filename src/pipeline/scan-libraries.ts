/**
 * A library's own file among the code of a page. In: a unit and its program. Out: whether it is the distribution of a
 * library that a primitive models, and nothing else: then the model stands for it, and the file is not run.
 */
import type { CodeUnit } from '../contracts.ts';
import type { Primitive } from '../interpreter/contract.ts';
import type { Node } from '../syntax/tree.ts';

/** Where a distribution names itself. */
const HEAD = 1_000;

/**
 * A distribution is one statement round everything; code of the page's own behind it is a further statement, and the
 * whole is then run.
 */
export function isModelledLibrary(unit: CodeUnit, program: Node, primitives: readonly Primitive[]): boolean {
  if (unit.role !== 'script') return false;
  const head = unit.code.text.slice(0, HEAD);
  if (!primitives.some(({ library }) => library?.test(head))) return false;
  return statementsOf(program).length === 1;
}

function statementsOf(program: Node): readonly Node[] {
  const body = program.body as readonly Node[];
  return body.filter((node) => node.type !== 'EmptyStatement');
}
