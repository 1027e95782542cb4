/**
 * Statements. In: a node and the names in scope. Out: how it ended. A branch that is decided marks the other side dead;
 * a branch the page decides runs both ways. Loops stand in `loops.ts`.
 */

import type { Node } from '../../syntax/tree.ts';
import { keyText } from '../../syntax/tree.ts';
import type { Completion } from '../machine/completions.ts';
import { endOf, isEndless, Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { childEnv } from '../names/environments.ts';
import { declaredNames } from '../names/modules.ts';
import { lookup } from '../names/names.ts';
import { object } from '../values/objects.ts';
import type { Value } from '../values/values.ts';
import { doubtOf, prim, text, truth, UNDEFINED } from '../values/values.ts';
import { turnedOut } from './choose.ts';
import { makeClass } from './classes.ts';
import { markDead } from './dead-code.ts';
import { loop } from './loops.ts';
import { declare } from './patterns.ts';
import { switchStatement } from './switch.ts';
import { tryStatement } from './try.ts';

export function executeStatement(machine: Machine, node: Node, env: Env): Completion {
  machine.tick();
  switch (node.type) {
    case 'ExpressionStatement':
      machine.evaluate(node.expression, env);
      return null;
    case 'VariableDeclaration':
      variables(machine, node, env);
      return null;
    case 'BlockStatement':
      return machine.block(node.body, childEnv(machine, node, env));
    case 'IfStatement':
      return ifStatement(machine, node, env);
    case 'ReturnStatement':
      return { kind: 'return', label: '', value: node.argument ? machine.evaluate(node.argument, env) : UNDEFINED };
    case 'ThrowStatement':
      throw new Thrown(machine.evaluate(node.argument!, env));
    case 'BreakStatement':
    case 'ContinueStatement':
      return {
        kind: node.type === 'BreakStatement' ? 'break' : 'continue',
        label: node.label?.name ?? '',
        value: UNDEFINED,
      };
    case 'TryStatement':
      return tryStatement(machine, node, env);
    case 'SwitchStatement':
      return switchStatement(machine, node, childEnv(machine, node, env));
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return loop(machine, node, env, '');
    case 'LabeledStatement':
      return labelled(machine, node, env);
    case 'ClassDeclaration':
      if (node.id) declare(machine, env, node.id.name, makeClass(machine, node, env), 'own');
      return null;
    case 'ExportNamedDeclaration':
      return node.declaration ? machine.execute(node.declaration, env) : null;
    case 'ExportDefaultDeclaration':
      exportDefault(machine, node, env);
      return null;
    case 'TSEnumDeclaration':
      enumeration(machine, node, env);
      return null;
    case 'TSModuleDeclaration':
      return namespaceOf(machine, node, env);
    case 'WithStatement':
      machine.evaluate(node.object, env);
      return machine.execute(node.body, env);
    default:
      return null;
  }
}

/** `namespace A { export const x = 1 }`: its names are in scope, and members of an object. */
function namespaceOf(machine: Machine, node: Node, env: Env): Completion {
  if (!node.body) return null;
  const inner = node.body.type === 'TSModuleDeclaration' ? [node.body] : (node.body.body as readonly Node[]);
  const ended = machine.block(inner, env);
  const made = machine.plain();
  for (const statement of inner) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    for (const name of declaredNames(declaration)) made.props.set(name, { v: lookup(machine, name, env, statement) });
  }
  if (node.id?.name) declare(machine, env, node.id.name, made, 'own');
  return ended;
}

function exportDefault(machine: Machine, node: Node, env: Env): void {
  const value = defaultExport(machine, node.declaration!, env);
  declare(machine, env, '*default*', value, 'own');
  for (const tell of machine.exported) tell(value, node);
}

function defaultExport(machine: Machine, node: Node, env: Env): Value {
  if (node.type === 'FunctionDeclaration')
    return node.id ? lookup(machine, node.id.name, env, node) : machine.makeFunction(node, env, null);
  if (node.type === 'ClassDeclaration') {
    const made = makeClass(machine, node, env);
    if (node.id) declare(machine, env, node.id.name, made, 'own');
    return made;
  }
  return machine.evaluate(node, env);
}

