/**
 * Which strings of a JavaScript program may be pages or fragments. In: the program's unit and tree.
 * Out: the chosen texts, and whether they were all that could be read.
 */
import type { CodeUnit, MappedText } from '../../contracts.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { chooseTexts } from '../strings/choose.ts';
import type { Value } from '../strings/values.ts';
import { readBindings } from './bindings.ts';
import { JsEvaluator } from './evaluate.ts';

export interface ProgramTexts {
  readonly texts: readonly MappedText[];
  /** Not every literal was read: the purse was empty, or the texts together grew too large. */
  readonly capped: boolean;
}

const TAG =
  /<!|<\/?(?:[abp]|body|button|div|form|h\d|head|html|i\w+|label|li|sc\w*|se\w+|sp\w+|st\w+|sv\w+|t\w+|[ou]l)\b|<[a-z][\w-]*\s[^<>]{0,400}=/i;

export function programTexts(unit: CodeUnit, program: SyntaxNode): ProgramTexts {
  const scopes = readBindings(program);
  // A tag outside every literal is one in a comment.
  if (!scopes.literals.some(({ node }) => TAG.test(unit.code.text.slice(node.start, node.end))))
    return { texts: [], capped: false };
  const evaluator = new JsEvaluator(unit.code, scopes);
  const { texts, capped } = chooseTexts(candidates(evaluator), literals(evaluator));
  return { texts: texts.map((value) => value.text), capped: capped || evaluator.spent };
}

function* candidates(evaluator: JsEvaluator): Generator<Value> {
  for (const { node, scope } of evaluator.scopes.places) yield evaluator.valueAt(node, scope);
  for (const scope of evaluator.scopes.all) {
    for (const [name, events] of scope.events) {
      if (!events.some((event) => event.op === 'add' || event.op === 'append')) continue;
      const frame = { scope, bound: null, depth: 0 };
      yield evaluator.grown(name, frame);
    }
  }
}

function* literals(evaluator: JsEvaluator): Generator<Value> {
  for (const { node, scope } of evaluator.scopes.literals)
    yield evaluator.spent ? evaluator.literalAlone(node) : evaluator.valueAt(node, scope);
}
