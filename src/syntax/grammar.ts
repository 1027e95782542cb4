/**
 * One attempt to parse a text under one grammar. In: text, dialect, source type, what is allowed outside functions.
 * Out: a program, or where and why it stopped. Early errors that leave the tree whole (a name declared twice) are let pass:
 * a generator writes both branches of a condition into one text.
 */

import { tsPlugin } from '@sveltejs/acorn-typescript';
import type { Options, Program } from 'acorn';
import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import type { Dialect } from '../contracts.ts';

export type Goal = 'script' | 'module' | 'body' | 'expression';

export type Attempt =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly at: number; readonly message: string; readonly stack: boolean };

/** A node that the parser is about to finish. */
type Unfinished = Record<string, readonly object[]>;

/** The lists that nodes hold. The parser leaves room in them for more, a fourth of a tree, which nothing is ever put into. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['CallExpression', 'arguments'],
  ['NewExpression', 'arguments'],
  ['BlockStatement', 'body'],
  ['ObjectExpression', 'properties'],
  ['VariableDeclaration', 'declarations'],
  ['TemplateLiteral', 'quasis'],
]);

function lenient(base: typeof Parser): typeof Parser {
  const finish = Reflect.get(base.prototype, 'finishNode') as (node: Unfinished, type: string) => Unfinished;
  return class extends base {
    raiseRecoverable(): void {}

    finishNode(node: Unfinished, type: string): Unfinished {
      const list = LISTS.get(type);
      if (list !== undefined) node[list] = node[list]!.slice();
      return finish.call(this, node, type);
    }
  };
}

const PARSERS: Readonly<Record<Dialect, typeof Parser>> = {
  js: Parser.extend(lenient),
  jsx: Parser.extend(jsx(), lenient),
  ts: Parser.extend(tsPlugin(), lenient),
  tsx: Parser.extend(tsPlugin({ jsx: {} }), lenient),
};

/** Never throws: a text too deep for the stack is an attempt with `stack` set. */
export function attempt(text: string, dialect: Dialect, goal: Goal): Attempt {
  try {
    return { ok: true, program: parseAs(text, dialect, goal) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, at: 0, message: error.message, stack: true };
    if (!(error instanceof SyntaxError)) throw error;
    const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
    return { ok: false, at, message: error.message, stack: error.message.startsWith('Not enough stack space') };
  }
}

function parseAs(text: string, dialect: Dialect, goal: Goal): Program {
  const parser = PARSERS[dialect];
  const options = optionsFor(dialect, goal);
  if (goal !== 'expression') return parser.parse(text, options);
  const expression = parser.parseExpressionAt(text, 0, options);
  const rest = /\S/.exec(text.slice(expression.end));
  if (rest) {
    const at = expression.end + rest.index;
    throw Object.assign(new SyntaxError(`Unexpected text after an expression (${at})`), { pos: at });
  }
  const { start, end } = expression;
  const statement = { type: 'ExpressionStatement' as const, start, end, expression };
  return { type: 'Program', start: 0, end: text.length, body: [statement], sourceType: 'script' };
}

function optionsFor(dialect: Dialect, goal: Goal): Options {
  const inFunction = goal === 'body' || goal === 'expression';
  return {
    ecmaVersion: 'latest',
    sourceType: goal === 'module' ? 'module' : 'script',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: inFunction || goal === 'module',
    allowSuperOutsideMethod: true,
    allowHashBang: true,
    checkPrivateFields: false,
    locations: dialect === 'ts' || dialect === 'tsx',
  };
}
