import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model.ts';
import { CLEAN, GENERATOR, LOST, PLAIN, SPINS, SUSPECT } from '../support/pages.ts';
import { fill, namedPipe, sandbox } from '../support/sandbox.ts';
import type { Surroundings } from '../support/savecheck.ts';
import { canDropRights, PROGRAM, savecheck, savecheckJson } from '../support/savecheck.ts';

async function report(
  args: readonly string[],
  around: Surroundings = {},
): Promise<{ code: number | null; report: Report }> {
  const { code, json } = await savecheckJson(['verify', '--host', 'cowork', ...args], around);
  return { code, report: json };
}

const labels = ({ verdicts }: Report) => Object.fromEntries(verdicts.map(({ artifact, label }) => [artifact, label]));

const FILES = {
  'lost.html': LOST,
  'suspect.html': SUSPECT,
  'clean.html': CLEAN,
  'gen.py': GENERATOR,
  'plain.js': PLAIN,
};

describe('verify', () => {
  test('a directory: a verdict each, sources without a candidate listed, exit 1', async () => {
    const { code, report: found } = await report(['.'], { cwd: sandbox(FILES) });
    expect(labels(found)).toEqual({
      'clean.html': 'clean',
      'gen.py': 'lost',
      'lost.html': 'lost',
      'suspect.html': 'suspect',
    });
    expect(found.failures).toEqual([]);
    expect(found.scanned).toEqual(['clean.html', 'gen.py', 'lost.html', 'plain.js', 'suspect.html']);
    expect(found.summary).toMatchObject({ lost: 2, suspect: 1, clean: 1, inconclusive: 0, failures: 0 });
    expect(code).toBe(1);
  });

  test('--fail-on, and --host before a target', async () => {
    const cwd = sandbox(FILES);
    const code = async (...args: string[]) => (await savecheck(['verify', '--no-drive', ...args], { cwd })).code;
    expect(await code('suspect.html')).toBe(0);
    expect(await code('suspect.html', '--fail-on', 'lost,suspect')).toBe(1);
    expect(await code('--host', 'cowork', 'lost.html', '--fail-on', 'none')).toBe(0);
    expect(await code('--host', 'cowork,cowork-live', 'lost.html')).toBe(1);
  });

  test('standard input, under a name', async () => {
    const { code, report: found } = await report(['-'], { input: LOST });
    expect({ code, labels: labels(found) }).toEqual({ code: 1, labels: { 'stdin.html': 'lost' } });
    const python = await report(['-', '--stdin-name', 'gen.py'], { input: GENERATOR });
    expect(labels(python.report)).toEqual({ 'gen.py': 'lost' });
  });

  test('a page that spins is inconclusive, and the next still gets its verdict', async () => {
    const cwd = sandbox({ 'a.html': SPINS, 'b.html': CLEAN });
    const { code, report: found } = await report(['.', '--timeout', '1', '--jobs', '1'], { cwd });
    expect(labels(found)).toEqual({ 'a.html': 'inconclusive', 'b.html': 'clean' });
    expect(found.verdicts[0]?.evidence).toContainEqual(expect.objectContaining({ code: 'timed-out' }));
    expect(code).toBe(3);
  });

  test.skipIf(!canDropRights)('what cannot be checked is said, and the rest gets its verdict: exit 3', async () => {
    const cwd = sandbox({
      'out/ok.html': CLEAN,
      'secret.html': LOST,
      'out/binary.html': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]),
      'out/latin.html': Buffer.from('<p>\xe4\xf6', 'latin1'),
      'out/huge.html': Buffer.alloc(16 * 1024 * 1024 + 1, 0x20),
      'out/closed.html': LOST,
      'out/shut/in.html': LOST,
    });
    symlinkSync('../secret.html', join(cwd, 'out/leaves.html'));
    symlinkSync('circle.html', join(cwd, 'out/circle.html'));
    symlinkSync('.', join(cwd, 'out/self'));
    namedPipe(join(cwd, 'out/pipe.html'));
    chmodSync(join(cwd, 'out/closed.html'), 0);
    chmodSync(join(cwd, 'out/shut'), 0);
    const { code, report: found } = await report(['out'], { cwd, unprivileged: true });
    chmodSync(join(cwd, 'out/shut'), 0o755);
    expect(found.failures.map(({ path, code: why }) => `${path} ${why}`)).toEqual([
      'out/binary.html invalid-encoding',
      'out/circle.html symlink-loop',
      'out/closed.html unreadable',
      'out/huge.html too-large',
      'out/latin.html invalid-encoding',
      'out/leaves.html outside',
      'out/pipe.html not-a-file',
      'out/shut unreadable',
    ]);
    expect({ code, labels: labels(found) }).toEqual({ code: 3, labels: { 'out/ok.html': 'clean' } });
  });
});

