import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../../src/contracts.ts';
import { capsFor } from '../../../src/isolation/cell/caps.ts';
import { warmPlace } from '../../../src/isolation/cell/code-cache.ts';
import { inheritedDescriptors } from '../../../src/isolation/cell/inherited-descriptors.ts';
import type { CellPlace } from '../../../src/isolation/cell/place.ts';
import { openPlace, requirePlain } from '../../../src/isolation/cell/place.ts';
import { cellRunner } from '../../../src/isolation/cell/runner.ts';
import type { Alteration } from '../../../src/isolation/cell/start.ts';
import { startCell } from '../../../src/isolation/cell/start.ts';
import { findTools } from '../../../src/isolation/cell/tools.ts';
import { statusOf, treeOf, usageOf } from '../../../src/isolation/process-tree.ts';
import type { Observation } from '../../../src/model.ts';
import { hosts } from '../../../src/registry.ts';
import { sourceOf } from '../../engines/support/driving-thread.ts';
import { BENIGN, openCellRunner, runPage } from '../support/drive-tasks.ts';
import { BOXES, USERS } from '../support/walls-here.ts';

const tier = BOXES ? 'strict' : 'process';

describe('a tier with cells', () => {
  let runner: Runner;
  const cells: { peakMb: number; cached: boolean }[] = [];
  beforeAll(() => {
    runner = cellRunner({ tier, jobs: 2, timeoutMs: 1_500, onCell: (cell) => cells.push(cell) });
  });
  afterAll(() => runner.close());

  it('drives both worlds of a page', async () => {
    const { end, observations } = await runPage(runner, BENIGN);
    expect(end).toEqual({ code: 'completed', detail: '' });
    expect(observations.map(({ world }) => world.kind)).toEqual(['refusing', 'accepting']);
  });

  it('takes its code from the code cache, and stays within 150 MB', () => {
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.every(({ cached }) => cached)).toBe(true);
    expect(Math.max(...cells.map(({ peakMb }) => peakMb))).toBeLessThan(150);
  });

  it('scans as well', async () => {
    const messages: unknown[] = [];
    const end = await runner.run({ kind: 'scan', source: sourceOf(BENIGN) }, (message) => messages.push(message));
    expect(end.code).toBe('completed');
    expect(messages).toMatchObject([{ kind: 'scan', outcome: { candidates: 1 } }]);
  });

  it('drives many at once, each in a cell of its own', async () => {
    const ends = await Promise.all(Array.from({ length: 5 }, () => runPage(runner, BENIGN)));
    expect(ends.map(({ end }) => end.code)).toEqual(Array(5).fill('completed'));
  });

  it('keeps the worlds that were finished when a later one does not end', async () => {
    const html = `<button id="b">Save</button><script>b.onclick=async()=>{const r=await fetch('/n',{method:'POST'});if(r.ok)for(;;);}</script>`;
    const { end, observations } = await runPage(runner, html);
    expect(end).toEqual({ code: 'timed-out', detail: '1500 ms of CPU in one drive' });
    expect(observations.map(({ world }) => world.kind)).toEqual(['refusing']);
  });

  it('can be cancelled, before and while it runs', async () => {
    expect((await runPage(runner, BENIGN, AbortSignal.abort())).end.detail).toBe('cancelled');
    const stop = new AbortController();
    const running = runPage(runner, '<script>for(;;);</script>', stop.signal);
    stop.abort();
    expect((await running).end).toEqual({ code: 'timed-out', detail: 'cancelled' });
  });

  it('says so when there is no such host', async () => {
    expect((await runPage(runner, BENIGN, undefined, 'nowhere')).end.code).toBe('engine-unavailable');
  });
});

describe('the place of cells', () => {
  it('is taken away when the last runner closes', async () => {
    const places = () => readdirSync(tmpdir()).filter((name) => name.startsWith('savecheck-cell-'));
    const [one, two] = [await openPlace(), await openPlace()];
    expect(one.boot).toBe(two.boot);
    const before = places();
    one.close();
    one.close();
    expect(existsSync(two.boot)).toBe(true);
    two.close();
    expect(existsSync(two.boot)).toBe(false);
    expect(places().length).toBe(before.length - 1);
  });

  it('holds no link: a start from one that does is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'savecheck-links-'));
    writeFileSync(join(folder, 'cell.js'), '');
    requirePlain(folder);
    symlinkSync('/etc/passwd', join(folder, 'innocent.txt'));
    expect(() => requirePlain(folder)).toThrow(/innocent\.txt .*no plain file/);
    rmSync(folder, { recursive: true });
  });
});

/** Chain from a page to the host's `Function`; works only where the fence against code from strings was taken away. */
const ESCAPE = "const host=document.constructor.constructor('return process')();const fs=host.getBuiltinModule('fs');";

