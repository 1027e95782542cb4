/**
 * What a program asks for of other files. In: its tree. Out: the specifiers of its imports, `require`s, dynamic imports and
 * workers, each with whether the program runs what it gets from there.
 */
import type { Node } from '../syntax/tree.ts';
import { bare, keyText } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';

export interface Import {
  readonly specifier: string;
  /** A function of that file is called, or the file itself runs: what it does is the program's doing. */
  readonly runs: boolean;
}

const ASKS = /\b(?:import|require|importScripts|Worker)\s*\(/;
const ASSET = /\.(?:css|scss|less|svg|png|jpe?g|gif|webp|woff2?)(?:\?.*)?$/i;

export function importsOf(program: Node, text: string): readonly Import[] {
  const found = new Map<string, boolean>();
  const add = (specifier: string, runs: boolean): void => {
    if (!ASSET.test(specifier)) found.set(specifier, runs || found.get(specifier) === true);
  };
  const declarations = (program.body as readonly Node[]).filter((node) => node.source && !isTypeOnly(node));
  const called = declarations.length > 0 ? calledNames(program) : new Set<string>();
  for (const node of declarations) add(String(node.source!.value), runsFrom(node, called));
  if (ASKS.test(text))
    walk(program, {
      enter: (node) => {
        const specifier = askedFor(node as Node);
        if (specifier !== null) add(specifier, true);
      },
      leave: () => {},
    });
  return [...found].map(([specifier, runs]) => ({ specifier, runs }));
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
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return (node.quasis[0]?.value as { readonly cooked?: string } | undefined)?.cooked ?? null;
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}
