/**
 * Which file a module specifier names. In: the importing file's key, the specifier, what is there, and path aliases.
 * Out: a sibling key, or null for a package or a file that is not there. Follows bundlers where they are more generous than
 * browsers: missing extensions, `index` files, `.js` written for `.ts`.
 */
import type { PathConfig } from './path-config.ts';
import { directoryOf, normalizePath } from './references.ts';

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts', '.cjs', '.cts', '.json'] as const;

/** The first candidate that is there. */
export function resolveModule(
  fromKey: string,
  specifier: string,
  has: (key: string) => boolean,
  configs: readonly PathConfig[] = [],
): string | null {
  return moduleCandidates(fromKey, specifier, configs).find(has) ?? null;
}

/** Every key a specifier may stand for, likeliest first. Empty for a package and for another origin. */
export function moduleCandidates(fromKey: string, specifier: string, configs: readonly PathConfig[] = []): string[] {
  const path = specifier.replace(/[?#].*$/s, '');
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return [];
  const bases = /^\.{1,2}(?:\/|$)/.test(path) ? [join(directoryOf(fromKey), path)] : aliased(fromKey, path, configs);
  return [...new Set(bases.flatMap(completions))];
}

function aliased(fromKey: string, path: string, configs: readonly PathConfig[]): string[] {
  const found: string[] = [];
  for (const { root, bare, paths } of configs) {
    for (const [pattern, targets] of bySpecificity(paths)) {
      const star = starOf(pattern, path);
      if (star === null) continue;
      for (const target of targets) found.push(join(root, target.replace('*', star)));
      break;
    }
    if (bare) found.push(join(root, path));
  }
  // Bundlers' customary alias for the source folder, where no configuration names it.
  const customary = /^[@~]\/(.+)$/.exec(path)?.[1];
  const sources = /^(?:.*\/)?src(?=\/|$)/.exec(directoryOf(fromKey))?.[0];
  if (customary !== undefined) found.push(join(sources ?? '', customary), join('src', customary));
  return found;
}

/** What `*` stands for, or null when the pattern does not match. */
function starOf(pattern: string, path: string): string | null {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === path ? '' : null;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  const fits = path.length >= head.length + tail.length && path.startsWith(head) && path.endsWith(tail);
  return fits ? path.slice(head.length, path.length - tail.length) : null;
}

function bySpecificity(paths: PathConfig['paths']): PathConfig['paths'] {
  return [...paths].sort(([a], [b]) => prefixLength(b) - prefixLength(a));
}

function prefixLength(pattern: string): number {
  const star = pattern.indexOf('*');
  return star < 0 ? Number.POSITIVE_INFINITY : star;
}

function completions(path: string): string[] {
  const stem = path.replace(/\.([mc]?)jsx?$/, '.$1');
  const typed = stem === path ? [] : [`${stem}ts`, `${stem}tsx`];
  return [
    path,
    ...typed,
    ...EXTENSIONS.map((extension) => path + extension),
    ...EXTENSIONS.map((extension) => `${path}/index${extension}`),
  ].map((key) => normalizePath(key));
}

function join(folder: string, path: string): string {
  return normalizePath(folder === '' ? path : `${folder}/${path}`);
}