/** Functions that are declared in a block are there before its statements run. */
function hoist(machine: Machine, statements: readonly Node[], env: Env): void {
  for (const statement of statements) {
    const declared =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (declared?.type === 'FunctionDeclaration' && declared.id && declared.body) hoistOne(machine, declared, env);
  }
}

function hoistOne(machine: Machine, node: Node, env: Env): void {
  const known = env.vars.get(node.id!.name);
  const value = machine.makeFunction(node, env, null);
  if (known) machine.heap.set(known, value, env);
  else env.vars.set(node.id!.name, { v: value, stale: false });
}

/** Statements in order; after one that leaves for sure, the rest is dead. */
export function executeBlock(machine: Machine, statements: readonly Node[], env: Env): Completion {
  hoist(machine, statements, env);
  for (let index = 0; index < statements.length; index += 1) {
    const statement = statements[index]!;
    let ended: Completion;
    try {
      ended = machine.execute(statement, env);
    } catch (error) {
      if (error instanceof Thrown && !isEndless(error)) markRest(machine, statements, index + 1);
      throw error;
    }
    if (ended) {
      markRest(machine, statements, index + 1);
      return ended;
    }
  }
  return null;
}

function markRest(machine: Machine, statements: readonly Node[], from: number): void {
  for (let index = from; index < statements.length; index += 1)
    if (statements[index]!.type !== 'FunctionDeclaration') markDead(machine, statements[index]!);
}

function variables(machine: Machine, node: Node, env: Env): void {
  if (node.declare) return;
  const kind = node.kind === 'var' ? 'var' : 'own';
  for (const declarator of node.declarations) {
    if (declarator.init) machine.bind(declarator.id!, machine.evaluate(declarator.init, env), env, kind);
    else if (kind !== 'var' && declarator.id!.type === 'Identifier')
      declare(machine, env, declarator.id!.name, UNDEFINED, kind);
  }
}

function ifStatement(machine: Machine, node: Node, env: Env): Completion {
  let at: Node = node;
  for (;;) {
    const condition = machine.evaluate(at.test!, env);
    const known = truth(condition);
    if (known === null) return eitherBranch(machine, condition, at, env);
    if (known) {
      markDead(machine, at.alternate);
      return machine.execute(at.consequent, env);
    }
    markDead(machine, at.consequent);
    if (!at.alternate) return null;
    if (at.alternate.type !== 'IfStatement') return machine.execute(at.alternate, env);
    at = at.alternate;
  }
}

function eitherBranch(machine: Machine, condition: Value, node: Node, env: Env): Completion {
  const sides = machine.branches.fork<null>(
    doubtOf(condition),
    () => turnedOut(machine, condition, true, () => machine.execute(node.consequent, env)),
    () => turnedOut(machine, condition, false, () => (node.alternate ? machine.execute(node.alternate, env) : null)),
  );
  return endOf(sides);
}

function labelled(machine: Machine, node: Node, env: Env): Completion {
  const label = node.label!.name;
  const from = machine.branches.count;
  const mask = machine.mask;
  const isLoop = /^(?:For|While|DoWhile)/.test(node.body.type);
  const ended = isLoop ? loop(machine, node.body, env, label) : machine.execute(node.body, env);
  machine.branches.collect(from, mask, (exit) => exit.kind === 'break' && exit.label === label);
  return ended?.kind === 'break' && ended.label === label ? null : ended;
}

function enumeration(machine: Machine, node: Node, env: Env): void {
  const members = node.members ?? (node.body as unknown as { readonly members: readonly Node[] }).members;
  let next = 0;
  const made = object({ kind: 'plain' });
  for (const member of members) {
    const value = member.initializer ? machine.evaluate(member.initializer, env) : prim(next);
    if (value.t === 'prim' && typeof value.v === 'number') {
      next = value.v + 1;
      made.props.set(String(value.v), { v: text(keyText(member.id!)) });
    }
    made.props.set(keyText(member.id!), { v: value });
  }
  declare(machine, env, node.id!.name, made, 'own');
}
