import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sarif } from '../../src/formats/sarif.ts';
import type { Facts } from '../../src/model.ts';
import { facts, finding, request, saw, worlds } from '../support/drives.ts';
import { hostileReport, reportOf } from '../support/reports.ts';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly codeFlows?: readonly {
    readonly threadFlows: readonly {
      readonly locations: readonly { readonly location: { readonly message: { readonly text: string } } }[];
    }[];
  }[];
  readonly suppressions: readonly { readonly kind: string; readonly justification: string }[];
  readonly locations: readonly { readonly physicalLocation: { readonly region?: { readonly startLine: number } } }[];
}
interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly Result[];
  }[];
}

const require = createRequire(import.meta.url);

/** The schema of OASIS, as published for draft 4 of JSON Schema; what it uses of that draft, draft 7 reads alike. */
function oasisSchema(): object {
  const file = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const { id: $id, $schema: _draft4, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return { $id, ...schema };
}

/** Closed where the published schema is open: a misspelt property is none of its own. */
const part = JSON.parse(readFileSync(new URL('data/sarif-2.1.0-part.schema.json', import.meta.url), 'utf8')) as object;
const checks = [
  formatsPlugin.default(new Ajv({ allErrors: true, strict: false, unicodeRegExp: false })).compile(oasisSchema()),
  formatsPlugin.default(new Ajv2020({ allErrors: true })).compile(part),
];
const context = { verbose: false, color: false, columns: 80 };

function logOf(report: Parameters<typeof sarif.render>[0]): Log {
  const log = JSON.parse(sarif.render(report, context)) as Log;
  for (const valid of checks) expect(valid(log) ? [] : valid.errors).toEqual([]);
  return log;
}

function resultsOf(all: readonly Facts[]): readonly Result[] {
  return logOf(reportOf(all)).runs[0]?.results ?? [];
}

const lies = worlds([saw(20, 'Saved')], [saw(20, 'Saved')], { reads: [] });

test('fits the schema, whatever a page says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => void logOf(hostileReport(text))),
    { numRuns: 40 },
  );
  logOf(reportOf([]));
});

test('each result names its rule, and is where the call stands', () => {
  const log = logOf(reportOf([facts([lies], [finding()])]));
  const [result] = log.runs[0]?.results ?? [];
  expect(result).toMatchObject({
    ruleId: 'artifact-write-back-lost',
    level: 'error',
    locations: [{ physicalLocation: { region: { startLine: 10, startColumn: 7 } } }],
  });
  expect(log.runs[0]?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe('artifact-write-back-lost');
});

describe('fingerprints', () => {
  const moved = (by: number): readonly Result[] => {
    const site = { path: 'artifact.html', line: 10 + by, column: 7 };
    const drives = worlds([saw(20, 'Saved')], [saw(20, 'Saved')], { reads: [], site });
    const lone = finding({
      line: 40 + by,
      sink: { line: 40 + by, column: 1 },
      endpoint: { ...finding().endpoint, url: '/other' },
      alternatives: [],
    });
    return resultsOf([facts([drives], [finding({ line: 10 + by, sink: { line: 10 + by, column: 7 } }), lone])]);
  };
  const prints = (results: readonly Result[]): string[] =>
    results.map(({ partialFingerprints }) => Object.values(partialFingerprints).join());
  test('survive moved lines', () => {
    expect(prints(moved(25))).toEqual(prints(moved(0)));
    expect(moved(25)[0]?.locations).not.toEqual(moved(0)[0]?.locations);
  });
  test('tell equal problems of one file apart', () => {
    const lone = [40, 50, 60].map((line) => finding({ line, sink: { line, column: 1 } }));
    const all = prints(resultsOf([facts([], lone, { driven: false })]));
    expect(new Set(all).size).toBe(3);
  });
});

test('the click trace is a code flow', () => {
  const [result] = resultsOf([facts([lies])]);
  const steps = result?.codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => location.message.text);
  expect(steps).toEqual(['Opened the page', 'Pressed “Save” (button#b)']);
});

test('what a comment excuses is suppressed in source, with its reason', () => {
  const suppressions = [
    { path: 'artifact.html', line: 10, rule: 'artifact-write-back-lost', by: 'comment', reason: 'a demo' },
  ] as const;
  const [result] = resultsOf([facts([lies], [finding()], { suppressions })]);
  expect(result?.suppressions).toEqual([{ kind: 'inSource', status: 'accepted', justification: 'a demo' }]);
});

test('a path that is no URL is encoded', () => {
  const site = { path: 'a b/#1?%.html', line: 1, column: 1 };
  const drives = worlds([], [], { reads: [], site, carries: request().carries });
  expect(sarif.render(reportOf([facts([drives], [], { artifact: 'a b/#1?%.html' })]), context)).toContain(
    '"uri": "a%20b/%231%3F%25.html"',
  );
});
