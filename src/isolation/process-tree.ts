/**
 * What the kernel says about a process and everything below it. In: a process id. Out: facts from /proc, or null once it is
 * gone or where there is no /proc. Source: proc(5).
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface Usage {
  /** Milliseconds of CPU of all processes of the tree that live. */
  readonly cpuMs: number;
  /** Megabytes resident, array buffers and other memory outside the heap included. */
  readonly residentMb: number;
}

/** Clock ticks a second in /proc: a constant of the kernel's interface on every architecture Node runs on. */
const TICKS_PER_SECOND = 100;

/** The process and all below it, parents first. */
export function treeOf(root: number): number[] {
  const found: number[] = [];
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    const threads = listed(`/proc/${pid}/task`);
    if (threads.length === 0) continue;
    found.push(pid);
    for (const thread of threads) {
      const children = textOf(`/proc/${pid}/task/${thread}/children`);
      if (children) pending.push(...children.trim().split(' ').filter(Boolean).map(Number));
    }
  }
  return found;
}

export function usageOf(root: number): Usage | null {
  const rows = treeOf(root).map(usageOfOne);
  if (rows.length === 0) return null;
  return {
    cpuMs: rows.reduce((sum, row) => sum + row.cpuMs, 0),
    residentMb: rows.reduce((sum, row) => sum + row.residentMb, 0),
  };
}

function usageOfOne(pid: number): Usage {
  // Fields after the name, which stands in brackets and may itself hold any character.
  const fields = (textOf(`/proc/${pid}/stat`) ?? '').replace(/^.*\) /s, '').split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  const kilobytes = Number(statusOf(pid).VmRSS?.split(' ')[0] ?? 0);
  return { cpuMs: (ticks * 1000) / TICKS_PER_SECOND, residentMb: kilobytes / 1024 };
}

/** The rows of /proc/PID/status by name; empty once the process is gone. */
export function statusOf(pid: number): Readonly<Record<string, string>> {
  const rows = (textOf(`/proc/${pid}/status`) ?? '').split('\n').map((row) => row.split(/:\s*/, 2));
  return Object.fromEntries(rows.map(([name = '', value = '']) => [name, value]));
}

/** A file of the kernel's, or null when it is not there: a process may end at any time. */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function listed(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
