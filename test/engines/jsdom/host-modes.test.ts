import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Host } from '../../../src/contracts.ts';
import { hosts } from '../../../src/registry.ts';
import type { DrivingThread } from '../support/driving-thread.ts';
import { openDrivingThread, sourceOf } from '../support/driving-thread.ts';

let thread: DrivingThread;
beforeAll(async () => {
  thread = await openDrivingThread();
});
afterAll(() => thread.close());

/** What the page says last, opened in a host that differs from `cowork` in one thing. */
async function said(code: string, differs: Partial<Host>): Promise<string | undefined> {
  const host = { ...(hosts.cowork as Host), ...differs };
  const html = `<p id="m"></p><script>m.textContent = String(${code})</script>`;
  const { timeline } = await thread.drive(sourceOf(html), { kind: 'refusing' }, host);
  return timeline.findLast(({ kind }) => kind === 'text-added')?.text.split('m.textContent')[0];
}

const STORED = '(() => { try { return localStorage.length } catch (error) { return error.name } })()';

test.each<[string, Partial<Host>, string]>([
  ["navigator.sendBeacon('/n', 'x')", { beacon: 'true' }, 'true'],
  ["navigator.sendBeacon('/n', 'x')", { beacon: 'false' }, 'false'],
  ["confirm('Go on?')", { modals: 'work' }, 'true'],
  ["confirm('Go on?')", { modals: 'suppressed' }, 'false'],
  ["prompt('Name?')", { modals: 'suppressed' }, 'null'],
  ["window.open('n.html') === null", { popups: 'open' }, 'false'],
  ["window.open('n.html') === null", { popups: 'null' }, 'true'],
  [STORED, { storage: 'survives-reload' }, '0'],
  [STORED, { storage: 'throws' }, 'SecurityError'],
])('%s where the host says %j', async (code, differs, expected) => {
  expect(await said(code, differs)).toBe(expected);
});

test('a dialog that the host suppresses is perceived by nobody', async () => {
  const html = "<script>alert('The note was not saved')</script>";
  const kinds = async (modals: Host['modals']) =>
    (await thread.drive(sourceOf(html), { kind: 'refusing' }, { ...(hosts.cowork as Host), modals })).timeline.map(
      ({ kind }) => kind,
    );
  expect(await kinds('work')).toContain('alert');
  expect(await kinds('suppressed')).not.toContain('alert');
});
