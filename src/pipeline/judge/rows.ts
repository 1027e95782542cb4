/**
 * One row a write-back, whichever hosts saw it fire. In: the judgements of all hosts. Out: rows, each with what every
 * host made of it. Hosts differ in their URLs, so rows are matched by path below the document's folder, cause and site.
 */
import type { Host } from '../../contracts.ts';
import { OUTCOMES } from '../../model.ts';
import { elementName } from './element.ts';
import type { Fired } from './fired.ts';
import type { HostJudgement } from './host.ts';
import { byLabel } from './label.ts';

export interface Row {
  /** Worst first; never empty. */
  readonly fired: readonly Fired[];
}

export function rowsOf(judgements: readonly HostJudgement[]): Row[] {
  const groups = Map.groupBy(
    judgements.flatMap(({ fired }) => fired),
    likeness,
  );
  return [...groups.values()].map((fired) => ({ fired: fired.toSorted(worstFirst) }));
}

/** What the host made of it that saw the worst. */
export function worstOf(row: Row): Fired {
  return row.fired[0] as Fired;
}

function worstFirst(a: Fired, b: Fired): number {
  return byLabel(a.counts, b.counts) || OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome);
}

function likeness(fired: Fired): string {
  const { request, action } = fired;
  const cause = action ? [action.kind, elementName(action.on), action.name] : null;
  return JSON.stringify([
    request.endpoint.method,
    pathBelow(request.endpoint.url, fired.host),
    request.channel,
    cause,
    request.site,
  ]);
}

/** `/artifacts/api/x` in a host that shows documents below `/artifacts/`, and `/api/x` in one that does not, are one. */
function pathBelow(url: string, host: Host): string {
  const parsed = URL.parse(url);
  const document = new URL(host.documentUrl);
  if (parsed?.host !== document.host) return url;
  const folder = document.pathname.slice(0, document.pathname.lastIndexOf('/') + 1);
  const path = `${parsed.pathname}${parsed.search}`;
  return path.startsWith(folder) ? path.slice(folder.length) : path.slice(1);
}
