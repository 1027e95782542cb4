/**
 * What a second attempt puts in place. In: a source and its drive as it stands. Out: stand-ins for undefined globals and
 * placeholders; empty when the drive needs no repair. A drive that wrote back locally is never repaired.
 */
import type { DriveRequest } from '../../contracts.ts';
import type { Observation, Source } from '../../model.ts';
import { isLocalWriteBack } from '../../write-back-key.ts';

type Repairs = DriveRequest['repair'];

const REPAIRS_KEPT = 50;
const PLACEHOLDERS: readonly RegExp[] = [
  /__[A-Z][A-Z0-9_]{1,60}__/g,
  /\{\{[^{}<>\n]{1,80}\}\}/g,
  /<%=?[^%<>\n]{1,80}%>/g,
  /(?<=[=(:,[]\s*)\/\*[^*\n]{1,80}\*\/(?=\s*[;,)\]}\n])/g,
];

/** `made`: what is in place already; the answer holds it too, and is as long when there is nothing to add. */
export function repairsFor(source: Source, driven: Observation, made: Repairs): Repairs {
  if (driven.end.code !== 'completed' || driven.requests.some(isLocalWriteBack)) return made;
  const placeholders = placeholdersOf(source.text);
  if (isSound(driven) && placeholders.length === 0) return made;
  const undefinedNames = new Set(driven.errors.flatMap((error) => error.undefinedName ?? []));
  const wanted: Repairs = [
    ...placeholders.map((name) => ({ kind: 'placeholder', name }) as const),
    ...[...undefinedNames].map((name) => ({ kind: 'undefined-global', name }) as const),
  ];
  const names = new Set(made.map(({ name }) => name));
  const more = wanted.filter(({ name }) => !names.has(name) && names.add(name));
  return [...made, ...more].slice(0, REPAIRS_KEPT);
}

/** Whether a page ran to its end as it stands: no script threw while it loaded, and none was missing. */
export function isSound({ end, errors, scripts }: Observation): boolean {
  const threw = errors.some(({ step, kind }) => step === 0 && kind !== 'resource');
  return end.code === 'completed' && !threw && scripts.every(({ status }) => status !== 'missing');
}

function placeholdersOf(text: string): string[] {
  const found = new Set<string>();
  for (const pattern of PLACEHOLDERS) for (const [match] of text.matchAll(pattern)) found.add(match);
  return [...found];
}
