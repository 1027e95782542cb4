import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { threadRunner } from '../../src/isolation/thread.ts';
import { signals } from '../../src/registry.ts';
import { verdictOf } from '../support/drive-page.ts';

const folder = fileURLToPath(new URL('../../docs/evidence', import.meta.url));
const pages = readdirSync(folder).map((name) => ({
  code: name.replace(/\.md$/, ''),
  text: readFileSync(`${folder}/${name}`, 'utf8'),
}));

function block(text: string, name: string): string | undefined {
  return new RegExp(`^\`\`\`html ${name}\\n([^]*?)^\`\`\`$`, 'm').exec(text)?.[1];
}

const examples = pages.flatMap(({ code, text }) => {
  const html = block(text, 'example');
  return html ? [{ code, html }] : [];
});
const fixes = pages.flatMap(({ code, text }) => {
  const html = block(text, 'fixed');
  return html ? [{ code, html }] : [];
});

/** Enough for every example but those that never return, which need not spin for the full cap. */
const runner = threadRunner({ jobs: 1, timeoutMs: 2_000 });
afterAll(() => runner.close());

test('every signal has a page with an example', () => {
  expect(signals.map(({ code }) => code).filter((code) => !examples.some((example) => example.code === code))).toEqual(
    [],
  );
});

test('every page is titled by its code', () => {
  expect(pages.filter(({ code, text }) => !text.startsWith(`# ${code}\n`)).map(({ code }) => code)).toEqual([]);
});

describe('the example gives the evidence', () => {
  test.each(examples)('$code', { timeout: 180_000 }, async ({ code, html }) => {
    const verdict = await verdictOf(html, runner);
    expect(verdict.evidence.map((evidence) => evidence.code)).toContain(code);
  });
});

describe('what the page advises is not lost', () => {
  test.each(fixes)('$code', { timeout: 180_000 }, async ({ html }) => {
    const verdict = await verdictOf(html, runner);
    expect(verdict).toMatchObject({ label: 'suspect', writeBacks: [{ outcome: 'told', seen: 'driven' }] });
  });
});
