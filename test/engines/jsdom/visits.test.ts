import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DrivingThread } from '../support/driving-thread.ts';
import { openDrivingThread, sourceOf } from '../support/driving-thread.ts';

let thread: DrivingThread;
beforeAll(async () => {
  thread = await openDrivingThread(new URL('../../../src/page/main.ts', import.meta.url));
});
afterAll(() => thread.close());

it('takes a link without an address for no way out of the page', async () => {
  const html = `<a id="b" class="button">Save</a><p id="m"></p><script>b.onclick=()=>{fetch('/n',{method:'POST'});m.textContent='Saved'}</script>`;
  const { requests, timeline } = await thread.drive(sourceOf(html));
  expect(requests.map(({ channel }) => channel)).toEqual(['fetch']);
  expect(timeline).toMatchObject([{ kind: 'text-added', text: 'Saved' }]);
});

it('sees a box that is ticked with the act that ticks it', async () => {
  const html = `<label><input type="checkbox" id="b"> Done</label><script>b.onchange=()=>fetch('/n',{method:'POST'})</script>`;
  const { requests, timeline } = await thread.drive(sourceOf(html));
  expect(requests).toMatchObject([{ channel: 'fetch', step: 1 }]);
  expect(timeline).toMatchObject([{ kind: 'state', text: 'checked', step: 1 }]);
});
