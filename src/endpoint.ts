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

export function isWriteMethod(method: string): boolean {
  return WRITE_METHODS.has(method.toUpperCase());
}

/**
 * Whether a host name as WHATWG URL parsing leaves it (lower case, canonical IPv4 and IPv6) is this machine:
 * `localhost` and below (RFC 6761), 127.0.0.0/8, 0.0.0.0, [::1], and IPv4-mapped 127.0.0.0/8 in IPv6.
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (host === '0.0.0.0' || host === '[::1]' || host === '[::]') return true;
  if (/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)) return true;
  return /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}

const NETWORK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

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
  const upper = method.toUpperCase();
  if (!parsed) return { method: upper, url, reach: 'unresolved' };
  if (!NETWORK_SCHEMES.has(parsed.protocol)) return null;
  return { method: upper, url: parsed.href, reach: reachOf(parsed, documentUrl) };
}

/**
 * The reach of a URL pattern. `base` is what relative URLs resolve against (`<base href>`, else the page).
 * Null for what is no endpoint. An incomplete authority is compared as text: it is `remote` only when no
 * completion can be loopback or the page itself.
 */
export function classifyPattern(pattern: TextPattern, base: string = PAGE_URL): Reach | null {
  const { head, complete, rest } = leadingText(pattern);
  if (complete) return resolveEndpoint('GET', head, PAGE_URL, base)?.reach ?? null;
  const text = head
    .replace(/^[\u0000-\u0020]+/, '')
    .replace(/[\t\n\r]/g, '')
    .replaceAll('\\', '/');
  if (text === '') return 'unresolved';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text);
  if (scheme) return afterScheme(text, `${scheme[1]?.toLowerCase()}:`, rest);
  if ('https://'.startsWith(text.toLowerCase()) || 'http://'.startsWith(text.toLowerCase())) return 'unresolved';
  if (text.startsWith('//')) return authorityReach(`https:${text}`, rest);
  return resolveEndpoint('GET', '', PAGE_URL, base)?.reach ?? null;
}

function leadingText(pattern: TextPattern): { head: string; complete: boolean; rest: string } {
  const hole = pattern.indexOf(null);
  if (hole < 0) return { head: pattern.join(''), complete: true, rest: '' };
  const rest = pattern.slice(hole).map((part) => part ?? '\u0000');
  return { head: pattern.slice(0, hole).join(''), complete: false, rest: rest.join('') };
}

function afterScheme(text: string, scheme: string, rest: string): Reach | null {
  if (!NETWORK_SCHEMES.has(scheme))
    return /^(?:blob|data|about|javascript|mailto|tel):$/.test(scheme) ? null : 'unresolved';
  const slashes = /^[a-z]+:(\/*)/i.exec(text)?.[1] ?? '';
  if (slashes.length >= 2) return authorityReach(`${scheme}//${text.slice(scheme.length + slashes.length)}`, rest);
  // `https:{x}` is relative under an https page and an authority elsewhere.
  return 'unresolved';
}

/** `text` is `scheme://…` cut at the first hole; `rest` is what follows, with NUL for each hole. */
function authorityReach(text: string, rest: string): Reach {
  const whole = /^[a-z]+:\/\/([^/?#]*)([/?#])?/i.exec(text);
  const authority = whole?.[1] ?? '';
  if (whole?.[2]) return reachOf(parse(text, PAGE_URL), PAGE_URL);
  // An `@` further on would turn what stands here into user info.
  const restOfAuthority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  if (restOfAuthority.includes('@')) return 'unresolved';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const port = /^(.+):\d*$/.exec(host);
  if (port && !host.startsWith('[')) return reachOf(parse(`https://${port[1]}/`, PAGE_URL), PAGE_URL);
  if (host.startsWith('[') && host.includes(']'))
    return reachOf(parse(`https://${host.replace(/\].*$/, ']')}/`, PAGE_URL), PAGE_URL);
  return couldBeLoopback(host.toLowerCase()) ? 'unresolved' : 'remote';
}

function couldBeLoopback(prefix: string): boolean {
  if ('localhost'.startsWith(prefix) || prefix.endsWith('localhost') || /(?:^|\.)localhost\.?$/.test(prefix))
    return true;
  if (prefix.startsWith('[') || prefix.includes('%')) return true;
  if (new URL(PAGE_URL).hostname.startsWith(prefix)) return true;
  return /^[0-9.]*$/.test(prefix) || /^0x/.test(prefix);
}

/** A base that does not parse is no base, as in a browser. */
function parse(url: string, base: string, documentUrl: string = PAGE_URL): URL | null {
  return URL.parse(url, URL.parse(base, documentUrl)?.href ?? documentUrl);
}

function reachOf(url: URL | null, documentUrl: string): Reach {
  if (!url) return 'unresolved';
  if (isLoopbackHost(url.hostname)) return 'loopback';
  const document = new URL(documentUrl);
  // A socket of the page's own host is its own whatever the scheme: `'ws://' + location.host`.
  const isSocket = url.protocol === 'ws:' || url.protocol === 'wss:';
  return (isSocket || url.protocol === document.protocol) && url.host === document.host ? 'own-origin' : 'remote';
}
