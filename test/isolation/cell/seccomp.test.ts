import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Architecture } from '../../../src/isolation/cell/seccomp.ts';
import { filterFor, seccompFilter } from '../../../src/isolation/cell/seccomp.ts';

/** One instruction a line: code, jumps, operand, as `bpf_dbg` and others print them. */
function listing(filter: Buffer): string {
  const rows: string[] = [];
  for (let at = 0; at < filter.length; at += 8) {
    const operand = filter
      .readUInt32LE(at + 4)
      .toString(16)
      .padStart(8, '0');
    rows.push(
      `${filter.readUInt16LE(at).toString(16).padStart(2, '0')} ${filter[at + 2]} ${filter[at + 3]} ${operand}`,
    );
  }
  return `${rows.join('\n')}\n`;
}

/** What the kernel would do with a call: the filter, interpreted. */
function decide(filter: Buffer, architecture: number, number: number): number {
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const operand = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x20) accumulator = operand === 0 ? number : architecture;
    else if (code === 0x06) return operand;
    else {
      const holds = code === 0x15 ? accumulator === operand : accumulator >= operand;
      at += filter[at * 8 + (holds ? 2 : 3)] as number;
    }
  }
  throw new Error('the filter has no end');
}

const AUDIT: Readonly<Record<Architecture, number>> = { x86_64: 0xc000003e, arm64: 0xc00000b7 };
const [ALLOW, EPERM, KILL] = [0x7fff0000, 0x00050001, 0x80000000];

describe('the system call filter', () => {
  it.each(['x86_64', 'arm64'] as const)('is the one that was reviewed, on %s', (architecture) => {
    const golden = readFileSync(new URL(`../data/seccomp-${architecture}.txt`, import.meta.url), 'utf8');
    expect(listing(seccompFilter(architecture))).toBe(golden);
  });

  it('denies sockets and lets reads and writes pass, on both architectures', () => {
    const [intel, arm] = [seccompFilter('x86_64'), seccompFilter('arm64')];
    expect([41, 42, 49, 101].map((number) => decide(intel, AUDIT.x86_64, number))).toEqual([
      EPERM,
      EPERM,
      EPERM,
      EPERM,
    ]);
    expect([198, 203, 200, 117].map((number) => decide(arm, AUDIT.arm64, number))).toEqual([
      EPERM,
      EPERM,
      EPERM,
      EPERM,
    ]);
    expect([0, 1, 9, 202].map((number) => decide(intel, AUDIT.x86_64, number))).toEqual([ALLOW, ALLOW, ALLOW, ALLOW]);
    expect([63, 64, 222, 98].map((number) => decide(arm, AUDIT.arm64, number))).toEqual([ALLOW, ALLOW, ALLOW, ALLOW]);
  });

  it('ends a process that calls as another architecture, or as x32', () => {
    expect(decide(seccompFilter('x86_64'), AUDIT.arm64, 1)).toBe(KILL);
    expect(decide(seccompFilter('arm64'), AUDIT.x86_64, 1)).toBe(KILL);
    expect(decide(seccompFilter('x86_64'), 0x40000003, 1)).toBe(KILL);
    expect(decide(seccompFilter('x86_64'), AUDIT.x86_64, 0x40000001)).toBe(KILL);
  });

  it('is none where the numbers of the calls are not known', () => {
    expect(filterFor('x64')).toEqual(seccompFilter('x86_64'));
    expect(filterFor('arm64')).toEqual(seccompFilter('arm64'));
    expect(filterFor('riscv64')).toBeNull();
  });
});
