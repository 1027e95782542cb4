/**
 * What may happen to a list or record that a name of a JavaScript program holds. In: the program. Out: whether it surely stays as it
 * was written: every mention of the name only reads, and nothing that is taken out of it is changed. Names are not told apart by scope.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { calleeName } from './callees.ts';

/** Methods that read a list, and how many parameters of a function they call are not the list itself. */
const READS: Readonly<Record<string, number>> = {
  ...{ map: 2, flatMap: 2, filter: 2, forEach: 2, some: 2, every: 2, find: 2, findIndex: 2, reduce: 3 },
  ...{ join: 0, slice: 0, includes: 0, indexOf: 0, at: 0, keys: 0, values: 0, entries: 0, concat: 0, toString: 0 },
};
/** Functions of the platform that only read what they are given. */
const READERS =
  /^(?:stringify|keys|values|entries|isArray|String|Number|Boolean|log|info|warn|error|debug|from|fromEntries)$/;
const CHANGERS =
  /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|delete|clear|add|assign|defineProperty)$/;
/** What is new wherever it is written. */
const FRESH = /^(?:ArrayExpression|ObjectExpression|NewExpression|Literal|TemplateLiteral)$/;

export class Mentions {
  readonly #program: Node;
  #touched: Set<string> | null = null;
  /** Something that may have been taken out of a list or record is changed. */
  #changesParts = false;
  /** Names whose parts are taken out. */
  readonly #opened = new Set<string>();

  constructor(program: Node) {
    this.#program = program;
  }

  isUntouched(name: string): boolean {
    this.#touched ??= this.#read();
    return !this.#touched.has(name) && !(this.#changesParts && this.#opened.has(name));
  }

  #read(): Set<string> {
    const touched = new Set<string>();
    const line: Node[] = [];
    const fresh = freshNames(this.#program);
    walk(this.#program, {
      enter: (raw) => {
        const node = raw as Node;
        if (node.type === 'ExportNamedDeclaration' && node.declaration)
          for (const { id } of node.declaration.declarations ?? []) if (id?.type === 'Identifier') touched.add(id.name);
        const change = changedBy(node);
        if (change) {
          if (change.type === 'Identifier') touched.add(change.name);
          if (change.type !== 'Identifier' || !fresh.has(change.name)) this.#changesParts = true;
        }
        if (node.type === 'Identifier' && isMention(node, line.at(-1))) {
          const use = useOf(node, line);
          if (use === 'touches') touched.add(node.name);
          if (use === 'opens') this.#opened.add(node.name);
        }
        line.push(node);
      },
      leave: () => line.pop(),
    });
    return touched;
  }
}

/** Names that never hold anything but what is new where it is written. */
function freshNames(program: Node): ReadonlySet<string> {
  const fresh = new Set<string>();
  const other = new Set<string>();
  const note = (target: Node, value: Node | null): void => {
    if (target.type === 'Identifier') (value && FRESH.test(bare(value).type) ? fresh : other).add(target.name);
  };
  walk(program, {
    enter(raw) {
      const node = raw as Node;
      if (node.type === 'VariableDeclarator' && node.id) note(bare(node.id), node.init);
      if (node.type === 'AssignmentExpression') note(bare(node.left), node.right);
      if (isFunction(node)) for (const param of node.params) note(bare(param), null);
    },
  });
  return fresh.difference(other);
}

/** What an expression changes a part of: `a` of `a.b.c = 1`, `a.push(1)`, `delete a[0]`. */
function changedBy(node: Node): Node | null {
  if (node.type === 'CallExpression') {
    const callee = calleeName(node);
    if (!callee || !CHANGERS.test(callee.name)) return null;
    const isStatic = callee.on?.type === 'Identifier' && callee.on.name === 'Object';
    return callee.on && !isStatic ? rootOf(callee.on) : node.arguments[0] ? rootOf(bare(node.arguments[0])) : null;
  }
  const target =
    node.type === 'AssignmentExpression' || node.type === 'ForOfStatement' || node.type === 'ForInStatement'
      ? node.left
      : node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node.operator === 'delete')
        ? node.argument
        : null;
  const changed = target && bare(target);
  return changed?.type === 'MemberExpression' ? rootOf(changed) : null;
}

function rootOf(node: Node): Node {
  let at = bare(node);
  while (at.type === 'MemberExpression') at = bare(at.object);
  return at;
}

/** A name as a value: no key, no label, no declaration. */
function isMention(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed;
  if (parent.type === 'Property') return parent.value === node || parent.computed;
  return !(parent.type === 'VariableDeclarator' && parent.id === node);
}

type Use = 'reads' | 'opens' | 'touches';

function useOf(node: Node, line: readonly Node[]): Use {
  const parent = line.at(-1)!;
  const outer = line.at(-2);
  switch (parent.type) {
    case 'MemberExpression':
      if (parent.object !== node) return 'reads';
      return outer?.type === 'CallExpression' && outer.callee === parent ? useByMethod(outer) : ofPart(parent, line);
    case 'TemplateLiteral':
      return outer?.type === 'TaggedTemplateExpression' ? 'touches' : 'reads';
    case 'BinaryExpression':
    case 'UnaryExpression':
      return 'reads';
    case 'ForOfStatement':
      return parent.right === node ? 'opens' : 'touches';
    case 'SpreadElement':
      return 'opens';
    case 'CallExpression': {
      const name = calleeName(parent)?.name ?? '';
      return parent.callee !== node && READERS.test(name) ? 'opens' : 'touches';
    }
    default:
      return 'touches';
  }
}

function ofPart(member: Node, line: readonly Node[]): Use {
  const [outer, around] = [line.at(-2)?.type ?? '', line.at(-3)?.type];
  // A part that a pattern sets: `[a.b] = …`, `({ c: a.b } = …)`.
  if (/^(?:ArrayPattern|ObjectPattern|AssignmentPattern|RestElement)$/.test(outer)) return 'touches';
  if (outer === 'Property' && around === 'ObjectPattern') return 'touches';
  return !member.computed && member.property.name === 'length' ? 'reads' : 'opens';
}

function useByMethod(call: Node): Use {
  const own = READS[calleeName(call)?.name ?? ''];
  if (own === undefined) return 'touches';
  const isOurs = call.arguments.every((argument) => {
    const given = bare(argument);
    return !isFunction(given)
      ? own === 0 || given.type === 'Literal' || given.type === 'Identifier'
      : given.params.length <= own;
  });
  return isOurs ? 'opens' : 'touches';
}
