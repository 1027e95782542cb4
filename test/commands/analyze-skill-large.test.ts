import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fileTree } from '../skill/file-tree.ts';

const cli = new URL('../../src/cli.ts', import.meta.url).href;
const MEGABYTE = 1024;

test('a directory of 2,000 files takes less than 400 MB', async () => {
  const files: Record<string, string> = { 'SKILL.md': '# Skill\n' };
  for (let n = 0; n < 1_000; n++) {
    const folder = `references/${n % 37}/${n % 11}`;
    files[`${folder}/${n}.md`] =
      `Write the report to \`/sessions/a/${n}.md\`.\n${'Some words of a text.\n'.repeat(800)}`;
    files[`${folder}/${n}.html`] =
      `<!doctype html><button id=b>Save</button><p id=m></p>${'<p>text</p>'.repeat(300)}` +
      `<script>b.onclick=()=>fetch('/api/${n}',{method:'POST'}).then(()=>{m.textContent='Saved!'})</script>`;
  }
  const { root } = fileTree(files);
  const script =
    `const { main } = await import(${JSON.stringify(cli)});` +
    `await main(['analyze-skill', ${JSON.stringify(root)}, '--output-format', 'json']);` +
    'process.stderr.write(String(process.resourceUsage().maxRSS));';
  const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const answer = JSON.parse(ran.stdout);
  expect(answer.markdownScanned).toHaveLength(1_001);
  expect(answer.artifactScanned).toHaveLength(1_000);
  expect(answer.files.flatMap((file: { findings: unknown[] }) => file.findings)).toHaveLength(2_000);
  expect(Number(ran.stderr)).toBeGreaterThan(10 * MEGABYTE);
  expect(Number(ran.stderr)).toBeLessThan(400 * MEGABYTE);
}, 120_000);
