import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Format } from '../../src/contracts.ts';
import { reportJsonSchema } from '../../src/options/report-schema.ts';
import { formats } from '../../src/registry.ts';
import { facts, finding } from '../support/drives.ts';
import { hostileReport, reportOf } from '../support/reports.ts';

const published = JSON.parse(readFileSync(new URL('../../docs/report.schema.json', import.meta.url), 'utf8')) as object;
const valid = new Ajv2020({ allErrors: true }).compile(published);
const json = (await formats.json?.()) as Format;
const context = { verbose: false, color: false, columns: 80 };

function errorsOf(report: unknown): unknown[] {
  return valid(report) ? [] : (valid.errors ?? []);
}

test('the published schema is the one in the code', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(reportJsonSchema())));
});

test('a rendered report fits the schema, whatever the page says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(errorsOf(JSON.parse(json.render(hostileReport(text), context)))).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('an empty report fits the schema', () => {
  expect(errorsOf(JSON.parse(json.render(reportOf([]), context)))).toEqual([]);
});

test.each([
  ['an unknown key', { surprise: 1 }],
  ['another version', { schemaVersion: 2 }],
  [
    'a label that is none',
    { verdicts: [{ ...reportOf([facts([], [finding()], { driven: false })]).verdicts[0], label: 'fine' }] },
  ],
])('the schema refuses %s', (_, over) => {
  expect(errorsOf({ ...reportOf([]), ...over })).not.toEqual([]);
});
