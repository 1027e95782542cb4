/**
 * The gate in words: one line for its status, and lines for what it says besides. Paths and details are untrusted.
 */
import { clean } from '../untrusted.ts';
import type { GateEntry, GateResult } from './gate.ts';

const WORDS: Readonly<Record<GateResult['status'], string>> = {
  pass: 'PASS',
  fail: 'FAIL',
  'could-not-verify': 'COULD NOT VERIFY',
  skipped: 'SKIPPED',
};

function entryLine({ reason, path, detail, change }: GateEntry): string {
  const subject = [clean(path), change === 'modified' ? '(modified)' : ''].filter((part) => part !== '').join(' ');
  return `${subject === '' ? '' : `${subject}: `}${reason}: ${clean(detail)}`;
}

/** One line: the status, and the first of what decides it. */
export function gateLine(result: GateResult): string {
  const deciding = result.status === 'fail' ? result.failures : result.unverified;
  const [first, ...more] = result.status === 'skipped' ? result.advisories : deciding;
  const what = first
    ? `${entryLine(first)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`
    : `${result.authored} ${result.authored === 1 ? 'source' : 'sources'} of the run judged, none loses a write-back`;
  return `${WORDS[result.status]} no_lost_write_back: ${what}`;
}

/** What the line leaves out. */
export function gateDetails(result: GateResult): string[] {
  const deciding = result.status === 'fail' ? result.failures : result.unverified;
  return [
    ...deciding.slice(1).map((entry) => `  ${entryLine(entry)}`),
    ...(result.status === 'fail' ? result.unverified.map((entry) => `  could not verify ${entryLine(entry)}`) : []),
    ...(result.status === 'skipped' ? [] : result.advisories.map((entry) => `  advisory ${entryLine(entry)}`)),
  ];
}
