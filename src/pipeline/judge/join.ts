/**
 * Joins findings with requests that a drive saw. In: findings and a request. Out: the findings it is. The call site
 * decides; where none is known, method, endpoint pattern and element do.
 */
import type { Action, Finding, Place, Position, Recorded } from '../../model.ts';
import { isSameElement, surelyTwo } from './element.ts';

/** Several where one call site has several; none where the source does not know the request. */
export function findingsOf(findings: readonly Finding[], request: Recorded, action: Action | null): Finding[] {
  const { site } = request;
  if (site && request.channel !== 'form') {
    const here = findings.filter((finding) => standsAt(finding, site));
    const fitting = here.filter((finding) => sameEndpoint(finding, request));
    return nearest(fitting.length > 0 ? fitting : exact(here, site), site);
  }
  const element = request.element ?? action?.on;
  const fitting = findings.filter(
    (finding) => (request.channel === 'form') === (finding.channel === 'form') && sameEndpoint(finding, request),
  );
  const exactly = fitting.filter((finding) => finding.element && element && isSameElement(finding.element, element));
  if (exactly.length > 0) return exactly;
  return fitting.filter((finding) => !finding.element || !element || !surelyTwo(finding.element, element));
}

/**
 * An engine names the callee's own position (`sendBeacon` of `navigator.sendBeacon`), a scan the whole call's: within
 * one line the columns may differ, and the endpoint then has to agree.
 */
function standsAt(finding: Finding, site: Place): boolean {
  return samePath(finding.path, site.path) && (finding.line === site.line || finding.sink.line === site.line);
}

function exact(findings: readonly Finding[], site: Position): Finding[] {
  return findings.filter((finding) =>
    [finding, finding.sink].some((at) => at.line === site.line && at.column === site.column),
  );
}

function nearest(findings: readonly Finding[], site: Position): Finding[] {
  const distance = (finding: Finding): number =>
    Math.min(
      ...[finding, finding.sink].map((at) =>
        at.line === site.line ? Math.abs(at.column - site.column) : Number.POSITIVE_INFINITY,
      ),
    );
  const least = Math.min(...findings.map(distance));
  return findings.filter((finding) => distance(finding) === least);
}

function samePath(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

function sameEndpoint(finding: Finding, request: Recorded): boolean {
  return [finding.endpoint, ...finding.alternatives].some(
    ({ method, url }) => sameMethod(method, request.endpoint.method) && matchesPattern(url, request.endpoint.url),
  );
}

function sameMethod(pattern: string, method: string): boolean {
  return pattern.toUpperCase() === method.toUpperCase() || !/^[A-Za-z]+$/.test(pattern);
}

/**
 * Whether a URL the page asked for completes a pattern of the source: `/items/{…}` is `https://host/items/7`. A pattern
 * without a host of its own is compared from the end of the path, since documents stand in a folder of their host.
 */
export function matchesPattern(pattern: string, url: string): boolean {
  const asked = url.replace(/#.*/s, '');
  const text = pattern.replace(/#.*/s, '').replace(STAND_IN_HOST, '');
  if (ABSOLUTE.test(text)) return completes(asked, text);
  const parsed = URL.parse(asked);
  const path = parsed ? `${parsed.pathname}${parsed.search}` : asked;
  const relative = text.replace(/^(?:\.{0,2}\/)+|^\.$/, '');
  if (relative === '') return text !== '/' || path === '/';
  const [first, ...rest] = relative.split(HOLE);
  return fits(path, ['', `/${first}`, ...rest]);
}

const HOLE = /\{[^{}]*\}/;
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
/** The page's own origin as a scan writes it, before a host is chosen. */
const STAND_IN_HOST = /^(?:https?:)?\/\/page\.invalid(?=[/?#]|$)/i;

/** A whole URL is compared as a browser reads it: `//host` takes the scheme of what was asked for. */
function completes(asked: string, pattern: string): boolean {
  const parts = pattern.split(HOLE);
  if (parts.length === 1) return (URL.parse(pattern, asked)?.href ?? pattern) === asked;
  const scheme = pattern.startsWith('//') ? asked.slice(0, asked.indexOf(':') + 1) : '';
  return fits(asked, [`${scheme}${parts[0]}`, ...parts.slice(1)]);
}

/** Whether `text` is the parts in order with anything between them: the first at its start, the last at its end. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first, last] = [parts[0] as string, parts.at(-1) as string];
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
