import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GateResult } from '../../src/assert/gate.ts';
import { CLEAN, LOST, SUSPECT } from '../support/pages.ts';
import { fill, sandbox } from '../support/sandbox.ts';
import { canDropRights, savecheck, savecheckJson } from '../support/savecheck.ts';

/** A run that began with `before` in `out/` and then wrote `written`. */
async function afterRun(
  before: Record<string, string | Uint8Array>,
  written: Record<string, string | Uint8Array>,
): Promise<string> {
  const below = (files: Record<string, string | Uint8Array>) =>
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`out/${path}`, content]));
  const cwd = sandbox({ 'out/.keep': '', ...below(before) });
  await savecheck(['snapshot', 'out', '--output', 'before.json'], { cwd });
  return fill(cwd, below(written));
}

async function gate(cwd: string, ...args: string[]): Promise<{ code: number | null; result: GateResult }> {
  const { code, json } = await savecheckJson(['assert', 'out', '--before', 'before.json', ...args], { cwd });
  return { code, result: json };
}

describe('without evidence it is never a pass', () => {
  test.each([
    ['no manifest', [], 'no-manifest'],
    ['a manifest that is not there', ['--before', 'nowhere.json'], 'no-manifest'],
    ['a manifest that is none', ['--before', 'out/a.html'], 'no-manifest'],
    ['a resumed scratchpad', ['--before', 'before.json', '--resumed'], 'resumed'],
  ])('%s', async (_name, args, reason) => {
    const cwd = await afterRun({}, { 'a.html': CLEAN });
    const { code, json, ...rest } = await savecheckJson(['assert', 'out', ...args], { cwd });
    const { status, unverified } = json as GateResult;
    expect({ code, status }).toEqual({ code: 3, status: 'could-not-verify' });
    expect(unverified).toEqual([expect.objectContaining({ reason })]);
    expect(rest.stderr).toBe('');
  });

  test('a directory the manifest does not know', async () => {
    const cwd = await afterRun({}, {});
    fill(cwd, { 'other/a.html': CLEAN });
    const ended = await savecheckJson(['assert', 'out', 'other', '--before', 'before.json'], { cwd });
    expect(ended).toMatchObject({ code: 3, json: { unverified: [{ reason: 'unknown-directory', path: 'other' }] } });
  });

  test('a directory that does not exist is a mistake, whatever else is said', async () => {
    for (const args of [['--before', 'x'], ['--resumed'], []])
      expect(await savecheck(['assert', '/nowhere', ...args])).toMatchObject({ code: 2 });
    const cwd = sandbox({ 'a.html': CLEAN });
    expect(await savecheck(['assert', 'a.html'], { cwd })).toMatchObject({ code: 2 });
  });

  test('a replay is skipped, loudly', async () => {
    expect(await savecheck(['assert', '/nowhere', '--replay'])).toEqual({
      code: 0,
      stdout: 'SKIPPED no_lost_write_back: replay: a replay has no run directory\n',
      stderr: '',
    });
  });
});

describe('a scenario', () => {
  test('asks, does not ask, or asks wrongly', async () => {
    const cwd = await afterRun({}, { 'a.html': LOST });
    fill(cwd, {
      'yes.yaml': 'assert:\n  - exit: ok\n  - no_lost_write_back: true\n',
      'no.yaml': 'assert:\n  - exit: ok\n',
      'wrong.yaml': 'assert:\n  - no_lost_write_back: false\n',
    });
    const ask = (name: string) => savecheck(['assert', 'out', '--before', 'before.json', '--scenario', name], { cwd });
    expect(await ask('yes.yaml')).toMatchObject({ code: 1, stderr: expect.stringContaining('ignored: exit') });
    expect(await ask('no.yaml')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SKIPPED/) });
    expect(await ask('wrong.yaml')).toMatchObject({ code: 2, stderr: expect.stringContaining('must be true') });
    expect(await ask('none.yaml')).toMatchObject({ code: 2 });
  });
});

test('the exit code tells pass, fail and could-not-verify', async () => {
  const cwd = await afterRun({ 'm.html': CLEAN }, { 'm.html': LOST });
  expect(await gate(cwd)).toMatchObject({ code: 0, result: { status: 'pass', advisories: [{ reason: 'lost' }] } });
  fill(cwd, { 'out/a.html': Buffer.from([0]) });
  expect(await gate(cwd)).toMatchObject({ code: 3, result: { status: 'could-not-verify' } });
  fill(cwd, { 'out/b.html': LOST });
  expect(await gate(cwd)).toMatchObject({ code: 1, result: { status: 'fail' } });
});

test.skipIf(!canDropRights)('an unreadable page could not be verified', async () => {
  const cwd = await afterRun({}, { 'a.html': CLEAN });
  chmodSync(join(cwd, 'out/a.html'), 0);
  const ended = await savecheckJson(['assert', 'out', '--before', 'before.json'], { cwd, unprivileged: true });
  expect(ended).toMatchObject({ code: 3, json: { status: 'could-not-verify', unverified: [{ path: 'out/a.html' }] } });
});

test('one line on standard output, the rest on standard error', async () => {
  const cwd = await afterRun({}, { 'a.html': LOST, 'b.html': LOST, 's.html': SUSPECT });
  const { stdout, stderr } = await savecheck(['assert', 'out', '--before', 'before.json'], { cwd });
  expect(stdout).toMatch(/^FAIL no_lost_write_back: out\/a\.html: lost: POST \S+ \(untold\) \(and 1 more\)\n$/);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^ {2}out\/b\.html: lost:/),
    expect.stringMatching(/^ {2}advisory out\/s\.html: suspect:/),
  ]);
  expect(existsSync(join(cwd, 'before.json'))).toBe(true);
});
