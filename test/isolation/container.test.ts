import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findTools } from '../../src/isolation/cell/tools.ts';
import type { TierProof } from '../../src/isolation/self-test.ts';
import { USERS } from './support/walls-here.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A filter as a container engine brings its own: one denied call (`add_key` on x86_64, `keyctl` on arm64), all others pass. */
function engineFilter(): Buffer {
  const denied = process.arch === 'x64' ? 248 : 219;
  const rows = [
    [0x20, 0, 0, 0],
    [0x15, 0, 1, denied],
    [0x06, 0, 0, 0x00050001],
    [0x06, 0, 0, 0x7fff0000],
  ] as const;
  const bytes = Buffer.alloc(rows.length * 8);
  for (const [index, [code, ifTrue, ifFalse, operand]] of rows.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand, index * 8 + 4);
  }
  return bytes;
}

/** Runs savecheck in a box that plays a deployer's container: no network but loopback, a filter of its own, no bubblewrap. */
function inContainer(
  args: readonly string[],
  { network = 'none', filtered = true, capabilities = ['SETUID', 'SETGID', 'KILL'] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'savecheck-container-'));
  const filter = join(folder, 'filter');
  writeFileSync(filter, engineFilter());
  try {
    const bwrap = findTools().bwrap as string;
    const spaces = [
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      ...(network === 'none' ? ['--unshare-net'] : []),
    ];
    // The only capabilities: to become the user of a cell, and to end its processes.
    const rights = capabilities.flatMap((name) => ['--cap-add', `CAP_${name}`]);
    const files = [
      '--ro-bind',
      '/',
      '/',
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--tmpfs',
      '/tmp',
      // A checkout may itself stand below /tmp.
      '--ro-bind',
      root,
      root,
      '--ro-bind',
      '/dev/null',
      bwrap,
    ];
    const guard = filtered ? ['--seccomp', '3'] : [];
    const command = [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      join(root, 'bin/savecheck.js'),
      ...args,
    ];
    return spawnSync(
      bwrap,
      [...spaces, '--die-with-parent', '--cap-drop', 'ALL', ...rights, ...files, ...guard, ...command],
      {
        encoding: 'utf8',
        timeout: 240_000,
        killSignal: 'SIGKILL',
        cwd: root,
        env: { ...process.env, SAVECHECK_SOURCE: '1', TMPDIR: '/tmp' },
        stdio: ['ignore', 'pipe', 'pipe', openSync(filter, 'r')],
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function proofIn(result: ReturnType<typeof inContainer>): TierProof {
  const [proof] = (JSON.parse(result.stdout || '{}') as { tiers: TierProof[] }).tiers ?? [];
  if (!proof) throw new Error(result.stderr);
  return proof;
}

describe.skipIf(!USERS)('the container tier, in a box that plays the container', () => {
  it('is proven without bubblewrap', () => {
    const result = inContainer(['isolation', 'container', '--json']);
    const proof = proofIn(result);
    expect(proof.walls.filter(({ claimed, holds }) => claimed && !holds)).toEqual([]);
    expect(proof.proven, proof.detail).toBe(true);
    expect(result.status).toBe(0);
  });

  it('is not proven where the container has a network and no filter', () => {
    const proof = proofIn(inContainer(['isolation', 'container', '--json'], { network: 'host', filtered: false }));
    const missing = proof.walls.filter(({ claimed, holds }) => claimed && !holds).map(({ wall }) => wall);
    expect(missing.sort()).toEqual(['kernel.offline', 'kernel.seccomp']);
  });

  it('is not proven where cells could not be ended', () => {
    const proof = proofIn(inContainer(['isolation', 'container', '--json'], { capabilities: ['SETUID', 'SETGID'] }));
    expect(proof).toMatchObject({ proven: false, detail: 'this process may not end its cells' });
  });

  it('gives a verdict', () => {
    const page = 'fixtures/waiting-state-of-a-button/artifact.html';
    const result = inContainer(['verify', page, '--isolation', 'container', '--json']);
    const report = JSON.parse(result.stdout || '{}') as { isolation: string; verdicts: { label: string }[] };
    expect(report, result.stderr).toMatchObject({ isolation: 'container', verdicts: [{ label: 'suspect' }] });
  });

  it('does not stand in for strict, which ends with 78', () => {
    const result = inContainer(['verify', 'fixtures/waiting-state-of-a-button/artifact.html', '--isolation', 'strict']);
    expect(result.status).toBe(78);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/strict is not proven here/);
  });
});
