/**
 * The real program in a real process. In: arguments and what surrounds them. Out: what it printed and how it ended.
 */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const PROGRAM = fileURLToPath(new URL('../../bin/savecheck.js', import.meta.url));

export interface Surroundings {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** The Node that runs it; default: the one that runs the tests. */
  readonly node?: string;
  /** The executable, when it is another copy. */
  readonly program?: string;
  /** Without root's rights. */
  readonly unprivileged?: boolean;
  /** Given the running process, to interrupt it. */
  readonly during?: (child: ChildProcess) => void;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const isRoot = process.getuid?.() === 0;

/** Whether a process without root's rights can be had: we are none, or `setpriv` is there. */
export const canDropRights = !isRoot || existsSync('/usr/bin/setpriv');

function commandOf(
  args: readonly string[],
  { node = process.execPath, program = PROGRAM, unprivileged }: Surroundings,
): string[] {
  const own = [node, program, ...args];
  return unprivileged && isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...own] : own;
}

export async function savecheck(args: readonly string[], around: Surroundings = {}): Promise<Ended> {
  const [file, ...rest] = commandOf(args, around) as [string, ...string[]];
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const options: SpawnOptions = {
    cwd: around.cwd ?? '/',
    env: { ...env, SAVECHECK_SOURCE: '1', ...around.env },
    stdio: 'pipe',
  };
  const child = spawn(file, rest, options);
  const printed = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout?.on('data', (chunk: Buffer) => printed.stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => printed.stderr.push(chunk));
  child.stdin?.on('error', () => {});
  child.stdin?.end(around.input ?? '');
  around.during?.(child);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr] = [printed.stdout, printed.stderr].map((chunks) => Buffer.concat(chunks).toString());
  return { code, stdout: stdout as string, stderr: stderr as string };
}

/** Runs it in JSON mode and parses what stands on standard output. */
export async function savecheckJson(
  args: readonly string[],
  around: Surroundings = {},
): Promise<Ended & { readonly json: never }> {
  const ended = await savecheck([...args, '--json'], around);
  try {
    return { ...ended, json: JSON.parse(ended.stdout) as never };
  } catch {
    return expect.fail(`no JSON on standard output: ${ended.stdout}\n${ended.stderr}`);
  }
}
