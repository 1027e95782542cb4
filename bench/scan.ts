/**
 * Speed of the static half: megabytes a second of CPU on a corpus made here, findings, and how time grows from 1 to 16 times
 * the size of one page. Prints a table; run with `node bench/scan.ts`.
 */

import type { ScanOutcome, Source } from '../src/model.ts';
import { scan } from '../src/pipeline/scan.ts';
import { scanParts } from '../src/registry.ts';

const parts = await scanParts('html');

function scanPage(text: string): ScanOutcome {
  const source: Source = { path: 'page.html', language: 'html', text, sha256: '', siblings: {} };
  return scan(source, parts);
}

/** An ordinary page: markup, styles, parts that only show things, and one part that saves. */
function page(number: number, tools: number, saving: number): string {
  const styles = Array.from(
    { length: 60 },
    (_, i) => `.c${i} { color: #${(i * 7919).toString(16)}; padding: ${i}px; }`,
  ).join('\n');
  const parts = Array.from({ length: tools }, (_, i) => tool(number, i, i < saving)).join('\n');
  return `<!doctype html><title>Tool ${number}</title><style>${styles}</style><div id="list"></div><div id="msg"></div>\n${parts}`;
}

function tool(number: number, i: number, saves: boolean): string {
  const keep = saves
    ? `const answer = await fetch('/api/items/${i}', { method: 'POST', body: JSON.stringify(state${i}) });
  document.getElementById('msg').textContent = answer.ok ? 'Saved' : 'Could not save';`
    : `localStorage.setItem('items${i}', JSON.stringify(state${i}));`;
  return `<section><h2>Part ${i}</h2><p>${'Some words about this part. '.repeat(20)}</p>
<input id="in${i}"><button id="go${i}">Save</button></section>
<script>
const state${i} = { items: [], page: ${number} };
function format${i}(item) { return item.name.trim().toUpperCase() + ' (' + (item.count || 0) + ')'; }
function total${i}(items) { let sum = 0; for (const item of items) { if (item.count > 0) sum += item.count; } return sum; }
function render${i}() {
  const list = document.getElementById('list');
  list.innerHTML = state${i}.items.map((item) => '<li>' + format${i}(item) + '</li>').join('');
  document.getElementById('msg').textContent = total${i}(state${i}.items) + ' items';
}
document.getElementById('go${i}').addEventListener('click', async () => {
  const name = document.getElementById('in${i}').value.trim();
  if (!name) return;
  state${i}.items.push({ name, count: 1 });
  render${i}();
  ${keep}
});
</script>`;
}

function measured(act: () => number): { readonly ms: number; readonly findings: number } {
  const start = process.cpuUsage();
  const findings = act();
  const spent = process.cpuUsage(start);
  return { ms: (spent.user + spent.system) / 1000, findings };
}

const corpus = Array.from({ length: 60 }, (_, i) => page(i, 4 + (i % 16), 1));
const size = corpus.reduce((sum, text) => sum + text.length, 0) / 1_000_000;
for (const text of corpus.slice(0, 10)) scanPage(text);
const whole = measured(() => corpus.reduce((sum, text) => sum + scanPage(text).findings.length, 0));
console.log(
  `corpus  ${size.toFixed(2)} MB  ${whole.ms.toFixed(0)} ms  ${((size / whole.ms) * 1000).toFixed(2)} MB/s  ${whole.findings} findings`,
);

let first = 0;
for (const times of [1, 2, 4, 8, 16]) {
  const text = page(0, 20 * times, 20 * times);
  const one = measured(() => scanPage(text).findings.length);
  first ||= one.ms;
  console.log(
    `${String(times).padStart(3)}x  ${(text.length / 1_000_000).toFixed(2)} MB  ${one.ms.toFixed(0)} ms  x${(one.ms / first).toFixed(1)}  ${one.findings} findings`,
  );
}
