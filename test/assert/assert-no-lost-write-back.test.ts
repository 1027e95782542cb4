import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertNoLostWriteBack, checkNoLostWriteBack, sweep, takeManifest, verify } from '../../src/index.ts';
import { CLEAN, LOST } from '../support/pages.ts';
import { fill, sandbox } from '../support/sandbox.ts';

test('throws with the result on what is lost and on what could not be verified; resolves on the rest', async () => {
  const out = sandbox({ 'old.html': LOST });
  const before = (await takeManifest([out])) ?? undefined;
  expect(await assertNoLostWriteBack(out, { before })).toMatchObject({ status: 'pass', authored: 0 });
  expect(await assertNoLostWriteBack([out], { replay: true })).toMatchObject({ status: 'skipped' });
  await expect(assertNoLostWriteBack(out)).rejects.toMatchObject({ result: { status: 'could-not-verify' } });
  await expect(assertNoLostWriteBack(out, { before, resumed: true })).rejects.toThrow(/resumed/);
  fill(out, { 'new.html': LOST });
  const thrown = assertNoLostWriteBack(out, { before, drive: false });
  await expect(thrown).rejects.toMatchObject({
    name: 'LostWriteBackError',
    message: expect.stringMatching(/^FAIL no_lost_write_back: .*new\.html: lost/),
    result: { status: 'fail', failures: [{ path: join(out, 'new.html'), change: 'added' }] },
  });
  expect((await checkNoLostWriteBack(out, { before, drive: false })).status).toBe('fail');
});

test('verify and sweep are plain functions', async () => {
  const out = sandbox({ 'a.html': CLEAN, 'b.html': LOST });
  const report = await verify({ targets: [join(out, 'b.html')], hosts: ['cowork'] });
  expect(report).toMatchObject({ schemaVersion: 1, partial: false, isolation: 'thread', summary: { lost: 1 } });
  const before = (await takeManifest([out])) ?? undefined;
  fill(out, { 'c.html': CLEAN });
  expect((await sweep(out, { before, hosts: ['cowork'] })).summary).toMatchObject({ clean: 1, lost: 0 });
  await expect(verify({ targets: [out], hosts: ['nowhere'] })).rejects.toThrow('Unknown host: nowhere');
});
