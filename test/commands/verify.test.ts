import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model.ts';
import { zip } from '../support/archives.ts';
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

describe('one of each', () => {
  const files = {
    'lost.html': LOST,
    'suspect.html': SUSPECT,
    'clean.html': CLEAN,
    'gen.py': GENERATOR,
    'plain.js': PLAIN,
  };

  test('a directory: labels, findings at their lines, sources without a candidate listed', async () => {
    const cwd = sandbox(files);
    const { code, report: found } = await report(['.'], { cwd });
    expect(labels(found)).toEqual({
      'clean.html': 'clean',
      'gen.py': 'lost',
      'lost.html': 'lost',
      'suspect.html': 'suspect',
    });
    expect(found.failures).toEqual([]);
    expect(found.scanned).toEqual(['clean.html', 'gen.py', 'lost.html', 'plain.js', 'suspect.html']);
    expect(found.summary).toMatchObject({ lost: 2, suspect: 1, clean: 1, inconclusive: 0, failures: 0 });
    expect(found.findings).toContainEqual(
      expect.objectContaining({ rule: 'artifact-write-back-lost', path: 'lost.html', line: 3 }),
    );
    expect(code).toBe(1);
  });

  test.each([
    [['clean.html'], 0],
    [['suspect.html'], 0],
    [['lost.html'], 1],
    [['gen.py'], 1],
    [['plain.js'], 0],
    [['suspect.html', '--fail-on', 'lost,suspect'], 1],
    [['lost.html', '--fail-on', 'suspect'], 0],
    [['lost.html', '--fail-on', 'none'], 0],
    [['clean.html', '--fail-on', 'clean'], 1],
  ])('%j ends with %i', async (args, expected) => {
    expect((await savecheck(['verify', ...args], { cwd: sandbox(files) })).code).toBe(expected);
  });

  test('both default hosts, or one, or all; a target after --host is a target', async () => {
    const cwd = sandbox(files);
    const hosts = async (...args: string[]) => (await savecheckJson(['verify', ...args], { cwd })).json as Report;
    expect((await hosts('lost.html')).hosts).toEqual(['cowork', 'cowork-live']);
    expect((await hosts('--host', 'cowork-live', 'lost.html')).verdicts[0]).toMatchObject({
      hosts: [{ host: 'cowork-live' }],
    });
    expect((await hosts('lost.html', '--host', 'cowork,cowork-live')).hosts).toHaveLength(2);
    expect((await hosts('lost.html', '--host', 'all')).hosts.length).toBeGreaterThanOrEqual(2);
  });

  test('--no-drive: by the source alone, at low confidence', async () => {
    const { code, report: found } = await report(['lost.html', 'clean.html', '--no-drive'], { cwd: sandbox(files) });
    expect(code).toBe(1);
    expect(labels(found)).toEqual({ 'lost.html': 'lost' });
    expect(found.verdicts[0]).toMatchObject({ confidence: 'low', drives: 0 });
    expect(found.scanned).toEqual(['clean.html', 'lost.html']);
  });

  test('standard input, under a name', async () => {
    const { code, report: found } = await report(['-'], { input: LOST });
    expect({ code, labels: labels(found) }).toEqual({ code: 1, labels: { 'stdin.html': 'lost' } });
    const python = await report(['-', '--stdin-name', 'gen.py'], { input: GENERATOR });
    expect(labels(python.report)).toEqual({ 'gen.py': 'lost' });
    const zipped = await report(['-', '--stdin-name', 'run.zip'], { input: zip([{ name: 'a.html', content: CLEAN }]) });
    expect(labels(zipped.report)).toEqual({ 'run.zip/a.html': 'clean' });
  });

  test('a program that a page pulls in is judged with the page', async () => {
    const [before = '', after = ''] = LOST.split(/<script>[\s\S]*<\/script>/);
    const script = /<script>([\s\S]*)<\/script>/.exec(LOST)?.[1] ?? '';
    const cwd = sandbox({ 'page.html': `${before}<script src="js/app.js"></script>${after}`, 'js/app.js': script });
    const { report: found } = await report(['.'], { cwd });
    expect(labels(found)).toEqual({ 'page.html': 'lost' });
    expect(found.scanned).toEqual(['js/app.js', 'page.html']);
    expect(found.verdicts[0]?.writeBacks[0]?.source).toMatchObject({ path: 'js/app.js', line: 3 });
    expect(labels((await report(['js/app.js'], { cwd })).report)).toEqual({ 'js/app.js': 'lost' });
  });

  test('a page that spins is inconclusive, and the next still gets its verdict', async () => {
    const cwd = sandbox({ 'a.html': SPINS, 'b.html': CLEAN, 'c.html': LOST });
    const { code, report: found } = await report(['.', '--timeout', '1', '--jobs', '1', '--fail-on', 'none'], { cwd });
    expect(labels(found)).toEqual({ 'a.html': 'inconclusive', 'b.html': 'clean', 'c.html': 'lost' });
    expect(found.verdicts[0]?.evidence).toContainEqual(expect.objectContaining({ code: 'timed-out' }));
    expect(code).toBe(3);
  });
});

