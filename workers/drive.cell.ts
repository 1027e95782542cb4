/**
 * A single-use process that runs one task on its main thread: drives an artifact, or probes its own walls. In: a key and
 * the task on standard input. Out: sealed lines on standard output, the last of them the end. Everything is loaded before
 * the artifact arrives; then the right to read files is given up, before any page code runs.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import type { End, Source } from '../src/model.ts';
import { drive } from '../src/pipeline/drive.ts';
import { DEFAULT_ENGINE, engines, hosts } from '../src/registry.ts';
import { runProbes } from './cell/probes.ts';
import type { CellMessage, CellTask } from './cell/protocol.ts';
import { KEY_BYTES, READY, READY_CACHED, seal } from './cell/protocol.ts';

/** Given by the program that starts this one. */
declare const savecheckCell: { readonly cached: boolean; codeCache(): Buffer };

const STDIN = 0;
const STDOUT = 1;
const { parse, stringify } = JSON;
const { from } = Buffer;
const COMPLETED: End = { code: 'completed', detail: '' };

type Send = (message: CellMessage) => void;

/** Writes all of it: a pipe takes what it has room for. */
function writeAll(text: string): void {
  const bytes = from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(STDOUT, bytes, written);
}

async function perform(task: CellTask, send: Send): Promise<End> {
  if (task.kind === 'probe') await runProbes(task.targets, (results) => send({ kind: 'probes', results }));
  if (task.kind === 'code-cache') await shareCode(send);
  if (task.kind !== 'drive') return COMPLETED;
  const engine = await engines[task.engine]?.();
  if (!engine) return { code: 'engine-unavailable', detail: `no engine ${task.engine}` };
  return drive(task.source, task.host, engine, (observation) => send({ kind: 'observation', observation }));
}

const WARMING: Source = {
  path: 'warming.html',
  language: 'html',
  text: `<form id="f"><input name="a"><button>Save</button></form><p id="m"></p><script>
    f.onsubmit = async (e) => { e.preventDefault(); const r = await fetch('/x', { method: 'POST', body: f.a.value });
    m.textContent = r.ok ? 'Saved' : 'Failed'; };</script>`,
  sha256: '',
  siblings: {},
};

/** A first drive, so that the cache holds what every drive runs. */
async function shareCode(send: Send): Promise<void> {
  const engine = await engines[DEFAULT_ENGINE]?.();
  const host = Object.values(hosts)[0];
  if (engine && host) await drive(WARMING, host, engine, () => {});
  send({ kind: 'code-cache', cache: savecheckCell.codeCache().toString('base64') });
}

async function live(): Promise<void> {
  Reflect.set(globalThis, Symbol.for('savecheck.cell'), true);
  await (await engines[DEFAULT_ENGINE]?.())?.prepare?.();
  writeAll(`${savecheckCell.cached ? READY_CACHED : READY}\n`);
  const input = readFileSync(STDIN);
  const permission = (process as { permission?: { drop?(scope: string): void } }).permission;
  permission?.drop?.('fs.read');
  const key = input.subarray(0, KEY_BYTES);
  const task = parse(input.subarray(KEY_BYTES).toString('utf8')) as CellTask;
  let next = 0;
  const send: Send = (message) => {
    const payload = stringify(message);
    writeAll(`${next} ${seal(key, next, payload, hash)} ${payload}\n`);
    next += 1;
  };
  send({ kind: 'end', end: await perform(task, send) });
  process.exit(0);
}

void live();
