import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from 'vitest';
import type { Task, TaskMessage } from '../../src/contracts.ts';
import { pageScript } from '../../src/engines/jsdom/page-script.ts';
import { threadRunner } from '../../src/isolation/thread.ts';
import { bundleThread } from '../../src/isolation/worker-bundle.ts';
import type { Source } from '../../src/model.ts';

const source: Source = {
  path: 'page.html',
  language: 'html',
  text: `<form id="f"><input name="a"><button>Save</button></form><p id="m"></p><script>
    f.onsubmit = async (e) => { e.preventDefault(); await fetch('/x', { method: 'POST', body: f.a.value });
    m.textContent = 'Saved'; };</script>`,
  sha256: '',
  siblings: {},
};

const place = mkdtempSync(join(tmpdir(), 'savecheck-bundle-'));
const runner = threadRunner({ jobs: 1 });
afterAll(async () => {
  await runner.close();
  rmSync(place, { recursive: true });
});

/** Runs a thread's one file as the pool would: what it answers, and what came over its port before. */
const RUN = `const { MessageChannel, parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads');
import(workerData.file).then(async ({ default: work }) => {
  const { port1, port2 } = new MessageChannel();
  const result = await work({ ...workerData.task, port: port1 });
  const messages = [];
  for (let next = receiveMessageOnPort(port2); next; next = receiveMessageOnPort(port2)) messages.push(next.message);
  parentPort.postMessage({ result, messages });
  port1.close();
});`;

async function bundled(name: 'drive.worker' | 'scan.worker', task: object): Promise<Record<string, unknown>> {
  const file = join(place, `${name}.mjs`);
  writeFileSync(file, await bundleThread(name));
  const worker = new Worker(RUN, {
    eval: true,
    execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    workerData: { file, task, engine: 'jsdom', pageScript: await pageScript() },
  });
  try {
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    await worker.terminate();
  }
}

async function fromSources(task: Task): Promise<readonly TaskMessage[]> {
  const messages: TaskMessage[] = [];
  await runner.run(task, (message) => messages.push(message));
  return messages;
}

describe('the one file of a thread does what the many it is made of do', () => {
  test('scanning', async () => {
    const { result } = await bundled('scan.worker', { source });
    expect(result).toMatchObject({ findings: [{ consequence: 'claims-unread' }] });
    expect(await fromSources({ kind: 'scan', source })).toEqual([{ kind: 'scan', outcome: result }]);
  });

  test('driving', async () => {
    const { result, messages } = await bundled('drive.worker', { source, host: 'cowork' });
    expect(result).toMatchObject({ end: { code: 'completed' }, touched: false });
    const observations = (messages as readonly object[]).map((observation) => ({ kind: 'observation', observation }));
    expect(observations.length).toBeGreaterThan(1);
    expect(await fromSources({ kind: 'drive', source, host: 'cowork' })).toEqual(observations);
  });
});
