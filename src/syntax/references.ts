/**
 * The files a text names: scripts, stylesheets, imports, `require` of relative paths.
 * In: a reference as written. Out: sibling keys, POSIX paths relative to the source's own directory.
 */

/**
 * The sibling key of a URL in markup, or null when it leaves the directory tree of the artifact (another origin, a scheme,
 * a path from the root). `base` is the document's `<base href>` as written.
 */
export function siblingOfUrl(url: string, base = ''): string | null {
  const trimmed = url.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^[\\/#?]/.test(trimmed)) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(base) || base.startsWith('/')) return null;
  const path = decodePath(trimmed.replace(/[?#].*$/s, ''));
  return normalizePath(base.includes('/') ? `${base.slice(0, base.lastIndexOf('/'))}/${path}` : path);
}

/** A POSIX path without `.` and inner `..` segments; `..` at the front stays. */
export function normalizePath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(segment);
  }
  return kept.join('/');
}

/** The directory of a POSIX path, `''` for the top. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
