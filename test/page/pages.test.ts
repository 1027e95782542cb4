import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openPage } from './support/visit.ts';

interface Page {
  readonly id: string;
  /** Method and URL of each request the page must have made when the person has gone. */
  readonly writes: readonly string[];
  readonly html: string;
}

const PAGES = JSON.parse(readFileSync(new URL('./data/pages.json', import.meta.url), 'utf8')) as Page[];

/** Ways out of the page that write down what was asked, and refuse. */
const WAYS_OUT = `<script>
  window.fetch = async (url, { method = 'GET', body = '' } = {}) => { record(method + ' ' + url); record(String(body)); return { ok: false, status: 404, json: async () => { throw new SyntaxError() } } };
  navigator.sendBeacon = (url) => { record('BEACON ' + url); return true };
  HTMLCanvasElement.prototype.getContext = () => ({ clearRect() {}, fillText() {} });
  URL.createObjectURL = () => 'blob:none';
</script>`;

describe('every write of a page is reached', () => {
  test.each(PAGES)('$id', async ({ html, writes }) => {
    const visit = await openPage(html.replace('<body>', `<body>${WAYS_OUT}`));
    await visit.drive();
    visit.script.leave('hide');
    visit.script.leave('leave');
    await visit.settle();
    const asked = new Set(visit.records.filter((line) => /^[A-Z]+ \S+$/.test(line)));
    expect([...asked].sort()).toEqual([...writes].sort());
    visit.window.close();
  });

  test('there are pages', () => {
    expect(PAGES.length).toBeGreaterThan(20);
  });
});
