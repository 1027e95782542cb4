/**
 * The files a text names: scripts, stylesheets, imports, `require` of relative paths.
 * In: a text, or a reference as written. Out: sibling keys, POSIX paths relative to the source's own directory.
 */
import type { LanguageName } from '../model.ts';
import { uriDecoded } from './uri-decoded.ts';

/**
 * The sibling key of a URL in markup, or null when it leaves the directory tree of the artifact (another origin, a scheme,
 * a path from the root). `base` is the document's `<base href>` as written.
 */
export function siblingOfUrl(url: string, base = ''): string | null {
  const trimmed = url.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^[\\/#?]/.test(trimmed)) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(base) || base.startsWith('/')) return null;
  const written = trimmed.replace(/[?#].*$/s, '');
  const path = uriDecoded(written) ?? written;
  return normalizePath(base.includes('/') ? `${base.slice(0, base.lastIndexOf('/'))}/${path}` : path);
}

export interface Reference {
  /** As written. */
  readonly written: string;
  /** `url` resolves like a link of the document, `module` by the rules of modules. */
  readonly kind: 'url' | 'module';
}

const MODULES =
  /\b(?:from|import|require|importScripts|Worker)\s{0,20}\(?\s{0,20}(?:new\s{1,20}URL\s{0,20}\(\s{0,20})?(["'`])([^"'`\n$]{1,300})\1/g;
const MARKUP = /\b(?:src|href)\s{0,20}=\s{0,20}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"'<>`]{1,300}))/gi;
const ASSET = /\.(?:m?js|cjs|[mc]?tsx?|jsx|css|json)(?:[?#]|$)/i;

/**
 * What a text names, by its letters: imports, re-exports, dynamic imports, `require`, and in markup scripts and styles.
 * Generous: a name in a comment counts. Each reference once, in source order of its kind.
 */
export function referencesOf(text: string, language: LanguageName): Reference[] {
  const found = new Map<string, Reference>();
  const add = (written: string, kind: Reference['kind']): void => {
    if (!found.has(`${kind}:${written}`)) found.set(`${kind}:${written}`, { written, kind });
  };
  if (language !== 'javascript')
    for (const match of text.matchAll(MARKUP)) {
      const written = match[1] ?? match[2] ?? match[3] ?? '';
      if (ASSET.test(written)) add(written, 'url');
    }
  if (language !== 'python') for (const match of text.matchAll(MODULES)) add(match[2]!, 'module');
  return [...found.values()];
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

const LIBRARIES =
  /(?:^|[/@])(?:jquery|bootstrap|react|react-dom|vue|alpine|htmx|d3|three|chart|echarts|plotly|lodash|underscore|moment|dayjs|luxon|date-fns|axios|ky|superagent|tailwind|tailwindcss|popper|marked|highlight|prism|mermaid|katex|mathjax|leaflet|sortable|gsap|anime|babel|polyfills?|modernizr|html5shiv|analytics|gtag|gtm|fontawesome|codemirror|monaco|ace|quill|dompurify|handlebars|mustache|papaparse|xlsx|jszip|socket\.io|confetti|swiper|fabric|konva|p5|pixi|phaser|tone|howler)(?:[.@-](?:\d[\d.]*|min|umd|prod|production|dev|development|esm|bundle|slim|all|full|core|global|cdn|module|browser|pkgd))*\.m?js(?:[?#]|$)/i;

/** A file that by its name is the distribution of a library, not the artifact's own code. */
export function isKnownLibrary(url: string): boolean {
  return url.length < 500 && LIBRARIES.test(url);
}
