/**
 * Path aliases of a project: `paths` and `baseUrl` of `tsconfig.json` and `jsconfig.json`.
 * In: texts by sibling key. Out: one config a file, deepest folder first; a file that is no JSON with comments is left out.
 * https://www.typescriptlang.org/tsconfig/#paths
 */
import { directoryOf, normalizePath } from './references.ts';

export interface PathConfig {
  /** What relative targets resolve against: `baseUrl`, else the file's folder; as a sibling key, `''` for the top. */
  readonly root: string;
  /** Whether bare specifiers resolve against `root` as well. */
  readonly bare: boolean;
  /** Pattern with at most one `*`, and its targets. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
}

/** Characters of a configuration worth reading: no hand-written one is longer. */
const CONFIG_CHARS = 256_000;
const CONFIG_NAME = /(?:^|\/)(?:tsconfig(?:\.[\w-]+)?|jsconfig)\.json$/;

export function pathConfigs(texts: Readonly<Record<string, string>>): PathConfig[] {
  return Object.keys(texts)
    .filter((key) => CONFIG_NAME.test(key))
    .sort((a, b) => b.split('/').length - a.split('/').length || a.localeCompare(b))
    .flatMap((key) => readConfig(directoryOf(key), texts[key]!));
}

function readConfig(folder: string, text: string): PathConfig[] {
  if (text.length > CONFIG_CHARS) return [];
  const options = field(parseWithComments(text), 'compilerOptions');
  const baseUrl = field(options, 'baseUrl');
  const paths = field(options, 'paths');
  const bare = typeof baseUrl === 'string';
  const root = bare ? join(folder, baseUrl) : folder;
  const entries =
    typeof paths === 'object' && paths !== null
      ? Object.entries(paths).map(([pattern, targets]) => [pattern, strings(targets)] as const)
      : [];
  return bare || entries.length > 0 ? [{ root, bare, paths: entries }] : [];
}

function join(folder: string, path: string): string {
  return normalizePath(folder === '' ? path : `${folder}/${path}`);
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** JSON with comments and trailing commas, as these files have it; undefined for what is not even that. */
function parseWithComments(text: string): unknown {
  const plain = text
    .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g, (found) => (found[0] === '"' ? found : ' '))
    .replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (found) => (found[0] === '"' ? found : ''));
  try {
    return JSON.parse(plain);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
