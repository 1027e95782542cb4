/**
 * The tables of a documentation page that name what shows them. In: markdown. Out: rows by section, with references to
 * fixtures and tests; what each fixture expects, as the codes a rule may speak of.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type Reference =
  | { readonly kind: 'fixture'; readonly name: string }
  | { readonly kind: 'test'; readonly path: string; readonly title: string };

export interface Row {
  readonly section: string;
  /** Cells by the heading of their column. */
  readonly cells: Readonly<Record<string, string>>;
}

/** Every row of every table below a heading. */
export function rowsOf(markdown: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  let columns: readonly string[] | null = null;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) section = line.replace(/^#+\s*/, '');
    const cells = cellsOf(line);
    if (!cells) columns = null;
    else if (!columns) columns = cells;
    else if (!cells.every((cell) => /^-+$/.test(cell)))
      rows.push({ section, cells: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) });
  }
  return rows;
}

function cellsOf(line: string): string[] | null {
  return line.startsWith('|')
    ? line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim())
    : null;
}

/** Words in code: `code`, or a path below `test/` with the title of a test behind it in brackets. */
export function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string);
}

export function referencesIn(cell: string): Reference[] {
  return [...cell.matchAll(/`([^`]+)`(?: \(([^)]+)\))?/g)].map(([, name = '', title = '']) =>
    name.startsWith('test/') ? { kind: 'test', path: name, title } : { kind: 'fixture', name },
  );
}

/** Null, or why nothing stands behind a reference. */
export function missing(reference: Reference): string | null {
  if (reference.kind === 'fixture')
    return existsSync(`${root}fixtures/${reference.name}/expected.json`) ? null : `no fixture ${reference.name}`;
  const { path, title } = reference;
  if (title === '') return `${path} without the title of a test`;
  if (!existsSync(root + path)) return `no ${path}`;
  return readFileSync(root + path, 'utf8').includes(title) ? null : `${path} has nothing titled ${title}`;
}

export interface Expectation {
  readonly static?: { readonly label?: string; readonly consequence?: string | null };
  readonly driven?: {
    readonly label?: string;
    readonly outcome?: string | null;
    readonly confidence?: string;
    readonly evidence?: readonly string[];
    readonly seen?: string;
    readonly drives?: number;
  };
}

export function expectationOf(fixture: string): Expectation {
  return JSON.parse(readFileSync(`${root}fixtures/${fixture}/expected.json`, 'utf8')) as Expectation;
}

export function page(path: string): string {
  return readFileSync(root + path, 'utf8');
}
