import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { GateOptions, GateResult } from '../../src/assert/gate.ts';
import { checkNoLostWriteBack } from '../../src/assert/gate.ts';
import { threadRunner } from '../../src/isolation/thread.ts';
import { takeManifest } from '../../src/verify/manifest.ts';
import { zip } from '../support/archives.ts';
import { CLEAN, GENERATOR, LOST, PLAIN, SPINS, SUSPECT } from '../support/pages.ts';
import { fill, namedPipe, sandbox } from '../support/sandbox.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const runner = threadRunner({ jobs: 2, timeoutMs: 1000 });
afterAll(() => runner.close());

/** A run that began with `before` in its directory and then wrote `written`, asked for. */
async function gate(
  before: Files,
  written: Files | ((out: string) => void),
  more: GateOptions = {},
): Promise<GateResult> {
  const out = sandbox(before);
  const manifest = (await takeManifest([out])) ?? undefined;
  if (typeof written === 'function') written(out);
  else fill(out, written);
  const result = await checkNoLostWriteBack(out, { before: manifest, runner, ...more });
  return JSON.parse(JSON.stringify(result).replaceAll(`${out}/`, '')) as GateResult;
}

const said = (entries: GateResult['failures']) => entries.map(({ reason, path }) => `${path} ${reason}`);

describe('no_lost_write_back', () => {
  const huge = Buffer.alloc(16 * 1024 * 1024 + 1, 32);
  const cases: [string, Files, Files, GateResult['status']][] = [
    ['a lost page that was added', {}, { 'a.html': LOST }, 'fail'],
    ['a lost generator that was added', {}, { 'gen.py': GENERATOR }, 'fail'],
    ['a lost page in a test folder that was added', {}, { 'test/a.html': LOST }, 'fail'],
    ['a lost page that was there before', { 'a.html': LOST }, {}, 'pass'],
    ['a page that was made lost', { 'a.html': CLEAN }, { 'a.html': LOST }, 'pass'],
    ['a suspect page', {}, { 'a.html': SUSPECT }, 'pass'],
    ['a clean page', {}, { 'a.html': CLEAN }, 'pass'],
    ['a source without a write', {}, { 'a.js': PLAIN }, 'pass'],
    ['files of other kinds', {}, { 'a.txt': LOST, 'a.zip': zip([{ name: 'a.html', content: LOST }]) }, 'pass'],
    ['nothing', { 'a.html': LOST }, {}, 'pass'],
    ['a binary page', {}, { 'a.html': Buffer.from([0, 1, 2]) }, 'could-not-verify'],
    ['a page over the cap', {}, { 'a.html': huge }, 'could-not-verify'],
    ['a page over the cap from before', { 'a.html': huge }, {}, 'pass'],
    ['a program that cannot be parsed', {}, { 'a.js': "fetch('/x', {method:'POST'}" }, 'could-not-verify'],
    ['a lost page and a binary one', {}, { 'a.html': LOST, 'b.html': Buffer.from([0]) }, 'fail'],
  ];
  test.each(cases)('%s', async (_name, before, written, status) => {
    expect((await gate(before, written)).status).toBe(status);
  });

  test('modified and lost, suspect, and inconclusive without a candidate are advisory', async () => {
    const result = await gate({ 'm.html': CLEAN }, { 'm.html': LOST, 's.html': SUSPECT, 'spin.html': SPINS });
    expect(said(result.advisories)).toEqual(['m.html lost', 's.html suspect', 'spin.html inconclusive']);
    expect(result).toMatchObject({ status: 'pass', failures: [], unverified: [] });
  });

  test('inconclusive with a candidate could not be verified', async () => {
    const spinning = SUSPECT.replace('<script>', '<script>for (;;);</script><script>');
    const result = await gate({}, { 'a.html': spinning });
    expect({ status: result.status, said: said(result.unverified) }).toEqual({
      status: 'could-not-verify',
      said: ['a.html inconclusive'],
    });
  });

  test('a page from before with a new lost program is new', async () => {
    const [head = '', tail = ''] = LOST.split(/<script>[\s\S]*<\/script>/);
    const script = /<script>([\s\S]*)<\/script>/.exec(LOST)?.[1] ?? '';
    const result = await gate({ 'a.html': `${head}<script src="a.js"></script>${tail}` }, { 'a.js': script });
    expect(said(result.failures)).toEqual(['a.html lost']);
  });

  test('a suppression comment does not silence the gate', async () => {
    const comment = '  // savecheck-ignore-next-line artifact-write-back-lost: no\n  await fetch';
    expect((await gate({}, { 'a.html': LOST.replace('  await fetch', comment) })).status).toBe('fail');
  });

  test('a pipe in the place of a page could not be verified, unless it was there before', async () => {
    const result = await gate({}, (out) => namedPipe(join(out, 'a.html')));
    expect({ status: result.status, said: said(result.unverified) }).toEqual({
      status: 'could-not-verify',
      said: ['a.html unreadable'],
    });
    const out = sandbox();
    namedPipe(join(out, 'a.html'));
    const before = (await takeManifest([out])) ?? undefined;
    expect((await checkNoLostWriteBack(out, { before, runner })).status).toBe('pass');
  });

  test('outputs and scratchpad together', async () => {
    const [out, pad] = [sandbox({ 'a.html': CLEAN }), sandbox({ 'b.html': CLEAN })];
    const before = (await takeManifest([out, pad])) ?? undefined;
    fill(pad, { 'c.html': LOST });
    const result = await checkNoLostWriteBack([out, pad], { before, runner });
    expect(said(result.failures)).toEqual([`${join(pad, 'c.html')} lost`]);
    expect(result.authored).toBe(1);
  });

  test('without driving, by the sources', async () => {
    expect((await gate({}, { 'a.html': LOST }, { drive: false })).status).toBe('fail');
    expect((await gate({}, { 'a.html': CLEAN, 'b.html': SUSPECT }, { drive: false })).status).toBe('pass');
  });
});
