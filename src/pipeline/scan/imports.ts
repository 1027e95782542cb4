/**
 * What a program asks for of other files. In: its tree. Out: the specifiers of its imports, `require`s, dynamic imports and
 * workers, each with whether the program runs what it gets from there.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare, cookedText, isFunction, keyText } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';

export interface Import {
  readonly specifier: string;
  /** A function of that file is called, or the file itself runs: what it does is the program's doing. */
  readonly runs: boolean;
  /** The `require` is that of a bundle, which holds what it hands out: no file is missing where none stands. */
  readonly bundled: boolean;
  /** Asked for only where there is a CommonJS loader, which no page has. */
  readonly commonJs: boolean;
}

const ASKS = /\b(?:import|require|importScripts|Worker)\s*\(/;
const ASSET = /\.(?:css|scss|less|svg|png|jpe?g|gif|webp|woff2?)(?:\?.*)?$/i;

/** Each specifier once, assets left out. `text` is that of the whole program. */
export function importsOf(program: Node, text: string): readonly Import[] {
  const found = new Map<string, Omit<Import, 'specifier'>>();
  const add = (specifier: string, runs: boolean, bundled = false, commonJs = false): void => {
    const known = found.get(specifier);
    if (!ASSET.test(specifier))
      found.set(specifier, {
        runs: runs || known?.runs === true,
        bundled: bundled && known?.bundled !== false,
        commonJs: commonJs && known?.commonJs !== false,
      });
  };
  const declarations = (program.body as readonly Node[]).filter((node) => node.source && !isTypeOnly(node));
  const called = declarations.length > 0 ? calledNames(program) : new Set<string>();
  for (const node of declarations) add(String(node.source!.value), runsFrom(node, called));
  if (ASKS.test(text)) {
    const bundle = new Bundle(text);
    walk(program, {
      enter: (raw) => {
        const node = raw as Node;
        bundle.enter(node);
        const specifier = askedFor(node);
        if (specifier !== null) add(specifier, true, bundle.holds(specifier), bundle.isGuarded);
      },
      leave: (node) => bundle.leave(node as Node),
    });
  }
  return [...found].map(([specifier, facts]) => ({ specifier, ...facts }));
}

/** The question of a script that runs in a page and elsewhere: `typeof exports === 'object'`. */
const COMMON_JS = /\btypeof\s+(?:exports|module|require)\b/;
const TEST_CHARS = 300;

const TABLE_KEY = /(?:'([^'\n]{1,300})'|"([^"\n]{1,300})")\s{0,20}:/g;

/**
 * Functions that are given their `require`: modules of a bundle. By AMD, `define('name', …)` looks its names up among
 * modules; a CommonJS bundle has a table of names beside each function.
 */
class Bundle {
  readonly #text: string;
  readonly #table: ReadonlySet<string>;
  readonly #guards: Node[] = [];
  readonly #named = new Set<Node>();
  /** The file makes a `require` of its own: what it hands out is not looked for among files. */
  #isOwn = false;
  readonly #inside: { readonly fn: Node; readonly named: boolean }[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#table = new Set([...text.matchAll(TABLE_KEY)].map(([, single, double]) => single ?? double ?? ''));
  }

  enter(node: Node): void {
    if (this.#isGuard(node)) this.#guards.push(node);
    if (declaresRequire(node)) this.#isOwn = true;
    if (node.type === 'CallExpression' && isNamedDefine(node))
      for (const argument of node.arguments) this.#named.add(bare(argument));
    if (isFunction(node) && node.params.some((param) => param.type === 'Identifier' && param.name === 'require'))
      this.#inside.push({ fn: node, named: this.#named.has(node) });
  }

  get isGuarded(): boolean {
    return this.#guards.length > 0;
  }

  leave(node: Node): void {
    if (this.#guards.at(-1) === node) this.#guards.pop();
    if (this.#inside.at(-1)?.fn === node) this.#inside.pop();
  }

  #isGuard(node: Node): boolean {
    if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return false;
    const { start, end } = node.test as Node;
    return end - start < TEST_CHARS && COMMON_JS.test(this.#text.slice(start, end));
  }

  holds(specifier: string): boolean {
    if (this.#isOwn) return true;
    const module = this.#inside.at(-1);
    if (!module) return false;
    return module.named || this.#table.has(specifier);
  }
}

/** `var require = require || function () {…}`, and not `createRequire(…)`, which looks among files. */
function declaresRequire(node: Node): boolean {
  if (node.type === 'FunctionDeclaration') return node.id?.name === 'require';
  if (node.type !== 'VariableDeclarator' || node.id?.type !== 'Identifier' || node.id.name !== 'require') return false;
  const init = node.init ? bare(node.init) : null;
  return init !== null && init.type !== 'CallExpression' && init.type !== 'Identifier';
}

function isNamedDefine(call: Node): boolean {
  const callee = bare(call.callee);
  const name = callee.type === 'MemberExpression' && !callee.computed ? keyText(callee.property) : callee.name;
  const first = call.arguments[0] ? bare(call.arguments[0]) : null;
  return name === 'define' && first?.type === 'Literal' && typeof first.value === 'string';
}

function isTypeOnly(node: Node): boolean {
  const kind = (node as { readonly importKind?: string; readonly exportKind?: string }).importKind;
  return kind === 'type' || (node as { readonly exportKind?: string }).exportKind === 'type';
}

function runsFrom(node: Node, called: ReadonlySet<string>): boolean {
  if (node.type !== 'ImportDeclaration') return false;
  return node.specifiers.length === 0 || node.specifiers.some((specifier) => called.has(specifier.local.name));
}

/** Names that are called, or whose members are. */
function calledNames(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, {
    enter: (raw) => {
      const node = raw as Node;
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
      let callee = bare(node.callee);
      while (callee.type === 'MemberExpression') callee = bare(callee.object);
      if (callee.type === 'Identifier') names.add(callee.name);
    },
    leave: () => {},
  });
  return names;
}

function askedFor(node: Node): string | null {
  if (node.type === 'ImportExpression') return constant(node.source);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const callee = bare(node.callee);
  const name = callee.type === 'Identifier' ? callee.name : '';
  const first = node.arguments[0];
  if (!first) return null;
  if (name === 'require' || name === 'importScripts') return constant(first);
  if (node.type !== 'NewExpression' || !/^(?:Shared)?Worker$/.test(name)) return null;
  const address = workerAddress(bare(first));
  return address === null || /^(?:[a-z][a-z0-9+.-]*:|\/|\.{1,2}\/)/i.test(address) ? address : `./${address}`;
}

/** `'worker.js'` or `new URL('worker.js', import.meta.url)`. */
function workerAddress(node: Node): string | null {
  const isUrl =
    node.type === 'NewExpression' && bare(node.callee).type === 'Identifier' && keyText(bare(node.callee)) === 'URL';
  return constant(isUrl ? node.arguments[0] : node);
}

function constant(raw: Node | null | undefined): string | null {
  const node = raw ? bare(raw) : null;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return cookedText(node.quasis[0]!);
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}
