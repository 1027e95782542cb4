import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CellTier } from '../../src/isolation/cell/command.ts';
import type { Alteration } from '../../src/isolation/cell/start.ts';
import { WALL_FLAGS } from '../../src/isolation/node-flags.ts';
import type { TierProof } from '../../src/isolation/self-test.ts';
import { proveTier } from '../../src/isolation/self-test.ts';
import { BOXES, USERS } from './support/walls-here.ts';

/** Takes `taken` out of a command, with the `values` that follow it. */
function without(taken: string, values = 0): Alteration {
  return ([command, ...args]) => {
    const at = args.indexOf(taken);
    if (at < 0) throw new Error(`no ${taken} in the command`);
    return [command, ...args.slice(0, at), ...args.slice(at + values + 1)];
  };
}

async function missingFrom(tier: CellTier, alter?: Alteration): Promise<string[]> {
  const { walls, detail } = await proveTier(tier, alter);
  expect(walls.length, detail).toBeGreaterThan(30);
  return walls.filter(({ claimed, holds }) => claimed && !holds).map(({ wall }) => wall);
}

describe.skipIf(!USERS)('a tier proves itself', () => {
  it.each(['process', 'strict'] as const)('%s holds every wall it claims', async (tier) => {
    expect(await missingFrom(tier)).toEqual([]);
  });

  it('container does not, where no container is around', async () => {
    expect(await missingFrom('container')).toEqual(expect.arrayContaining(['kernel.offline', 'kernel.seccomp']));
  });

  it('keeps from a cell what was left open to us by whoever started us', () => {
    const command = ['bin/savecheck.js', 'isolation', 'process', '--json'];
    const left = openSync('/etc/passwd', 'r');
    const { stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: { ...process.env, SAVECHECK_SOURCE: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', left, left],
      encoding: 'utf8',
    });
    const [proof] = (JSON.parse(stdout || '{}') as { tiers?: TierProof[] }).tiers ?? [];
    expect(
      proof?.walls.find(({ wall }) => wall === 'descriptors'),
      stderr,
    ).toMatchObject({ claimed: true, holds: true });
  });

  it('says which program is missing', async () => {
    const { proven, detail } = await proveTier('process', () => ['/nonexistent/prlimit']);
    expect(proven).toBe(false);
    expect(detail).toMatch(/ENOENT/);
  });
});

const FALLS: Readonly<Record<string, string>> = {
  '--permission': 'files.read',
  '--no-experimental-sqlite': 'storage.sqlite',
  '--no-experimental-websocket': 'network.websocket',
  '--no-experimental-webstorage': 'storage.web',
  '--disallow-code-generation-from-strings': 'code.eval',
  '--frozen-intrinsics': 'intrinsics',
  '--freeze-flags-after-init': 'v8.flags',
};

describe.skipIf(!USERS)('no flag of a cell can go unnoticed', () => {
  it('has an expectation for each', () => {
    expect(Object.keys(FALLS).sort()).toEqual([...WALL_FLAGS].sort());
  });
  it.each(Object.entries(FALLS))('process without %s is not proven: %s', async (flag, wall) => {
    const alter: Alteration = (command) =>
      flag === '--permission'
        ? (command.filter((arg) => arg !== flag && !arg.startsWith('--allow-fs-read')) as unknown as typeof command)
        : without(flag)(command);
    expect(await missingFrom('process', alter)).toContain(wall);
  });
});

const BOX_FALLS: readonly (readonly [flag: string, values: number, wall: string])[] = [
  ['--unshare-net', 0, 'kernel.namespaces'],
  ['--unshare-pid', 0, 'kernel.namespaces'],
  ['--unshare-ipc', 0, 'kernel.namespaces'],
  ['--seccomp', 1, 'kernel.seccomp'],
  ['--fsize=0', 0, 'kernel.limits'],
  ['--as=6000000000', 0, 'kernel.limits'],
  ['--max-old-space-size=192', 0, 'heap'],
];

describe.skipIf(!BOXES)('no part of the box can go unnoticed', () => {
  it.each(BOX_FALLS)('strict without %s (%i) is not proven: %s', async (flag, values, wall) => {
    expect(await missingFrom('strict', without(flag, values))).toContain(wall);
  });

  it('strict without the permission model still holds what the system holds, and is not proven', async () => {
    const missing = await missingFrom(
      'strict',
      (command) =>
        command.filter(
          (arg) => arg !== '--permission' && !arg.startsWith('--allow-fs-read'),
        ) as unknown as typeof command,
    );
    expect(missing).toContain('process.worker');
    expect(missing.filter((wall) => wall.startsWith('os.'))).toEqual([]);
  });

  it.skipIf(!USERS)('strict started by root without a user of its own is found to be root outside', async () => {
    const { walls } = await proveTier('strict', (command) => {
      const from = command.findIndex((arg) => arg.endsWith('/setpriv'));
      const to = command.findIndex((arg) => arg.endsWith('/bwrap'));
      return [...command.slice(0, from), ...command.slice(to)] as unknown as typeof command;
    });
    expect(walls.find(({ wall }) => wall === 'kernel.user')).toMatchObject({ holds: false, found: 'user 0 outside' });
  });

  it.skipIf(!USERS)('a folder of ours that is bound into the box is found to be readable', async () => {
    const { walls, proven } = await proveTier('strict', (command) => {
      const at = command.indexOf('--remount-ro');
      return [...command.slice(0, at), '--bind', '/tmp', '/tmp', ...command.slice(at)] as unknown as typeof command;
    });
    expect(proven).toBe(false);
    expect(walls.find(({ wall }) => wall === 'os.files.read')).toMatchObject({ holds: false, found: 'open' });
  });
});
