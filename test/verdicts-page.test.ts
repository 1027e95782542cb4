import { describe, expect, test } from 'vitest';
import type { Label, Outcome } from '../src/model.ts';
import { LABELS, LOST_CONSEQUENCES, OUTCOMES, SUSPECT_CONSEQUENCES } from '../src/model.ts';
import type { Expectation, Row } from './support/rule-tables.ts';
import { codesIn, expectationOf, missing, page, referencesIn, rowsOf } from './support/rule-tables.ts';

const CONSEQUENCES: readonly string[] = [...LOST_CONSEQUENCES, ...SUSPECT_CONSEQUENCES];
const SOURCE_ALONE = 'From the source alone';

/** Whether a fixture expects what a rule gives: a label, an outcome, a consequence, a confidence, a half, or evidence. */
function gives({ section }: Row, code: string, { static: source, driven }: Expectation): boolean {
  const fromSource = section.startsWith(SOURCE_ALONE);
  if (LABELS.includes(code as Label)) return code === (fromSource ? source?.label : (driven?.label ?? source?.label));
  if (!fromSource && OUTCOMES.includes(code as Outcome)) return code === driven?.outcome;
  if (CONSEQUENCES.includes(code)) return code === source?.consequence;
  if (code === 'low') return driven?.confidence === 'low';
  if (code === 'both' || code === 'driven' || code === 'source') return driven?.seen === code;
  return (driven?.evidence ?? []).includes(code);
}

/** What is wrong with a row; nothing where it holds. */
function faultsOf(row: Row): string[] {
  const references = referencesIn(row.cells['shown by'] ?? '');
  if (references.length === 0) return ['nothing shows it'];
  const absent = references.flatMap((reference) => missing(reference) ?? []);
  if (absent.length > 0) return absent;
  const codes = codesIn(row.cells.gives ?? '');
  return references.flatMap((reference) => {
    if (reference.kind === 'test') return [];
    const expected = expectationOf(reference.name);
    return codes.filter((code) => !gives(row, code, expected)).map((code) => `${reference.name} does not give ${code}`);
  });
}

const text = page('docs/verdicts.md');
const rules = rowsOf(text).filter(({ cells }) => 'shown by' in cells);

describe('each rule of the page is shown by what it names', () => {
  test('there are rules, each with a wording of its own', () => {
    const worded = rules.map(({ section, cells }) => `${section}: ${cells.rule}`);
    expect(worded.length).toBeGreaterThan(150);
    expect(new Set(worded).size).toBe(worded.length);
  });

  test.each(rules.map((rule) => [`${rule.section}: ${rule.cells.rule}`, rule] as const))('%s', (_name, rule) => {
    expect(faultsOf(rule)).toEqual([]);
  });
});

test('the tables of labels and outcomes have every member', () => {
  const named = (column: string): (string | undefined)[] =>
    rowsOf(text).flatMap(({ cells }) =>
      column in cells && !('shown by' in cells) ? codesIn(cells[column] ?? '')[0] : [],
    );
  expect([...new Set(named('label'))].sort()).toEqual([...LABELS].sort());
  expect([...new Set(named('outcome'))].sort()).toEqual([...OUTCOMES].sort());
});

describe('the check finds', () => {
  const rule = rules.find(({ cells }) => cells.rule === 'Notifications') as Row;
  test.each([
    ['a rule that nothing shows', { 'shown by': '' }, 'nothing shows it'],
    ['a fixture that is not there', { 'shown by': '`no-such-behaviour`' }, 'no fixture no-such-behaviour'],
    ['a fixture of another outcome', { gives: '`lost`' }, 'perceived-notification does not give lost'],
    ['evidence that nobody expects', { gives: '`world-cap`' }, 'perceived-notification does not give world-cap'],
  ])('%s', (_name, cells, fault) => {
    expect(faultsOf({ ...rule, cells: { ...rule.cells, ...cells } })).toContain(fault);
  });
});
