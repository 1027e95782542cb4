/**
 * Suppression comments in sources: `savecheck-ignore-next-line <rule>: reason`, in comments of HTML, JavaScript, Python.
 * In: a text. Out: which lines they speak for, and what is wrong with those that have no effect.
 */
import { posix } from 'node:path';
import type { RuleName, Source } from '../model.ts';
import { RULES } from '../model.ts';
import { clean } from '../untrusted.ts';
import { unknownWord } from '../usage-error.ts';

export interface Marker {
  readonly path: string;
  /** The line it stands on, and the line it speaks for; 1-based. */
  readonly line: number;
  readonly covers: number;
  readonly rule: RuleName;
  readonly reason: string;
}

export interface Markers {
  readonly markers: readonly Marker[];
  /** A marker without effect, and why, for people. */
  readonly faults: readonly string[];
}

const WORD = 'savecheck-ignore-next-line';
const MARKER = /(?:<!--|\/\/|\/\*|#|\*)[ \t]{0,40}savecheck-ignore-next-line\b(.{0,400})/;

/** Reads the markers of one text. Stacked markers speak for the first line below them that is none. */
function readMarkers(path: string, text: string): Markers {
  if (!text.includes(WORD)) return { markers: [], faults: [] };
  const lines = text.split(/\r\n|\n|\r/);
  const found: Marker[] = [];
  const faults: string[] = [];
  for (const [index, line] of lines.entries()) {
    const rest = MARKER.exec(line)?.[1];
    if (rest === undefined) continue;
    const [, rule = '', reason = ''] = /^[ \t]*([\w-]*)[ \t]*(?::[ \t]*(.*))?$/.exec(stripClosing(rest)) ?? [];
    const fault = faultOf(rule, reason);
    if (fault) faults.push(`${path}:${index + 1}: ${WORD} has no effect: ${fault}`);
    else {
      let covers = index + 1;
      while (covers < lines.length - 1 && MARKER.test(lines[covers] as string)) covers++;
      found.push({
        path,
        line: index + 1,
        covers: covers + 1,
        rule: copyOf(rule) as RuleName,
        reason: copyOf(clean(reason)),
      });
    }
  }
  return { markers: found, faults };
}

/** The markers of a source and of the files it pulls in. */
export function readMarkersOf({ path, text, siblings }: Source): Markers {
  const texts: [string, string][] = Object.entries(siblings).map(([key, sibling]) => [
    posix.join(posix.dirname(path), key),
    sibling,
  ]);
  const read = [[path, text] as const, ...texts].map(([each, content]) => readMarkers(each, content));
  return { markers: read.flatMap(({ markers }) => markers), faults: read.flatMap(({ faults }) => faults) };
}

/** Part of a text is held as a place in the whole, which a marker would keep in memory to the end of the run. */
function copyOf(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

/** Without what closes the comment. */
function stripClosing(rest: string): string {
  return rest.replace(/[ \t]*(?:--!?>|\*\/\}?).*$/, '').trimEnd();
}

function faultOf(rule: string, reason: string): string | null {
  if (rule === '') return `no rule is named; write "${WORD} ${RULES[0]}: reason"`;
  if (!RULES.some((known) => known === rule)) return `${unknownWord('rule', clean(rule), RULES).message}`;
  return clean(reason) === '' ? 'the reason is missing' : null;
}
