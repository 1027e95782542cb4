/**
 * What one tree says before it runs: syntactic sinks, hoisted names, names that other functions assign, and which
 * functions can reach a sink by name. In: a program. Out: facts by node. Linear in the tree.
 */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Node } from '../../syntax/tree.ts';
import { isFunction, keyText } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { AssignedNames } from './assigned-names.ts';
import { assignedNames, boundNames, namesOf } from './bound-names.ts';
import { Changes } from './changes.ts';
import type { Origins } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { added, NONE } from './scope-facts.ts';
import { isSeed, isSink } from './sinks.ts';

export interface FunctionFacts {
  readonly node: Node;
  readonly parent: FunctionFacts | null;
  names: ReadonlySet<string>;
  /** Names it mentions itself. */
  mentions: ReadonlySet<string>;
  readonly sinks: Node[];
  /** Mentions something that can send. */
  seeds: boolean;
  relevant: boolean;
}

/** A function that mentions a name, and the variables the mention becomes part of. */
export interface Mention {
  readonly fn: FunctionFacts;
  readonly into: readonly string[];
}

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

const NAMES: ReadonlySet<string> = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier']);

/** Mentions of one name that are looked at; more of them are taken to be of any kind. */
const MENTIONS = 60;
const NOWHERE: readonly string[] = [];
class Collector {
  readonly #sinks: Node[] = [];
  readonly #scopes: ScopeFacts[] = [];
  readonly #functions: FunctionFacts[] = [];
  readonly #mentions = new Map<string, Mention[]>();
  readonly #seedNames = new Set<string>();
  readonly #contexts: { readonly node: Node; readonly fn: FunctionFacts; readonly into: readonly string[] }[] = [];
  readonly #assigned = new AssignedNames();
  /** Functions and programs that have waited for something, so far. */
  readonly #waiting = new Set<Node>();
  readonly #changes: Changes;
  readonly #origins: Origins;
  #scope: ScopeFacts;
  #function: FunctionFacts;
  readonly facts: Facts;

  constructor(program: Node, loads: boolean, origins: Origins) {
    this.#origins = origins;
    this.#changes = new Changes(loads);
    this.#scope = this.#open(program, null, program);
    this.#function = {
      node: program,
      parent: null,
      names: NONE,
      mentions: NONE,
      sinks: [],
      seeds: false,
      relevant: true,
    };
    this.#functions.push(this.#function);
    walk(program, {
      enter: (node, parent) => this.#enter(node as Node, parent as Node | null),
      leave: (node) => this.#leave(node),
    });
    this.facts = {
      sinks: this.#sinks,
      scopes: this.#scopes,
      functions: this.#functions,
      mentions: this.#mentions,
      seedNames: this.#seedNames,
      freeAssignments: this.#assigned.resolve((name, owner) => this.#isShared(name, owner)),
      isShared: (name, owner) => this.#isShared(name, owner),
      changes: this.#changes,
    };
  }

  #isShared(name: string, owner: Node): boolean {
    const mentions = this.#mentions.get(name) ?? [];
    return mentions.length > MENTIONS || mentions.some(({ fn }) => isInside(fn, owner));
  }

  #open(node: Node, parent: ScopeFacts | null, owner: Node): ScopeFacts {
    const scope = { node, parent, owner, names: NONE, vars: NONE, stale: NONE };
    this.#scopes.push(scope);
    return scope;
  }

  #enter(node: Node, parent: Node | null): void {
    if (!NAMES_ONLY.has(node.type)) this.#enterCode(node, parent);
    this.#mention(node, parent);
    if (isSeed(node)) {
      this.#function.seeds = true;
      for (const name of this.#into()) this.#seedNames.add(name);
    }
    if (this.#function.seeds) markRelevant(this.#function);
  }

  #enterCode(node: Node, parent: Node | null): void {
    if (isFunction(node)) this.#enterFunction(node, parent);
    else if (SCOPES.has(node.type) && !(parent && isFunction(parent) && node.type === 'BlockStatement'))
      this.#scope = this.#open(node, this.#scope, this.#scope.owner);
    this.#name(node);
    this.#declare(node);
    const { owner } = this.#scope;
    const isLate = this.#waiting.size > 0 && this.#waiting.has(owner);
    this.#assigned.note(node, this.#scope, isLate);
    this.#changes.note(node, this.#scope, isLate);
    if (node.type === 'AwaitExpression') this.#waiting.add(owner);
    this.#origins.note(node, parent, this.#scope, this.#function.node);
    if (!isSink(node)) return;
    this.#sinks.push(node);
    this.#function.sinks.push(node);
    markRelevant(this.#function);
  }

  #enterFunction(node: Node, parent: Node | null): void {
    if (node.type === 'FunctionDeclaration' && node.id) this.#scope.names = added(this.#scope.names, node.id.name);
    const names = namesOf(node, parent);
    for (const name of this.#into()) names.add(name);
    this.#function = {
      node,
      parent: this.#function,
      names: names.size > 0 ? names : NONE,
      mentions: NONE,
      sinks: [],
      seeds: false,
      relevant: false,
    };
    this.#functions.push(this.#function);
    this.#scope = this.#open(node, this.#scope, node);
    for (const parameter of node.params)
      for (const name of boundNames(parameter)) this.#scope.names = added(this.#scope.names, name);
  }

  #leave(node: SyntaxNode): void {
    while (this.#contexts.at(-1)?.node === node) this.#contexts.pop();
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

  #mention(node: Node, parent: Node | null): void {
    const named = NAMES.has(node.type)
      ? node
      : node.type === 'MemberExpression' && !node.computed
        ? node.property
        : null;
    if (!named || (parent?.type === 'Property' && parent.key === node && !parent.shorthand)) return;
    const field = keyText(named);
    const into = this.#into();
    const list = this.#mentions.get(field);
    const last = list?.at(-1);
    if (last?.fn !== this.#function) this.#function.mentions = added(this.#function.mentions, field);
    else if (last.into === into || last.into.join() === into.join()) return;
    if (list) list.push({ fn: this.#function, into });
    else this.#mentions.set(field, [{ fn: this.#function, into }]);
  }

  /** The variables that what stands here becomes part of. */
  #into(): readonly string[] {
    const last = this.#contexts.at(-1);
    return last?.fn === this.#function ? last.into : NOWHERE;
  }

  #become(node: Node, names: readonly string[]): void {
    const around = this.#into();
    this.#contexts.push({ node, fn: this.#function, into: around.length === 0 ? names : [...names, ...around] });
  }

  #name(node: Node): void {
    if (node.type === 'VariableDeclarator' && node.init) this.#become(node, boundNames(node.id!));
    else if (node.type === 'AssignmentExpression') this.#become(node, assignedNames(node.left));
    else if ((node.type === 'Property' || node.type === 'PropertyDefinition') && !node.computed && node.key)
      this.#become(node, [keyText(node.key)]);
    else if (node.type === 'ImportDeclaration')
      for (const specifier of node.specifiers) this.#seedNames.add(specifier.local.name);
  }
}

function isInside(fn: FunctionFacts, owner: Node): boolean {
  for (let at = fn.parent; at; at = at.parent) if (at.node === owner) return true;
  return false;
}

function markRelevant(facts: FunctionFacts): void {
  for (let at: FunctionFacts | null = facts; at && !at.relevant; at = at.parent) at.relevant = true;
}
