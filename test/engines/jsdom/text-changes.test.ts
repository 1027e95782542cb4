import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DrivingThread } from '../support/driving-thread.ts';
import { openDrivingThread, sourceOf } from '../support/driving-thread.ts';

let thread: DrivingThread;
beforeAll(async () => {
  thread = await openDrivingThread();
});
afterAll(() => thread.close());

/** What the page says when its button is pressed. */
async function said(before: string, expression: string): Promise<string | undefined> {
  const html = `${before}<p id="t">one two <!-- and --> three</p><button id="b">Save</button><p id="m"></p>
<script>b.onclick=()=>{m.textContent='said '+(${expression})}</script>`;
  const { timeline } = await thread.drive(sourceOf(html));
  return timeline.at(-1)?.text;
}

test('the parser leaves texts whole', async () => {
  expect(await said('', '[...t.childNodes].map((node)=>node.data).join("|")')).toContain('one two | and | three');
});

test('whoever observes the page is told of text the parser adds, and of what scripts set', async () => {
  const observing = `<script>let n=0;new MutationObserver((all)=>{n+=all.length}).observe(document,
    {characterData:true,subtree:true});</script>`;
  expect(await said(observing, 'n>0')).toContain('true');
  const set =
    '(()=>{let k=0;const o=new MutationObserver(()=>{});o.observe(t,{characterData:true,subtree:true});t.firstChild.data="x y";k=o.takeRecords().length;return k})()';
  expect(await said('', set)).toContain('1');
});

test('a range in a text moves with it', async () => {
  const moved =
    '(()=>{const r=document.createRange();r.setStart(t.firstChild,5);t.firstChild.data="ab";return r.startOffset})()';
  expect(await said('', moved)).toContain('said 0');
});

test('one page that observes keeps nothing from the next', async () => {
  await said('<script>new MutationObserver(()=>{}).observe(document,{characterData:true,subtree:true})</script>', '1');
  expect(await said('', '(t.firstChild.data="new words",t.textContent)')).toContain('new words');
});
