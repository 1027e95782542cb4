/**
 * A single-use process that runs one task on its main thread: drives an artifact, or probes its own walls. In: a key and
 * the task on standard input. Out: sealed lines on standard output, the last of them the end. Everything is loaded before
 * the artifact arrives; then the right to read files is given up, before any page code runs.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import type { End } from '../src/model.ts';
import { drive } from '../src/pipeline/drive.ts';
import { engines } from '../src/registry.ts';
import { runProbes } from './cell/probes.ts';
import type { CellMessage, CellTask } from './cell/protocol.ts';
import { KEY_BYTES, READY, seal } from './cell/protocol.ts';

const STDIN = 0;
const STDOUT = 1;
const { stringify } = JSON;
const { from } = Buffer;

/** Writes all of it: a pipe takes what it has room for. */
function writeAll(text: string): void {
  const bytes = from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(STDOUT, bytes, written);
}

async function perform(task: CellTask, send: (message: CellMessage) => void): Promise<End> {
  if (task.kind === 'probe') {
    send({ kind: 'probes', results: await runProbes(task.targets) });
    return { code: 'completed', detail: '' };
  }
  const engine = await engines[task.engine]?.();
  if (!engine) return { code: 'engine-unavailable', detail: `no engine ${task.engine}` };
  return drive(task.source, task.host, engine, (observation) => send({ kind: 'observation', observation }));
}

async function live(): Promise<void> {
  Reflect.set(globalThis, Symbol.for('savecheck.cell'), true);
  await (await engines.jsdom?.())?.prepare?.();
  writeAll(`${READY}\n`);
  const input = readFileSync(STDIN);
  const permission = (process as { permission?: { drop?(scope: string): void } }).permission;
  permission?.drop?.('fs.read');
  const key = input.subarray(0, KEY_BYTES);
  const task = JSON.parse(input.subarray(KEY_BYTES).toString('utf8')) as CellTask;
  let next = 0;
  const send = (message: CellMessage): void => {
    const payload = stringify(message);
    writeAll(`${next} ${seal(key, next, payload, hash)} ${payload}\n`);
    next += 1;
  };
  send({ kind: 'end', end: await perform(task, send) });
  process.exit(0);
}

void live();