describe('what cannot be checked is said, with exit code 3', () => {
  const ugly: [string, string | Uint8Array, RegExp][] = [
    ['binary.html', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), /invalid-encoding|binary/],
    ['latin.html', Buffer.from('<p>\xe4\xf6', 'latin1'), /invalid-encoding/],
    ['huge.html', Buffer.alloc(16 * 1024 * 1024 + 1, 0x20), /too-large/],
  ];
  test.each(ugly)('%s', async (name, content, failure) => {
    const { code, report: found } = await report(['.'], { cwd: sandbox({ [name]: content, 'ok.html': CLEAN }) });
    expect(code).toBe(3);
    expect(found.failures).toEqual([expect.objectContaining({ path: name, code: expect.stringMatching(failure) })]);
    expect(labels(found)).toEqual({ 'ok.html': 'clean' });
  });

  test('links that leave or circle, and pipes', async () => {
    const cwd = sandbox({ 'out/ok.html': CLEAN, 'secret.html': LOST });
    symlinkSync('../secret.html', join(cwd, 'out/leaves.html'));
    symlinkSync('circle.html', join(cwd, 'out/circle.html'));
    symlinkSync('.', join(cwd, 'out/self'));
    namedPipe(join(cwd, 'out/pipe.html'));
    const { code, report: found } = await report(['out'], { cwd });
    expect(code).toBe(3);
    expect(found.failures.map(({ path, code: why }) => `${path} ${why}`)).toEqual([
      'out/circle.html symlink-loop',
      'out/leaves.html outside',
      'out/pipe.html not-a-file',
    ]);
    expect(labels(found)).toEqual({ 'out/ok.html': 'clean' });
  });

  test.skipIf(!canDropRights)('an unreadable file and an unreadable directory', async () => {
    const cwd = sandbox({ 'out/ok.html': CLEAN, 'out/closed.html': LOST, 'out/shut/in.html': LOST });
    chmodSync(join(cwd, 'out/closed.html'), 0);
    chmodSync(join(cwd, 'out/shut'), 0);
    const { code, report: found } = await report(['out'], { cwd, unprivileged: true });
    chmodSync(join(cwd, 'out/shut'), 0o755);
    expect(code).toBe(3);
    expect(found.failures.map(({ path, code: why }) => `${path} ${why}`)).toEqual([
      'out/closed.html unreadable',
      'out/shut unreadable',
    ]);
    expect(labels(found)).toEqual({ 'out/ok.html': 'clean' });
  });

  test('1 beats 3', async () => {
    const cwd = sandbox({ 'a.html': LOST, 'b.html': Buffer.from([0, 1, 2]) });
    expect((await report(['.'], { cwd })).code).toBe(1);
  });

  test.each([
    ['empty', ''],
    ['a mark alone', '\ufeff'],
    ['CRLF and a mark', `\ufeff${CLEAN.replaceAll('\n', '\r\n')}`],
    ['UTF-16', Buffer.from(`\ufeff${CLEAN}`, 'utf16le')],
  ])('%s is checked like any other page', async (_name, content) => {
    const { code, report: found } = await report(['a.html'], { cwd: sandbox({ 'a.html': content }) });
    expect({ code, labels: labels(found) }).toEqual({ code: 0, labels: { 'a.html': 'clean' } });
  });

  test('lines count the same with CRLF and a mark', async () => {
    const text = `\ufeff${LOST.replaceAll('\n', '\r\n')}`;
    const { report: found } = await report(['a.html'], { cwd: sandbox({ 'a.html': text }) });
    expect(found.findings).toContainEqual(expect.objectContaining({ line: 3 }));
    expect(found.verdicts[0]?.writeBacks[0]?.source?.line).toBe(3);
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

  test('FORCE_COLOR colours, NO_COLOR does not', async () => {
    const colored = await savecheck(['verify', 'a.html'], { cwd: cwd(), env: { FORCE_COLOR: '1' } });
    expect(colored.stdout).toContain('\u001b[');
    const plain = await savecheck(['verify', 'a.html'], { cwd: cwd(), env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001b');
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
    const cwd = sandbox({ 'a.html': LOST, 'b.html': SUSPECT, 'gen.py': GENERATOR });
    const first = await report(['.', '--save-facts', 'f.ndjson'], { cwd });
    const again = await savecheckJson(['verify', '--replay', 'f.ndjson'], { cwd: cwd });
    const replayed = again.json as Report;
    expect(replayed.verdicts).toEqual(first.report.verdicts);
    expect(replayed.findings).toEqual(first.report.findings);
    expect(replayed.isolation).toBe('replay');
    expect(again.code).toBe(first.code);
    fill(cwd, { 'broken.ndjson': readFileSync(join(cwd, 'f.ndjson'), 'utf8').replace('"refusing"', '"amused"') });
    expect(await savecheck(['verify', '--replay', 'broken.ndjson'], { cwd })).toMatchObject({ code: 2 });
  });
});
