/**
 * What one tree says before it runs: syntactic sinks, hoisted names, names that other functions assign, and which
 * functions can reach a sink by name. In: a program. Out: facts by node. Linear in the tree.
 */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Node } from '../../syntax/tree.ts';
import { isFunction } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { AssignedNames } from './assigned-names.ts';
import { boundNames, namesOf } from './bound-names.ts';
import { Changes } from './changes.ts';
import type { FunctionFacts } from './function-facts.ts';
import { functionFacts, markRelevant } from './function-facts.ts';
import type { Mention } from './mentions.ts';
import { Mentions } from './mentions.ts';
import type { Origins } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { added, NONE } from './scope-facts.ts';
import { isSeed } from './seeds.ts';
import { isSink } from './sinks.ts';
import { TextsThatAssign } from './texts-that-assign.ts';

export interface Facts {
  readonly sinks: readonly Node[];
  readonly scopes: readonly ScopeFacts[];
  readonly functions: readonly FunctionFacts[];
  /** Where a name is mentioned. */
  readonly mentions: ReadonlyMap<string, Mention[]>;
  /** Names that hold something that can send: `const post = axios.post`. */
  readonly seedNames: ReadonlySet<string>;
  /** Names assigned without a declaration in this tree, by a function or by the program. */
  readonly freeAssignments: ReadonlySet<string>;
  /** What its handlers and functions change in place. */
  readonly changes: Changes;
  /** Texts that may be run, and give names a value. */
  readonly codeTexts: readonly string[];
  /** Whether functions within another one mention a name. */
  isShared(name: string, owner: Node): boolean;
}

const SCOPES: ReadonlySet<string> = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'CatchClause',
  'SwitchStatement',
  'StaticBlock',
]);

/** Most nodes: they change, declare and call nothing. */
const NAMES_ONLY: ReadonlySet<string> = new Set([
  'Identifier',
  'Literal',
  'MemberExpression',
  'ExpressionStatement',
  'TemplateElement',
  'TemplateLiteral',
  'BinaryExpression',
]);

/** `loads`: the program itself runs while the page loads. `origins`: of all trees, to be added to. */
export function factsOf(program: Node, loads: boolean, origins: Origins): Facts {
  return new Collector(program, loads, origins).facts;
}

class Collector {
  readonly #sinks: Node[] = [];
  readonly #scopes: ScopeFacts[] = [];
  readonly #functions: FunctionFacts[] = [];
  readonly #mentions = new Mentions();
  readonly #assigned = new AssignedNames();
  /** Functions and programs that have waited for something, so far. */
  readonly #waiting = new Set<Node>();
  readonly #changes: Changes;
  readonly #texts = new TextsThatAssign();
  readonly #origins: Origins;
  #scope: ScopeFacts;
  #function: FunctionFacts;
  readonly facts: Facts;

  constructor(program: Node, loads: boolean, origins: Origins) {
    this.#origins = origins;
    if (loads) origins.calledBare.add(program);
    this.#changes = new Changes(loads);
    this.#scope = this.#open(program, null, program);
    this.#function = functionFacts(program, null, NONE);
    this.#functions.push(this.#function);
    walk(program, {
      enter: (node, parent) => this.#enter(node as Node, parent as Node | null),
      leave: (node) => this.#leave(node),
    });
    this.facts = {
      sinks: this.#sinks,
      scopes: this.#scopes,
      functions: this.#functions,
      mentions: this.#mentions.byName,
      seedNames: this.#mentions.seedNames,
      freeAssignments: this.#assigned.resolve((name, owner) => this.#mentions.isShared(name, owner)),
      isShared: (name, owner) => this.#mentions.isShared(name, owner),
      changes: this.#changes,
      codeTexts: this.#texts.found,
    };
  }

  #open(node: Node, parent: ScopeFacts | null, owner: Node): ScopeFacts {
    const scope = { node, parent, owner, names: NONE, vars: NONE, stale: NONE };
    this.#scopes.push(scope);
    return scope;
  }

  #enter(node: Node, parent: Node | null): void {
    if (!NAMES_ONLY.has(node.type)) this.#enterCode(node, parent);
    this.#mentions.note(node, parent, this.#function);
    this.#texts.note(node);
    if (isSeed(node)) {
      this.#function.seeds = true;
      this.#mentions.seed(this.#function);
    }
    if (this.#function.seeds) markRelevant(this.#function);
  }

  #enterCode(node: Node, parent: Node | null): void {
    if (isFunction(node)) this.#enterFunction(node, parent);
    else if (SCOPES.has(node.type) && !(parent && isFunction(parent) && node.type === 'BlockStatement'))
      this.#scope = this.#open(node, this.#scope, this.#scope.owner);
    this.#mentions.enter(node, this.#function);
    this.#declare(node);
    const { owner } = this.#scope;
    const isLate = this.#waiting.size > 0 && this.#waiting.has(owner);
    this.#assigned.note(node, this.#scope, isLate);
    this.#changes.note(node, this.#scope, isLate);
    if (node.type === 'AwaitExpression' || node.type === 'YieldExpression') this.#waiting.add(owner);
    this.#origins.note(node, parent, this.#scope, this.#function.node);
    if (!isSink(node)) return;
    this.#sinks.push(node);
    if (this.#function.sinks.length === 0) this.#function.sinks = [node];
    else this.#function.sinks.push(node);
    markRelevant(this.#function);
  }

  #enterFunction(node: Node, parent: Node | null): void {
    if (node.type === 'FunctionDeclaration' && node.id) this.#scope.names = added(this.#scope.names, node.id.name);
    const names = namesOf(node, parent);
    for (const name of this.#mentions.into(this.#function)) names.add(name);
    this.#function = functionFacts(node, this.#function, names.size > 0 ? names : NONE);
    this.#functions.push(this.#function);
    this.#scope = this.#open(node, this.#scope, node);
    for (const parameter of node.params)
      for (const name of boundNames(parameter)) this.#scope.names = added(this.#scope.names, name);
  }

  #leave(node: SyntaxNode): void {
    this.#mentions.leave(node);
    if (this.#function.node === node && this.#function.parent) this.#function = this.#function.parent;
    if (this.#scope.node === node && this.#scope.parent) this.#scope = this.#scope.parent;
  }

  #declare(node: Node): void {
    if (node.type === 'VariableDeclaration') {
      for (const declarator of node.declarations) {
        const target = node.kind === 'var' ? this.#functionScope() : this.#scope;
        for (const name of boundNames(declarator.id!)) {
          target.names = added(target.names, name);
          if (node.kind === 'var') target.vars = added(target.vars, name);
        }
      }
    } else if (node.type === 'ClassDeclaration' && node.id) this.#scope.names = added(this.#scope.names, node.id.name);
    else if (node.type === 'CatchClause' && node.param)
      for (const name of boundNames(node.param)) this.#scope.names = added(this.#scope.names, name);
  }

  #functionScope(): ScopeFacts {
    let scope = this.#scope;
    while (scope.node !== scope.owner && scope.parent) scope = scope.parent;
    return scope;
  }
}
