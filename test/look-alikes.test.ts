import { describe, expect, test } from 'vitest';
import { END_CODES, LABELS, LOST_CONSEQUENCES, OUTCOMES, SUSPECT_CONSEQUENCES } from '../src/model.ts';
import type { Expectation, Row } from './support/rule-tables.ts';
import { codesIn, expectationOf, missing, page, referencesIn, rowsOf } from './support/rule-tables.ts';

const SHOWN_BY = 'shown by';
const ALIKE = 'looks like it, and is not';
/** Every way a drive may end but completed, and why a page that ran may be known too little. */
const REASONS = ['script-threw', 'script-missing', 'unstable', ...END_CODES.filter((code) => code !== 'completed')];
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  Outcomes: OUTCOMES,
  Labels: LABELS,
  'Reasons of an inconclusive verdict': REASONS,
  'Consequences in a source': [...LOST_CONSEQUENCES, ...SUSPECT_CONSEQUENCES],
};

/** Whether a fixture expects what the row is about; undefined where it does not say. */
function has(row: Row, { static: source, driven }: Expectation): boolean | undefined {
  const [what = '', evidence] = codesIn(row.cells.what ?? '');
  switch (row.section) {
    case 'Outcomes':
      if (driven?.outcome === undefined) return undefined;
      return driven.outcome === what && (evidence === undefined || (driven.evidence ?? []).includes(evidence));
    case 'Labels':
      return driven?.label === undefined ? undefined : driven.label === what;
    case 'Reasons of an inconclusive verdict':
      if (driven?.label === undefined && driven?.evidence === undefined) return undefined;
      return driven.label === 'inconclusive' && (driven.evidence ?? []).includes(what);
    default:
      return source?.consequence === undefined ? undefined : source.consequence === what;
  }
}

/** What is wrong with a row; nothing where it holds. */
function faultsOf(row: Row): string[] {
  const name = `${row.section}: ${row.cells.what}`;
  const [shown, alike] = [referencesIn(row.cells[SHOWN_BY] ?? ''), referencesIn(row.cells[ALIKE] ?? '')];
  const faults = [...shown, ...alike].flatMap((reference) => missing(reference) ?? []);
  if (shown.length < 2) faults.push('shown by fewer than two');
  if (alike.length < 1) faults.push('nothing looks like it');
  if (faults.length > 0) return faults.map((fault) => `${name}: ${fault}`);
  const wrong = (references: typeof shown, wanted: boolean): string[] =>
    references.flatMap((reference) => {
      if (reference.kind !== 'fixture' || has(row, expectationOf(reference.name)) === wanted) return [];
      return `${name}: ${reference.name} does not expect ${wanted ? 'it' : 'something else'}`;
    });
  return [...wrong(shown, true), ...wrong(alike, false)];
}

/** The members of a closed set without a row of their own. */
function unlisted(rows: readonly Row[], section: string): string[] {
  const listed = new Set(rows.filter((row) => row.section === section).map((row) => codesIn(row.cells.what ?? '')[0]));
  return (CLOSED[section] ?? []).filter((member) => !listed.has(member));
}

const rows = rowsOf(page('docs/look-alikes.md'));

describe('what looks like it and is not', () => {
  test.each(Object.keys(CLOSED))('every member has a row: %s', (section) => {
    expect(unlisted(rows, section)).toEqual([]);
  });

  test('there is no row of anything else', () => {
    const known = ({ section, cells }: Row): boolean =>
      (CLOSED[section] ?? []).includes(codesIn(cells.what ?? '')[0] ?? '');
    expect(rows.filter((row) => !known(row)).map(({ cells }) => cells.what)).toEqual([]);
  });

  test.each(rows.map((row) => [`${row.section}: ${row.cells.what}`, row] as const))('%s', (_name, row) => {
    expect(faultsOf(row)).toEqual([]);
  });
});

describe('the check finds', () => {
  const row = rows.find(({ cells }) => cells.what === '`told`') as Row;
  const planted = (cells: Readonly<Record<string, string>>): string =>
    faultsOf({ ...row, cells: { ...row.cells, ...cells } }).join('\n');

  test('a member without a row', () => {
    expect(
      unlisted(
        rows.filter((each) => each !== row),
        'Outcomes',
      ),
    ).toEqual(['told']);
  });

  test.each([
    ['one fixture alone', { [SHOWN_BY]: '`failure-shown-in-words`' }, /fewer than two/],
    ['nothing alike', { [ALIKE]: '' }, /nothing looks like it/],
    ['a fixture that is not there', { [ALIKE]: '`no-such-behaviour`' }, /no fixture no-such-behaviour/],
    ['a fixture of something else', { [SHOWN_BY]: '`failure-shown-in-words` `clean-calculator`' }, /clean-calculator/],
    ['a look-alike that has it', { [ALIKE]: '`failure-shown-in-words`' }, /something else/],
    ['a test that is not there', { [ALIKE]: '`test/readme.test.ts` (no such title)' }, /nothing titled/],
  ])('%s', (_name, cells, fault) => {
    expect(planted(cells)).toMatch(fault);
  });
});