describe('what is printed', () => {
  const cwd = () => sandbox({ 'a.html': LOST });

  test('the report on standard output, nothing on standard error, no colours without a terminal', async () => {
    const { stdout, stderr } = await savecheck(['verify', 'a.html'], { cwd: cwd() });
    expect(stdout).toMatch(/^lost\s+a\.html/);
    expect(stdout).not.toContain('\u001b');
    expect(stderr).toBe('');
  });

  test('several formats, each with its file', async () => {
    const here = cwd();
    const { stdout } = await savecheck(
      ['verify', 'a.html', '--format', 'json', '--output', 'r.json', '--format', 'text'],
      { cwd: here },
    );
    expect(stdout).toMatch(/^lost/);
    expect(JSON.parse(readFileSync(join(here, 'r.json'), 'utf8'))).toMatchObject({ schemaVersion: 1 });
  });

  test.each(['-', '/dev/stdout'])('--output %s is standard output', async (output) => {
    const { code, stdout } = await savecheck(['verify', 'a.html', '--json', '--output', output], { cwd: cwd() });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1 });
  });

  test('an output that is a pipe is written in place', async () => {
    const here = cwd();
    namedPipe(join(here, 'pipe'));
    const read = readFile(join(here, 'pipe'), 'utf8');
    await savecheck(['verify', 'a.html', '--json', '--output', 'pipe'], { cwd: here });
    expect(JSON.parse(await read)).toMatchObject({ schemaVersion: 1 });
    expect(lstatSync(join(here, 'pipe')).isFIFO()).toBe(true);
  });

  test('a GitHub job gets its summary', async () => {
    const here = cwd();
    const env = { GITHUB_STEP_SUMMARY: join(here, 'summary.md') };
    const { stdout } = await savecheck(['verify', 'a.html', '--no-drive', '--format', 'github'], { cwd: here, env });
    expect(stdout).toMatch(/^::error file=a\.html,line=3/);
    expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toMatch(/^## savecheck/);
  });

  test('a reader that goes away does not change the exit code', async () => {
    const { code, stderr } = await savecheck(['verify', 'a.html', '--json'], {
      cwd: cwd(),
      during: (child) => child.stdout?.destroy(),
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  const terminal = '/usr/bin/script';
  test.skipIf(!existsSync(terminal))('a terminal gets colours and a progress bar, which is taken down', () => {
    const here = sandbox({ 'a.html': SPINS, 'b.html': CLEAN });
    const command = `'${process.execPath}' '${PROGRAM}' verify . --host cowork --jobs 1 --timeout 2`;
    const printed = execFileSync(terminal, ['-qec', `${command} || true`, '/dev/null'], {
      cwd: here,
      env: { ...process.env, TERM: 'xterm', SAVECHECK_SOURCE: '1', NO_COLOR: undefined, CI: undefined },
    }).toString();
    expect(printed).toMatch(/[█░]{24} 1\/2 a\.html/);
    expect(printed.lastIndexOf('\u001b[2K')).toBeGreaterThan(printed.lastIndexOf('█'));
    expect(printed).toMatch(/\u001b\[[\d;]*m/);
  });
});

describe('facts', () => {
  test('stored and replayed: the same verdicts, without opening anything', async () => {
    const cwd = sandbox({ 'a.html': LOST, 'b.html': SUSPECT, 'gen.py': GENERATOR, 'bad.html': Buffer.from([0]) });
    const first = await report(['.', '--save-facts', 'f.ndjson'], { cwd });
    const again = await savecheckJson(['verify', '--replay', 'f.ndjson'], { cwd: cwd });
    const replayed = again.json as Report;
    expect(replayed.verdicts).toEqual(first.report.verdicts);
    expect(replayed.findings).toEqual(first.report.findings);
    expect(replayed.failures).toEqual(first.report.failures);
    expect(replayed.isolation).toBe('replay');
    expect(again.code).toBe(first.code);
    const facts = readFileSync(join(cwd, 'f.ndjson'), 'utf8');
    fill(cwd, { 'moved.ndjson': facts.replaceAll('"cowork"', '"elsewhere"') });
    expect(await savecheck(['verify', '--replay', 'moved.ndjson'], { cwd })).toMatchObject({ code: 2 });
    fill(cwd, { 'broken.ndjson': facts.replace('"refusing"', '"amused"') });
    expect(await savecheck(['verify', '--replay', 'broken.ndjson'], { cwd })).toMatchObject({ code: 2 });
  });
});
