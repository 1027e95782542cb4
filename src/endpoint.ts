/**
 * Where a write goes. In: a method and a URL, complete (driven) or a pattern with holes (source), and the document that
 * made the call. Out: an Endpoint with its reach. Both halves ask here, so they cannot disagree about loopback.
 */
import type { Endpoint, Reach } from './model.ts';

/** The stand-in page of a scan: `location.href` of an artifact whose host is not chosen yet. */
export const PAGE_URL = 'https://page.invalid/artifact.html';

/** Text with holes: a string is known, `null` is something only the running page knows. Neighbours may both be strings. */
export type TextPattern = readonly (string | null)[];

const WRITE_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** POST, PUT, PATCH or DELETE, in any case. */
export function isWriteMethod(method: string): boolean {
  return WRITE_METHODS.has(method.toUpperCase());
}

/**
 * Whether a host name as WHATWG URL parsing leaves it (lower case, canonical IPv4 and IPv6) is this machine:
 * `localhost` and below (RFC 6761), 127.0.0.0/8, 0.0.0.0, [::], [::1], and IPv4-mapped 127.0.0.0/8 in IPv6.
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (host === '0.0.0.0' || host === '[::1]' || host === '[::]') return true;
  return /^127\.[\d.]+$/.test(host) || /\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]/.test(host);
}

const NETWORK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);
/** Schemes that are no endpoint, whatever follows. */
const OTHER_SCHEMES: ReadonlySet<string> = new Set(['blob:', 'data:', 'about:', 'javascript:', 'mailto:', 'tel:']);

/**
 * The endpoint of a complete URL, resolved against `baseUrl`; own-origin is judged against `documentUrl`.
 * Null for what is no endpoint: `blob:`, `data:`, `about:`, `javascript:`, `mailto:` and their like.
 * A URL that does not parse is `unresolved`, with its text kept.
 */
export function resolveEndpoint(
  method: string,
  url: string,
  documentUrl: string,
  baseUrl: string = documentUrl,
): Endpoint | null {
  const parsed = parse(url, baseUrl, documentUrl);
  const reach = reachOf(parsed, documentUrl);
  return reach === null ? null : { method: method.toUpperCase(), url: parsed?.href ?? url, reach };
}

/**
 * The reach of a URL pattern. `base` is what relative URLs resolve against (`<base href>`, else the page).
 * Null for what is no endpoint. An incomplete authority is compared as text: it is `remote` where the text so far is
 * the beginning neither of a loopback host nor of the page's own.
 */
export function classifyPattern(pattern: TextPattern, base: string = PAGE_URL): Reach | null {
  const hole = pattern.indexOf(null);
  if (hole < 0) return reachOf(parse(pattern.join(''), base, PAGE_URL), PAGE_URL);
  const text = pattern
    .slice(0, hole)
    .join('')
    .replace(/^[\u0000-\u0020]+/, '')
    .replace(/[\t\n\r]/g, '')
    .replaceAll('\\', '/');
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0].toLowerCase();
  if (scheme) return afterScheme(scheme, text.slice(scheme.length), pattern.slice(hole));
  if ([...NETWORK_SCHEMES].some((each) => each.startsWith(text.toLowerCase()))) return 'unresolved';
  if (text.startsWith('//')) return afterScheme('https:', text, pattern.slice(hole));
  return reachOf(parse(text, base, PAGE_URL), PAGE_URL);
}

function afterScheme(scheme: string, text: string, rest: TextPattern): Reach | null {
  if (OTHER_SCHEMES.has(scheme)) return null;
  // `https:{x}` is relative under an https page and an authority elsewhere.
  if (!NETWORK_SCHEMES.has(scheme) || !text.startsWith('//')) return 'unresolved';
  return authorityReach(scheme, text.replace(/\/+/, ''), rest.join());
}

/** `text` follows `scheme://` up to the first hole; `rest` is the text after that. */
function authorityReach(scheme: string, text: string, rest: string): Reach | null {
  if (/[/?#]/.test(text)) return reachOf(parse(`${scheme}//${text}`, PAGE_URL, PAGE_URL), PAGE_URL);
  // An `@` further on would turn what stands here into user info.
  if (/^[^/?#]*@/.test(rest)) return 'unresolved';
  const host = text.slice(text.lastIndexOf('@') + 1).toLowerCase();
  const named = /^(?:\[.*\]|[^[:]+(?=:))/.exec(host)?.[0];
  if (named === undefined) return couldBeLocal(host) ? 'unresolved' : 'remote';
  const reach = reachOf(parse(`${scheme}//${named}/`, PAGE_URL, PAGE_URL), PAGE_URL);
  // The page's own host with a port that is not known may be another server.
  return reach === 'own-origin' ? 'unresolved' : reach;
}

/** Whether what begins like this may be a loopback host, the page's own, or one that only parsing can tell. */
function couldBeLocal(prefix: string): boolean {
  if ('localhost'.startsWith(prefix) || /localhost\.?$/.test(prefix)) return true;
  if (prefix.startsWith('[') || prefix.includes('%')) return true;
  if (new URL(PAGE_URL).hostname.startsWith(prefix)) return true;
  return prefix.split('.').every((label) => /^(?:\d*|0x[\da-f]*)$/.test(label));
}

/** A base that does not parse is no base, as in a browser. */
function parse(url: string, base: string, documentUrl: string): URL | null {
  return URL.parse(url, URL.parse(base, documentUrl)?.href ?? documentUrl);
}

function reachOf(url: URL | null, documentUrl: string): Reach | null {
  if (!url) return 'unresolved';
  if (!NETWORK_SCHEMES.has(url.protocol)) return null;
  if (isLoopbackHost(url.hostname)) return 'loopback';
  const document = new URL(documentUrl);
  // A socket of the page's own host is its own whatever the scheme: `'ws://' + location.host`.
  const isSocket = url.protocol === 'ws:' || url.protocol === 'wss:';
  return (isSocket || url.protocol === document.protocol) && url.host === document.host ? 'own-origin' : 'remote';
}
