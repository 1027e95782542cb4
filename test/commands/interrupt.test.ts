import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model.ts';
import { CLEAN, LOST, SPINS } from '../support/pages.ts';
import { sandbox } from '../support/sandbox.ts';
import { savecheck } from '../support/savecheck.ts';

/** Calls `then` once the file holds a line. */
function onFirstLine(file: string, then: () => void): void {
  const timer = setInterval(() => {
    try {
      if (!readFileSync(file, 'utf8').includes('\n')) return;
    } catch {
      return;
    }
    clearInterval(timer);
    then();
  }, 50);
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s: what is judged is reported, the rest is named, exit %i', async (signal, expected) => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x${10 + n}.html`, SPINS]));
  const cwd = sandbox({ 'a.html': LOST, 'b.html': CLEAN, ...files });
  const { code, stdout, stderr } = await savecheck(
    ['verify', '.', '--host', 'cowork', '--json', '--jobs', '1', '--timeout', '600', '--save-facts', 'f.ndjson'],
    { cwd, during: (child) => onFirstLine(join(cwd, 'f.ndjson'), () => child.kill(signal)) },
  );
  const report = JSON.parse(stdout) as Report;
  expect(code).toBe(expected);
  expect(report.partial).toBe(true);
  expect(report.verdicts.length).toBeGreaterThan(0);
  expect(report.verdicts.length).toBeLessThan(22);
  const left = report.unscanned.filter(({ reason }) => reason === 'interrupted').map(({ path }) => path);
  const judged = report.verdicts.map(({ artifact }) => artifact);
  expect([...judged, ...left].sort()).toEqual(['a.html', 'b.html', ...Object.keys(files)]);
  expect(stderr).toMatch(/Interrupted: \d+ judged/);
});

test('an interrupt of the older Node that went over to another reaches it', async () => {
  const cwd = sandbox({ 'a.html': CLEAN, 'b.html': SPINS });
  const pretend = "process.env.SAVECHECK_REEXEC||Object.defineProperty(process,'versions',{value:{node:'20.9.0'}})";
  const { code, stdout } = await savecheck(
    ['verify', '.', '--host', 'cowork', '--json', '--jobs', '1', '--timeout', '600', '--save-facts', 'f.ndjson'],
    {
      cwd,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` },
      during: (child) => onFirstLine(join(cwd, 'f.ndjson'), () => child.kill('SIGINT')),
    },
  );
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ partial: true, unscanned: [{ path: 'b.html', reason: 'interrupted' }] });
});
