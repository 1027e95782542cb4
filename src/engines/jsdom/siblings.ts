/**
 * The artifact's own files, by the URL the page knows them under; a `data:` URL is a file of its own. In: a source and
 * the URL of its document. Out: text and media type, or nothing. Served in every world: they are part of the artifact.
 */
import type { Source } from '../../model.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  html: 'text/html',
  svg: 'image/svg+xml',
};

export class Siblings {
  /** URL without query and fragment, to the path relative to the source's directory. */
  readonly urls: ReadonlyMap<string, string>;
  readonly #texts: Readonly<Record<string, string>>;

  constructor(source: Source, documentUrl: string) {
    this.#texts = source.siblings;
    const urls = new Map<string, string>();
    for (const path of Object.keys(source.siblings)) {
      const encoded = path.split('/').map(encodeURIComponent).join('/');
      const url = URL.parse(encoded, documentUrl);
      if (url) urls.set(url.href, path);
    }
    this.urls = urls;
  }

  find(url: string): { readonly text: string; readonly type: string } | null {
    if (/^data:/i.test(url)) return { text: dataText(url), type: /^data:([^;,]*)/i.exec(url)?.[1] || 'text/plain' };
    // Whatever serves files takes two slashes for one.
    const bare = (URL.parse(url.replace(/[?#].*$/s, ''))?.href ?? url).replace(/(?<=[^:/])\/{2,}/g, '/');
    const path = this.urls.get(bare);
    const text = path === undefined ? undefined : this.#texts[path];
    if (path === undefined || text === undefined) return null;
    return { text, type: TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'text/plain' };
  }
}

/** The content of a `data:` URL; what is wrongly encoded stands as it is. */
export function dataText(url: string): string {
  const comma = url.indexOf(',');
  const content = url.slice(comma + 1);
  try {
    return url.slice(0, comma).endsWith(';base64')
      ? Buffer.from(decodeURIComponent(content), 'base64').toString('utf8')
      : decodeURIComponent(content);
  } catch {
    return content;
  }
}
