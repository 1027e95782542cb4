import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LOST_CONSEQUENCES } from '../../src/model.ts';
import { labelOf, scanText } from '../support/scan-source.ts';

interface Static {
  readonly label?: string;
  readonly at?: readonly string[];
}

const root = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const cases = readdirSync(root).flatMap((folder) => {
  const { static: expected } = JSON.parse(readFileSync(`${root}${folder}/expected.json`, 'utf8')) as {
    static?: Static;
  };
  const artifact = readdirSync(`${root}${folder}`).find((name) => name.startsWith('artifact.'));
  if (!expected?.label || !artifact) return [];
  return [
    { folder, expected, extension: artifact.slice(9), text: readFileSync(`${root}${folder}/${artifact}`, 'utf8') },
  ];
});

describe('a source alone is judged as its fixture says', () => {
  test('there are fixtures with an expectation for the source', () => {
    expect(cases.length).toBeGreaterThan(200);
  });

  test.each(cases.map((one) => [one.folder, one] as const))('%s', async (_folder, { expected, extension, text }) => {
    const outcome = await scanText(extension, text);
    expect({ label: labelOf(outcome), failures: outcome.failures }).toMatchObject({ label: expected.label });
    if (!expected.at) return;
    const lost = outcome.findings.filter((finding) => LOST_CONSEQUENCES.some((one) => one === finding.consequence));
    expect(lost.map((finding) => `${finding.line}:${finding.column}`)).toEqual(expected.at);
  });
});
