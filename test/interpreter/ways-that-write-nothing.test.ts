/**
 * A function that writes on one of its ways and leaves early on another: what follows the early way follows no write. And lists that are
 * emptied and filled anew. Each truthful page has a twin that does not look at the answer.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

const page = (code: string): string =>
  `<!doctype html><textarea id=inp></textarea><button id=y>Save</button><p id=m></p><script>\n${code}\n</script>`;

const cases = readFileSync(new URL('ways-that-write-nothing.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', expected = '', code = ''] = /^([^:]+): (lost|suspect): (.*)$/.exec(line) ?? [];
    return { name, expected, code };
  });

describe('what follows a way that writes nothing follows no write', () => {
  test('there are cases of both kinds', () => {
    expect(new Set(cases.map(({ expected }) => expected))).toEqual(new Set(['lost', 'suspect']));
  });

  test.each(cases)('$name: $expected', async ({ expected, code }) => {
    expect(labelOf(await scanText('html', page(code)))).toBe(expected);
  });
});
