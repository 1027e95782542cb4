/**
 * What may happen to a list or mapping that a name of a Python module holds. In: the text and its tree. Out: whether it surely stays as
 * it was written: every mention of the name only reads, and nothing that is taken out of it is changed. Names are not told apart by scope.
 */
import type { PyNode } from './tree.ts';
import { visitTree } from './tree.ts';

/** Functions that only read what they are given. */
const READERS =
  /^(?:len|dumps|tojson|sorted|enumerate|list|dict|tuple|set|str|repr|zip|min|max|sum|any|all|print|isinstance|join|range|reversed|format|substitute|safe_substitute|render_template_string|render)$/;
const READS = /^(?:get|items|keys|values|copy|index|count)$/;
const CHANGERS =
  /^(?:append|appendleft|extend|insert|remove|pop|popitem|clear|sort|reverse|update|setdefault|add|discard)$/;
/** What is new wherever it is written. */
const FRESH =
  /^(?:Array|Dictionary|Set|ArrayComprehension|DictionaryComprehension|SetComprehension)Expression$|String$/;
const ANY_NAME = /\b(?:exec|globals|locals|vars|setattr)\s*\(|__dict__|\bimport\s*\*/;
const PARTS = /^(?:For|With)Statement$|Comprehension/;

export class Mentions {
  readonly #text: string;
  readonly #root: PyNode;
  #touched: Set<string> | null = null;
  /** Something that may have been taken out of a list or mapping is changed. */
  #changesParts = false;
  /** Names whose parts are taken out. */
  readonly #opened = new Set<string>();
  readonly #attributes = new Set<string>();
  #setsAny: boolean | null = null;

  constructor(text: string, root: PyNode) {
    this.#text = text;
    this.#root = root;
  }

  /** Code that is put together, or a module that is taken over whole, may set any name. */
  get setsAnyName(): boolean {
    this.#setsAny ??= ANY_NAME.test(this.#text);
    return this.#setsAny;
  }

  /** Something sets an attribute of this name on an object it was handed, or on the class. */
  isSetFromOutside(attribute: string): boolean {
    this.#touched ??= this.#read();
    return this.#attributes.has(attribute);
  }

  isUntouched(name: string): boolean {
    this.#touched ??= this.#read();
    return !this.#touched.has(name) && !(this.#changesParts && this.#opened.has(name));
  }

  #read(): Set<string> {
    const touched = new Set<string>();
    const fresh = this.#freshNames();
    visitTree(this.#root, (node) => {
      for (const changed of this.#changedBy(node)) {
        const name = changed.name === 'VariableName' ? this.#slice(changed) : '';
        touched.add(name);
        if (!fresh.has(name)) this.#changesParts = true;
      }
      if (node.name !== 'VariableName' || !node.parent) return;
      const use = this.#useOf(node, node.parent);
      if (use === 'touches') touched.add(this.#slice(node));
      if (use === 'opens') this.#opened.add(this.#slice(node));
    });
    return touched;
  }

  #slice(node: PyNode): string {
    return this.#text.slice(node.from, node.to);
  }

  /** Names that never hold anything but what is new where it is written. */
  #freshNames(): ReadonlySet<string> {
    const fresh = new Set<string>();
    const other = new Set<string>();
    visitTree(this.#root, (node) => {
      if (node.name === 'AssignStatement' && node.children[0]?.name === 'VariableName')
        (FRESH.test(node.children.at(-1)!.name) ? fresh : other).add(this.#slice(node.children[0]));
      if (node.name === 'ParamList' || PARTS.test(node.name))
        for (const child of node.children) if (child.name === 'VariableName') other.add(this.#slice(child));
    });
    return fresh.difference(other);
  }

  /** What a statement or call changes a part of: `a` of `a["b"] = 1`, `a.append(1)`, `del a[0]`. */
  #changedBy(node: PyNode): readonly PyNode[] {
    if (node.name === 'CallExpression') {
      const callee = node.children[0]!;
      const isChange = callee.name === 'MemberExpression' && CHANGERS.test(this.#slice(callee.children.at(-1)!));
      return isChange ? [rootOf(callee)] : [];
    }
    if (!/^(?:Assign|Update|Delete)Statement$/.test(node.name)) return [];
    const end = node.name === 'DeleteStatement' ? node.children.length : lastOperator(node);
    const members = node.children.slice(0, end).filter(({ name }) => name === 'MemberExpression');
    for (const member of members) {
      const [object, last] = [member.children[0]!, member.children.at(-1)!];
      if (last.name === 'PropertyName' && !/^(?:self|cls)$/.test(this.#slice(object)))
        this.#attributes.add(this.#slice(last));
    }
    return members.map(rootOf);
  }

  #useOf(node: PyNode, parent: PyNode): 'reads' | 'opens' | 'touches' {
    switch (parent.name) {
      case 'AssignStatement':
        return parent.children.indexOf(node) < lastOperator(parent) ? 'reads' : 'touches';
      case 'MemberExpression':
        return parent.children[0] === node ? this.#useOfMember(parent) : 'reads';
      case 'ArgList': {
        const before = parent.parent!.children[0]!;
        const callee = this.#slice(before.name === 'MemberExpression' ? before.children.at(-1)! : before);
        return READERS.test(callee) ? 'opens' : 'touches';
      }
      case 'BinaryExpression':
        return /^(?:or|and)$/.test(this.#slice(parent.children[1]!)) ? 'touches' : 'opens';
      case 'FormatReplacement':
      case 'UnaryExpression':
      case 'ScopeStatement':
        return 'reads';
      default:
        return PARTS.test(parent.name) || parent.name === 'CallExpression' ? 'opens' : 'touches';
    }
  }

  #useOfMember(member: PyNode): 'opens' | 'touches' {
    const last = member.children.at(-1)!;
    if (last.name === ']') return 'opens';
    const isCall = member.parent?.name === 'CallExpression' && member.parent.children[0] === member;
    return isCall && READS.test(this.#slice(last)) ? 'opens' : 'touches';
  }
}

function rootOf(node: PyNode): PyNode {
  let at = node;
  while (at.name === 'MemberExpression') at = at.children[0]!;
  return at;
}

/** Where the value of an assignment begins. */
function lastOperator(node: PyNode): number {
  return node.children.findLastIndex(({ name }) => name === 'AssignOp' || name === 'UpdateOp');
}
