import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const table =
  readFileSync(`${root}/docs/analyze-skill.md`, 'utf8').split('## What is held to what, and where')[1] ?? '';
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| behaviour'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('the table of behaviours is there', () => {
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows.map(([, behaviour, tests]) => [behaviour as string, tests as string]))(
  '%s: its tests exist',
  (_behaviour, tests) => {
    const file = readFileSync(`${root}/test/${tests.split(' ')[0]}.test.ts`, 'utf8');
    const titles = [...tests.matchAll(/`([^`]+)`/g)].map(([, title]) => title as string);
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(file).toContain(title);
  },
);
