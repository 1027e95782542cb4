import type { ChildProcess } from 'node:child_process';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const preload = fileURLToPath(new URL('support/report-jsdom.mjs', import.meta.url));
const docs = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const run = promisify(execFile);

/** Ten times what the slowest of these took on a machine with seven times as much to do as it has processors. */
const HANG_MS = 300_000;

/** The shell lines of a document, in order. */
function shellLines(document: string): readonly string[] {
  return [...document.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
}

describe('the server as its command starts it, with real workers', { timeout: HANG_MS }, () => {
  let state: string;
  let child: ChildProcess;
  let url: string;
  let told = '';

  beforeAll(async () => {
    state = mkdtempSync(join(tmpdir(), 'savecheck-e2e-'));
    const quickstart = shellLines(docs('http-api.md'))[1] ?? '';
    expect(quickstart).toBe('npx savecheck serve &');
    const args = quickstart.replace('npx savecheck ', '').replace(' &', '').split(' ');
    child = spawn(process.execPath, ['--import', preload, join(root, 'bin/savecheck.js'), ...args, '--port', '0'], {
      env: { ...process.env, SAVECHECK_SOURCE: '1', XDG_STATE_HOME: state },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    child.stderr?.setEncoding('utf8');
    url = await new Promise((resolve, reject) => {
      child.stderr?.on('data', (chunk: string) => {
        told += chunk;
        const listening = /listening on (\S+)/.exec(told);
        if (listening) resolve(listening[1] as string);
      });
      child.once('exit', () => reject(new Error(told)));
    });
  }, HANG_MS);
  afterAll(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(state, { recursive: true, force: true });
  });

  test('every curl line of the quickstart gets a verdict', async () => {
    const lines = shellLines(docs('http-api.md')).filter((line) => line.includes('curl '));
    expect(lines.length).toBeGreaterThanOrEqual(4);
    const labels: unknown[] = [];
    for (const line of lines) {
      const { stdout } = await run('bash', ['-c', line.replaceAll('http://127.0.0.1:8765', url)], { cwd: root });
      const report = JSON.parse(stdout) as { tool: string; summary: Record<string, number> };
      expect(report, line).toMatchObject({ tool: 'savecheck' });
      labels.push(report.summary.lost);
    }
    expect(labels[0]).toBe(1);
  });

  test('the command line as a client prints what it prints here, with the same exit code', async () => {
    const { tier } = (await (await fetch(`${url}/healthz`)).json()) as { tier: string };
    const savecheck = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'bin/savecheck.js'), 'verify', 'examples', '--json', ...args], {
        cwd: root,
        env: { ...process.env, SAVECHECK_SOURCE: '1' },
        encoding: 'utf8',
      });
    const there = savecheck('--server', url);
    const here = savecheck('--isolation', tier);
    expect(there.status, there.stderr).toBe(here.status);
    const essence = (text: string) => {
      const { summary, verdicts, findings, failures, scanned } = JSON.parse(text) as Record<string, unknown>;
      const bare = (verdicts as Record<string, unknown>[]).map((verdict) => ({ ...verdict, durationMs: 0 }));
      return { summary, verdicts: bare, findings, failures, scanned };
    };
    expect(essence(there.stdout)).toEqual(essence(here.stdout));
  });

  test('every report names the walls it was made behind, as the health of the server does', async () => {
    const { tier, sandbox } = (await (await fetch(`${url}/healthz`)).json()) as { tier: string; sandbox: object };
    const page = readFileSync(join(root, 'examples/review-form.html'));
    const init = { method: 'POST', body: page, headers: { 'Content-Type': 'text/html' } };
    const answer = await fetch(`${url}/v1/verdicts?wait=60`, init);
    expect(answer.status).toBe(200);
    const report = (await answer.json()) as { isolation: string; sandbox: Record<string, unknown> };
    expect(report.isolation).toBe(tier);
    expect(report.sandbox).toEqual(sandbox);
    expect(report.sandbox).toMatchObject({ tier, node: process.version });
    expect(report.sandbox.proven === 0).toBe(tier === 'thread');
    const validate = new Ajv2020().compile(JSON.parse(docs('report.schema.json')) as object);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  });

  test('a page that fills its heap ends as poison without a label, one that never yields as undecided', async () => {
    const post = async (html: string, query: string) => {
      const init = { method: 'POST', body: html, headers: { 'Content-Type': 'text/html' } };
      const { headers } = await fetch(`${url}/v1/verdicts?host=cowork&${query}`, init);
      const path = headers.get('location') ?? '';
      await (await fetch(`${url}${path}/events`)).text();
      return (await fetch(`${url}${path}`)).json();
    };
    const [heap, loop] = await Promise.all([
      post('<script>const a = []; for (;;) a.push(new Array(1e5).fill(a.length + 0.5));</script>', ''),
      post('<script>for (;;);</script>', 'timeout=1'),
    ]);
    expect(heap).toMatchObject({ status: 'error', reason: 'poison', label: null, report: null });
    expect(loop).toMatchObject({ status: 'done', label: 'inconclusive' });
  });

  test('says at the start when it is below the floor, and its HTTP process never loads jsdom', async () => {
    const { tier } = (await (await fetch(`${url}/healthz`)).json()) as { tier: string };
    expect(told.includes('WARNING: isolation allowed below the floor')).toBe(tier === 'thread');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/savecheck_task_ends_total\{kind="drive",end="completed"\} [1-9]/);
    expect(told).not.toContain('JSDOM-IN-MAIN-THREAD');
    const planted = spawnSync(process.execPath, ['--import', preload, '-e', 'require("jsdom")'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(planted.stderr).toContain('JSDOM-IN-MAIN-THREAD');
  });

  test('ends with 0 on SIGTERM', async () => {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});

describe('documents', () => {
  test('the table of routes is the one the server offers', async () => {
    const { testServer } = await import('./support/client.ts');
    const server = await testServer();
    const { paths } = (await (await server.call('/openapi.json')).json()) as { paths: Record<string, object> };
    await server.remove();
    const offered = Object.entries(paths).flatMap(([path, of]) =>
      Object.keys(of).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    const written = [...docs('http-api.md').matchAll(/^\| `((?:GET|POST|DELETE) [^`]+)`/gm)].map(([, route]) => route);
    expect(written.sort()).toEqual(offered.sort());
  });

  test('each test that is named as showing something exists', () => {
    const files = { suite: 'test/contracts/job-store.suite.ts' } as Record<string, string>;
    const rows = docs('service-acceptance.md')
      .split('\n')
      .filter((line) => /^\| .*`/.test(line));
    let named = 0;
    for (const part of rows.flatMap((row) => (row.split(' | ')[1] ?? '').split(/; (?=[a-z/-]+ `)/))) {
      const [, file = ''] = /^([a-z/-]+) `/.exec(part) ?? [];
      const text = readFileSync(join(root, files[file] ?? `test/service/${file}.test.ts`), 'utf8');
      for (const [, name = ''] of part.matchAll(/`([^`]+)`/g)) {
        expect(text, file).toContain(name);
        named += 1;
      }
    }
    expect(named).toBeGreaterThan(40);
  });

  test('the table of problem codes is complete and right', async () => {
    const { PROBLEMS } = await import('../../src/service/http/problem.ts');
    const rows = [...docs('http-api.md').matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| (\d{3}) \|$/gm)];
    const written = rows.flatMap(([, codes = '', status]) =>
      [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => [code as string, Number(status)]),
    );
    expect(Object.fromEntries(written)).toEqual(
      Object.fromEntries(Object.entries(PROBLEMS).map(([code, [status]]) => [code, status])),
    );
  });

  test('the options of serve and the metrics in the guide exist', async () => {
    const { register } = await import('../../src/commands/serve.ts');
    const { Command } = await import('commander');
    const serve = new Command();
    register(serve, {} as never);
    const known = serve.options.map((option) => option.long).sort();
    const guide = docs('self-hosting.md');
    const table = guide.slice(guide.indexOf('| option |'), guide.indexOf('## Isolation'));
    expect([...new Set(table.match(/--[a-z-]+/g))].filter((word) => /[a-z]/.test(word)).sort()).toEqual(known);
    const source = readFileSync(join(root, 'src/service/metrics.ts'), 'utf8');
    for (const [, name = ''] of guide.matchAll(/`savecheck_([a-z_]+)(?:\{[^`]*)?`/g)) expect(source).toContain(name);
  });

  const analyze = spawnSync('env', ['systemd-analyze', '--version']).status === 0;
  test.skipIf(!analyze)('systemd accepts the unit', () => {
    const unit = /```ini\n([\s\S]*?)```/.exec(docs('self-hosting.md'))?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'savecheck-unit-'));
    const file = join(folder, 'savecheck.service');
    writeFileSync(file, unit);
    const verified = spawnSync('env', ['systemd-analyze', 'verify', '--man=no', file], { encoding: 'utf8' });
    const planted = join(folder, 'planted.service');
    writeFileSync(planted, unit.replace('ExecStart=', 'ExecStop=').replace('Type', 'Typo'));
    const refused = spawnSync('env', ['systemd-analyze', 'verify', '--man=no', planted], { encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    expect(verified.stderr + verified.stdout).toBe('');
    expect(verified.status).toBe(0);
    expect(refused.status).not.toBe(0);
  });
});