/** What an artifact could do in its own cell once it got out of its page. */
describe.skipIf(!BOXES)('a page that got out of its page, in a strict cell', () => {
  let place: CellPlace;
  beforeAll(async () => {
    place = await openPlace();
    await warmPlace(place);
  });
  afterAll(() => place.close());

  const fenceOff: Alteration = (command) =>
    command.filter((arg) => arg !== '--disallow-code-generation-from-strings') as unknown as typeof command;

  async function getOut(code: string) {
    const { cell, uid } = startCell('strict', place, findTools(), fenceOff);
    await cell.ready();
    const tree = treeOf(cell.pid);
    const observations: Observation[] = [];
    const source = sourceOf(
      `<p id="m"></p><script>${ESCAPE}const say=(t)=>void fetch('/'+t,{method:'POST'});${code}</script>`,
    );
    const host = hosts.cowork;
    if (!host) throw new Error('no host');
    const end = await cell.perform({ kind: 'drive', source, host, engine: 'jsdom' }, capsFor(3_000), (message) => {
      if (message.kind === 'observation') observations.push(message.observation);
    });
    return { end, uid, tree, shown: JSON.stringify(observations) };
  }

  it('is really out, without the fence', async () => {
    const { end, shown } = await getOut("say('out-as-'+host.pid)");
    expect(end.code).toBe('completed');
    expect(shown).toMatch(/out-as-\d+/);
  });

  it.each([
    ['ends its process', 'host.exit(0)', 'crashed'],
    ['aborts', 'host.abort()', 'crashed'],
    ['kills itself', "host.kill(host.pid,'SIGKILL')", 'crashed'],
    ['changes flags of V8', "host.getBuiltinModule('v8').setFlagsFromString('--no-opt')", 'crashed'],
    [
      'forges an end without the key',
      `fs.writeSync(1,'0 '+'a'.repeat(32)+' {"kind":"end","end":{"code":"completed"}}\\n');host.exit(0)`,
      'tampered',
    ],
    ['writes a stray line', "fs.writeSync(1,'hello\\n')", 'tampered'],
    ['leaves half a line', "fs.writeSync(1,'0 aa');host.exit(0)", 'tampered'],
    ['floods its output', "const s='x'.repeat(1e6);for(;;)fs.writeSync(1,s)", 'timed-out'],
  ])('ends badly, and alone, when it %s', async (_name, code, expected) => {
    const { end, tree } = await getOut(code);
    expect(end.code).toBe(expected);
    expect(tree.length).toBeGreaterThan(0);
    // What was killed takes a moment to be gone.
    await expect.poll(() => tree.filter((pid) => statusOf(pid).State?.startsWith('Z') === false)).toEqual([]);
  });

  it.each([
    ['a file', "fs.readFileSync('/etc/passwd')"],
    ['its own code', "fs.readFileSync('/app/cell.js')"],
    ['a folder', "fs.readdirSync('/')"],
    ['/proc', "fs.readFileSync('/proc/self/environ')"],
    ['a write', "fs.writeFileSync('/empty/x','x')"],
    ['a thread without limits', "new (host.getBuiltinModule('worker_threads').Worker)('',{eval:true,execArgv:[]})"],
    ['a process', "host.getBuiltinModule('child_process').execFileSync('/n/node')"],
    ['a database', "new (host.getBuiltinModule('sqlite').DatabaseSync)(':memory:')"],
    ['a connection', "(()=>{throw new Error(host.permission.has('net')?'open':'denied')})()"],
    [
      'an inherited descriptor',
      "(()=>{for(let d=3;d<64;d++){let s;try{s=fs.fstatSync(d)}catch{continue}if(s.isFile()||s.isSocket())return}throw new Error('none')})()",
    ],
    ['its parent', `host.kill(${process.pid},0)`],
    [
      'a change to Array',
      "(()=>{'use strict';const a=document.constructor.constructor('return Array')();a.prototype.filter=0})()",
    ],
  ])('does not get %s', async (_name, attempt) => {
    const { end, shown } = await getOut(`let got='GOT-IT';try{${attempt}}catch{got='REFUSED'}say(got)`);
    expect(end.code).toBe('completed');
    expect(shown).toContain('REFUSED');
    expect(shown).not.toContain('GOT-IT');
  });
});

describe('what the kernel says of a process', () => {
  it('counts this one', () => {
    const usage = usageOf(process.pid);
    expect(usage?.cpuMs).toBeGreaterThan(0);
    expect(usage?.residentMb).toBeGreaterThan(10);
    expect(treeOf(process.pid)[0]).toBe(process.pid);
    expect(usageOf(2 ** 22 + 1)).toBeNull();
  });

  it('finds no descriptor of ours that a cell would inherit and we know of', () => {
    for (const number of inheritedDescriptors()) expect(number).toBeGreaterThan(2);
  });
});

describe.skipIf(!USERS)('users of cells', () => {
  it('are not root, and differ between cells that live at once', async () => {
    const runner = openCellRunner('process');
    try {
      const place = await openPlace();
      await warmPlace(place);
      const cells = [1, 2].map(() => startCell('process', place, findTools()));
      await Promise.all(cells.map(({ cell }) => cell.ready()));
      const uids = cells.map(({ cell }) => statusOf(treeOf(cell.pid).at(-1) ?? 0).Uid?.split('\t')[0]);
      expect(new Set(uids).size).toBe(2);
      expect(uids).toEqual(cells.map(({ uid }) => String(uid)));
      for (const { cell } of cells) cell.kill();
      await Promise.all(cells.map(({ cell }) => cell.closed()));
      place.close();
    } finally {
      await runner.close();
    }
  });
});
