/**
 * The laws of the house as pure functions over a tree of files. In: path → text. Out: what each check examined and the
 * violations it found. A check that examined nothing is a violation itself.
 */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';

export type Tree = ReadonlyMap<string, string>;

export interface Check {
  readonly examined: number;
  readonly violations: readonly string[];
}

/** Rows of `docs/architecture.md`, top to bottom: a file may import rows above its own, and its own room. */
const ROWS: readonly (readonly [number, RegExp])[] = [
  [1, /^src\/(?:model|limits|claim-words|needed-node)\.ts$/],
  [2, /^src\/(?:contracts|endpoint|untrusted|usage-error|claims)\.ts$/],
  [2.5, /^src\/write-back-key\.ts$/],
  [3, /^src\/syntax\//],
  [4, /^src\/interpreter\//],
  [5, /^src\/(?:languages|primitives|hosts|signals|formats)\//],
  [6, /^src\/page\//],
  [7, /^src\/engines\//],
  [8, /^src\/pipeline\//],
  [9, /^src\/registry\.ts$/],
  [10, /^workers\//],
  [11, /^src\/isolation\//],
  [12, /^src\/options(?:\.ts$|\/)/],
  [13, /^src\/verify(?:\.ts$|\/)/],
  [14, /^src\/(?:skill|assert)\//],
  [15, /^src\/service\//],
  [16, /^src\/commands\//],
  [17, /^src\/(?:cli|index|harness|vitest|jest)\.ts$/],
];

/** The stages; each is a file, a folder, or a file with the folder of what it is made of. */
const STAGE = /^src\/pipeline\/(collect|scan|drive|judge|report)(?:\.ts$|\/)/;

/** The folders of the interpreter, top to bottom: a file imports those above its own, and its own. */
const INTERPRETER_FOLDERS: readonly string[] = [
  'trees',
  'values',
  'ledger',
  'machine',
  'names',
  'promises',
  'standard',
  'requests',
  'browser',
  'evaluation',
  'run',
  'decision',
];

/** The files at the door of the interpreter. */
const INTERPRETER_DOORS: ReadonlySet<string> = new Set(['analyse.ts', 'contract.ts']);

/** Lines of a file; a longer one holds more than one thing. */
const ROOM_LINES = 275;
/** One vocabulary, and one table of words. */
const LARGE_ROOMS: ReadonlySet<string> = new Set(['src/model.ts', 'src/claim-words.ts']);

/** What more than one stage asks: what a consequence counts as. */
const CONSEQUENCE = 'src/pipeline/consequence.ts';

/** Folders whose files are parts: each stands in the registry, or is a builder that a part of the folder imports. */
const PART_FOLDERS = ['languages', 'primitives', 'hosts', 'engines', 'signals', 'formats'] as const;

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const TypeScriptParser = Parser.extend(tsPlugin() as never);

/** Every relative import of a file, static and dynamic, with the path it names. */
function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean): void => {
    if (specifier.startsWith('.')) found.push({ from: path, to: join(path, specifier), typeOnly });
  };
  const program = TypeScriptParser.parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const pending: unknown[] = [program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (Array.isArray(node)) pending.push(...node);
    else if (isNode(node)) {
      if (node.source?.type === 'Literal') {
        add(String(node.source.value), node.importKind === 'type' || node.exportKind === 'type');
      }
      pending.push(...Object.values(node).filter((child) => typeof child === 'object' && child !== null));
    }
  }
  return found;
}

interface AnyNode {
  readonly type: string;
  readonly source?: { readonly type: string; readonly value: unknown };
  readonly importKind?: string;
  readonly exportKind?: string;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string';
}

function join(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function code(tree: Tree): [string, string][] {
  return [...tree].filter(([path]) => /^(?:src|workers)\/.*\.ts$/.test(path));
}

function rowOf(path: string): number | null {
  return ROWS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** `src/verify.ts` and `src/verify/` are one room: the file is its door. */
function roomOf(path: string): string {
  return path.replace(/^(src\/[^/]+?|workers)(?:\.ts$|\/.*)/, '$1');
}

function stageOf(path: string): string | null {
  return STAGE.exec(path)?.[1] ?? null;
}

/** A stage imports no other; `judge` only types, limits and pure words, so that a verdict can be replayed. */
function stagesApart(tree: Tree): Check {
  const violations: string[] = [];
  let examined = 0;
  for (const [path, text] of code(tree)) {
    const stage = stageOf(path);
    if (stage === null) continue;
    examined += 1;
    for (const { to } of importsOf(path, text)) {
      const other = stageOf(to);
      if (other !== null && other !== stage) violations.push(`${path}: a stage imports the stage ${other}`);
      if (stage === 'judge' && other !== stage && (rowOf(to) ?? 0) > 2.5 && to !== CONSEQUENCE)
        violations.push(`${path}: the judgement imports ${to}`);
    }
    if (stage === 'judge' && /from '[^.]/.test(text)) violations.push(`${path}: the judgement imports a package`);
  }
  return result(examined, violations, 'stages');
}

/** Where a file of the interpreter stands: the number of its folder, below all of them at the door, null anywhere else. */
function interpreterPlace(path: string): number | null {
  const rest = path.replace(/^src\/interpreter\//, '');
  if (rest === path) return null;
  if (INTERPRETER_DOORS.has(rest)) return INTERPRETER_FOLDERS.length;
  const place = INTERPRETER_FOLDERS.indexOf(rest.slice(0, rest.indexOf('/')));
  return place < 0 ? null : place;
}

/** The folders of the interpreter import one way; each of its files stands in one, or at the door. */
function interpreterOrder(tree: Tree): Check {
  const violations: string[] = [];
  let examined = 0;
  for (const [path, text] of code(tree).filter(([each]) => each.startsWith('src/interpreter/'))) {
    examined += 1;
    const place = interpreterPlace(path);
    if (place === null) violations.push(`${path}: in no folder of the interpreter`);
    for (const { to } of importsOf(path, text)) {
      if (place !== null && (interpreterPlace(to) ?? 0) > place)
        violations.push(`${path}: imports ${to}, whose folder is not above it`);
    }
  }
  return result(examined, violations, 'interpreter folders');
}

/** No file grows until nobody reads it. */
function smallRooms(tree: Tree): Check {
  const rooms = code(tree);
  const violations = rooms
    .filter(([path, text]) => !LARGE_ROOMS.has(path) && text.split('\n').length > ROOM_LINES)
    .map(([path]) => `${path}: has more than ${ROOM_LINES} lines`);
  return result(rooms.length, violations, 'small rooms');
}

function result(examined: number, violations: string[], what: string): Check {
  if (examined === 0) violations.push(`${what}: examined nothing`);
  return { examined, violations };
}

/** No arrow against the rows; `page/` takes only types from the model; only one file knows piscina. */
function importDirections(tree: Tree): Check {
  const violations: string[] = [];
  let examined = 0;
  for (const [path, text] of code(tree)) {
    const row = rowOf(path);
    if (row === null) violations.push(`${path}: in no row of the architecture`);
    for (const { to, typeOnly } of importsOf(path, text)) {
      examined += 1;
      const target = rowOf(to);
      if (!tree.has(to)) violations.push(`${path}: imports ${to}, which is not there`);
      else if (row === null || target === null || roomOf(to) === roomOf(path)) continue;
      else if (target >= row) violations.push(`${path}: imports ${to}, which is not above it`);
      else if (row === 6 && !(typeOnly && to === 'src/model.ts'))
        violations.push(`${path}: takes more than types of the model`);
      else if (row === 8 && (target === 5 || target === 7)) violations.push(`${path}: a stage imports the part ${to}`);
      else if (row === 10 && /^src\/(?:options|formats)/.test(to)) violations.push(`${path}: a worker imports ${to}`);
    }
    if (/from 'piscina'/.test(text) && path !== 'src/isolation/threads.ts') violations.push(`${path}: knows piscina`);
  }
  return result(examined, violations, 'import directions');
}

/** No import cycle, types included. */
function noCycles(tree: Tree): Check {
  const graph = new Map(code(tree).map(([path, text]) => [path, importsOf(path, text).map(({ to }) => to)]));
  const state = new Map<string, 'open' | 'done'>();
  const violations: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      violations.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return result(graph.size, violations, 'cycles');
}

/** Files of the part folders that the registry names, by folder. */
function parts(tree: Tree): Map<string, string[]> {
  const named = new Set(importsOf('src/registry.ts', tree.get('src/registry.ts') ?? '').map(({ to }) => to));
  const byFolder = new Map<string, string[]>();
  for (const folder of PART_FOLDERS) {
    byFolder.set(
      folder,
      [...named].filter((path) => path.startsWith(`src/${folder}/`)),
    );
  }
  return byFolder;
}

function isPartOf(folder: string, path: string): boolean {
  return path.startsWith(`src/${folder}/`) && path.endsWith('.ts') && !path.endsWith('.d.ts');
}

/** Every file of a part folder is a part of the registry, or a builder that a file of its folder imports. */
function registryComplete(tree: Tree): Check {
  const violations: string[] = [];
  const registered = parts(tree);
  let examined = 0;
  for (const folder of PART_FOLDERS) {
    const files = [...tree.keys()].filter((path) => isPartOf(folder, path));
    const built = new Set(files.flatMap((path) => importsOf(path, tree.get(path) ?? '').map(({ to }) => to)));
    const known = new Set(registered.get(folder));
    for (const path of files) {
      examined += 1;
      if (!known.has(path) && !built.has(path))
        violations.push(`${path}: neither in the registry nor a builder of its folder`);
    }
    if (known.size === 0) violations.push(`src/${folder}: the registry names no part`);
  }
  return result(examined, violations, 'registry');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
}

/** Every primitive and signal has a fixture folder that begins with its name; every host stands in an expectation. */
function fixturePerPart(tree: Tree): Check {
  const folders = [...tree.keys()].flatMap((path) => /^fixtures\/([^/]+)\/expected\.json$/.exec(path)?.[1] ?? []);
  const expectations = [...tree].filter(([path]) => path.startsWith('fixtures/')).map(([, text]) => text);
  const violations: string[] = [];
  const registered = parts(tree);
  const named = [...(registered.get('primitives') ?? []), ...(registered.get('signals') ?? [])].map(nameOf);
  for (const name of named) {
    if (!folders.some((folder) => folder === name || folder.startsWith(`${name}-`))) {
      violations.push(`${name}: no fixture begins with it`);
    }
  }
  const hosts = (registered.get('hosts') ?? []).map(nameOf);
  for (const host of hosts) {
    if (!expectations.some((text) => text.includes(`"${host}"`)))
      violations.push(`${host}: no fixture expects anything of it`);
  }
  return result(named.length + hosts.length, violations, 'fixtures');
}

/** The evidence codes that the code can put into a verdict. */
function evidenceCodes(tree: Tree): ReadonlySet<string> {
  const judging = code(tree).filter(([path]) => /^src\/(?:signals\/|pipeline\/judge)/.test(path));
  return new Set(
    judging.flatMap(([, text]) =>
      [...text.matchAll(/\bcode: '([a-z][a-z0-9-]*)'/g)].map((match) => match[1] as string),
    ),
  );
}

function pagePerEvidence(tree: Tree): Check {
  const codes = evidenceCodes(tree);
  const violations = [...codes]
    .filter((name) => !tree.has(`docs/evidence/${name}.md`))
    .map((name) => `${name}: no page docs/evidence/${name}.md`);
  return result(codes.size, violations, 'evidence pages');
}

function sentencePerEvidence(tree: Tree): Check {
  const codes = evidenceCodes(tree);
  const words = tree.get('src/formats/words.ts') ?? '';
  const violations = [...codes]
    .filter((name) => !new RegExp(`^  '?${name}'?: `, 'm').test(words))
    .map((name) => `${name}: no sentence in src/formats/words.ts`);
  return result(codes.size, violations, 'sentences');
}

export const CHECKS = {
  importDirections,
  stagesApart,
  interpreterOrder,
  noCycles,
  smallRooms,
  registryComplete,
  fixturePerPart,
  pagePerEvidence,
  sentencePerEvidence,
};
