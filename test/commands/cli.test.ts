import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { quietShell } from '../support/recording-shell.ts';
import { sandbox } from '../support/sandbox.ts';
import type { Surroundings } from '../support/savecheck.ts';
import { PROGRAM, savecheck, savecheckJson } from '../support/savecheck.ts';

const COMMANDS = ['verify', 'sweep', 'snapshot', 'assert', 'baseline', 'hosts'];

describe('help', () => {
  test('names every command, on standard output', async () => {
    const { code, stdout, stderr } = await savecheck(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  test.each(COMMANDS)('%s has help with examples', async (command) => {
    const direct = await savecheck([command, '--help']);
    expect(direct.code).toBe(0);
    expect(direct.stdout).toMatch(/Examples:\n {2}\$ savecheck /);
    expect((await savecheck(['help', command])).stdout).toBe(direct.stdout);
  });

  test('--version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await savecheck(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a mistake ends with exit code 2 and says what to do', () => {
  const mistakes: [string[], RegExp][] = [
    [[], /Usage: savecheck[\s\S]*No command given/],
    [['verfy', 'x'], /unknown command 'verfy'[\s\S]*verify/],
    [['verify'], /No target given/],
    [['verify', 'nowhere.html'], /No such file or directory: nowhere\.html/],
    [['verify', 'x', '--hots', 'cowork'], /unknown option '--hots'[\s\S]*--host/],
    [['verify', 'x', '--host', 'coworc'], /unknown host coworc; did you mean cowork\?/],
    [['verify', 'x', '--format', 'jsom'], /Unknown format: jsom[\s\S]*Did you mean json\?/],
    [['verify', 'x', '--isolation', 'tread'], /--isolation: unknown isolation tier tread; did you mean thread\?/],
    [['verify', 'x', '--fail-on', 'lots'], /--fail-on.*lots.*lost/],
    [['verify', 'x', '--jobs', '0'], /--jobs: not a whole number from 1 to 64/],
    [['verify', 'x', '--jobs', 'many'], /--jobs: not a whole number/],
    [['verify', 'x', '--timeout', '-3'], /--timeout: not a number of seconds above 0/],
    [['verify', 'x', '--format', 'text', '--format', 'text'], /Two formats for standard output/],
    [['verify', 'x', '--output', '/nowhere/at/all.json'], /Cannot write \/nowhere\/at\/all\.json/],
    [['verify', 'x', '--config', 'nowhere.yaml'], /No such file: nowhere\.yaml/],
    [['verify', 'x', '--baseline', 'nowhere.json'], /No such file: nowhere\.json[\s\S]*baseline/],
    [['verify', '-', '-'], /Standard input can be named once/],
    [['verify', '--replay', 'nowhere.json'], /No such file: nowhere\.json/],
    [['sweep'], /No directory given/],
    [['sweep', '/etc', '--before', 'nowhere.json'], /No such file: nowhere\.json/],
    [['snapshot'], /missing required argument/],
    [['snapshot', '/nowhere'], /No such directory: \/nowhere/],
    [['assert'], /No directory given/],
    [['assert', '/nowhere', '--before', 'x'], /No such directory: \/nowhere/],
    [['hosts', 'coworc'], /Unknown host: coworc[\s\S]*cowork/],
  ];
  test.each(mistakes)('savecheck %j', async (args, words) => {
    const { code, stdout, stderr } = await savecheck(args);
    expect(stderr).toMatch(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('in JSON mode standard output is JSON all the same', async () => {
    const { code, json, stderr } = await savecheckJson(['verify', 'nowhere.html']);
    expect(code).toBe(2);
    expect(json).toEqual({
      error: { code: 'usage', message: 'No such file or directory: nowhere.html', hint: null },
      exitCode: 2,
    });
    expect(stderr).toContain('nowhere.html');
    expect(JSON.parse((await savecheck(['verify', '--fromat', '--format=json'])).stdout)).toMatchObject({
      error: { hint: expect.stringContaining('--format') },
    });
  });

  test('a target in the place of a command', async () => {
    const page = fileURLToPath(new URL('../../examples/review-form.html', import.meta.url));
    expect((await savecheck([page])).stderr).toContain(`savecheck verify ${page}`);
  });
});

describe('the executable', () => {
  // Every machine has this one: a Node that says it is older until the executable has gone over to another.
  const pretend = "process.env.SAVECHECK_REEXEC||Object.defineProperty(process,'versions',{value:{node:'20.9.0'}})";
  const older = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` };
  const system = '/usr/bin/node';
  const isOlder = existsSync(system) && /^v(?:1\d|2[0-5])\./.test(execFileSync(system, ['--version']).toString());
  const nodes: [string, Surroundings][] = [
    ['pretended', { env: older }],
    ...(isOlder ? [['real', { node: system }] as [string, Surroundings]] : []),
  ];

  test.each(nodes)('an older Node goes over to the one beside it: %s', async (_name, around) => {
    const { code, stdout } = await savecheck(['hosts', '--json'], around);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect((await savecheck(['verify', 'nowhere'], around)).code).toBe(2);
  });

  test.each(nodes)('and says what is needed where there is none: %s', async (_name, around) => {
    const lonely = sandbox({ 'bin/savecheck.js': readFileSync(PROGRAM), 'package.json': '{"type":"module"}' });
    const { code, stderr } = await savecheck(['hosts'], { ...around, program: `${lonely}/bin/savecheck.js` });
    expect(code).toBe(2);
    expect(stderr).toMatch(/needs Node 26 or newer; this is v/);
  });

  test.each(['index', 'harness', 'vitest', 'jest'])('an older Node does not load the library: %s', (entry) => {
    const load = `await import(${JSON.stringify(new URL(`../../src/${entry}.ts`, import.meta.url).href)})`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', load], {
      env: { ...process.env, ...older },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/Error: savecheck needs Node 26 or newer; this is v/);
  });

  test('a bug of ours ends with 70, not with the code for lost data', async () => {
    const { code, stderr } = await savecheck(['hosts'], {
      env: {
        SAVECHECK_SOURCE: '1',
        NODE_OPTIONS:
          '--import=data:text/javascript,queueMicrotask(()=>{Map.groupBy=Object.entries=Object.fromEntries=undefined;Array.prototype.map=undefined})',
      },
    });
    expect({ code, stderr }).toEqual({ code: 70, stderr: expect.stringContaining('internal error') });
  });

  test('a process that runs out of things to wait for does not look like success', async () => {
    const codes: number[] = [];
    const printing = Promise.withResolvers<void>();
    const shell = quietShell({ print: () => printing.promise, exit: (code) => codes.push(code) });
    const ended = main(['hosts'], shell);
    await new Promise(setImmediate);
    expect(codes).toEqual([70]);
    printing.resolve();
    await ended;
    expect(codes).toEqual([70, 0]);
  });

  test('a reader that goes away is no error', async () => {
    const { code, stderr } = await savecheck(['hosts', '--json'], { during: (child) => child.stdout?.destroy() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
