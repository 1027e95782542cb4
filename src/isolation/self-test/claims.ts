/**
 * Which walls each tier claims. In: a tier and whether the parent is root. Out: names of walls. A wall is a probe of the
 * cell (`workers/cell/probes.ts`), a fact of the kernel's, or, under `os.`, a probe that must be denied though the Node
 * permission model was left out. What a tier does not claim may be open, and the table says so.
 */
import type { CellTier } from '../cell/command.ts';

const NODE: readonly string[] = [
  'files.read',
  'files.own-code',
  'files.write',
  'files.proc',
  'files.parent',
  'storage.sqlite',
  'storage.web',
  'process.spawn',
  'process.execve',
  'process.worker',
  'process.addons',
  'process.ffi',
  'process.wasi',
  'process.inspector',
  'process.binding',
  'network.tcp',
  'network.fetch',
  'network.udp',
  'network.dns',
  'network.unix',
  'network.listen',
  'network.websocket',
  'code.eval',
  'code.function',
  'code.page',
  'intrinsics',
  'v8.flags',
  'environment',
  'descriptors',
  'channel',
  'heap',
];

/** What a user of its own keeps from a cell; a parent that is not root cannot give it one. */
const USER: readonly string[] = [
  'files.secret',
  'signal.parent',
  'signal.sibling',
  'kernel.user',
  'kernel.no-new-privileges',
  'kernel.capabilities',
];

const STRICT: readonly string[] = [
  'signal.parent',
  'signal.sibling',
  'kernel.no-new-privileges',
  'kernel.capabilities',
  'kernel.limits',
  'kernel.seccomp',
  'kernel.namespaces',
  'os.files.read',
  'os.files.write',
  'os.files.parent',
  'os.network.tcp',
  'os.network.udp',
  'os.network.unix',
  'os.network.listen',
  'os.signal.parent',
  'os.signal.sibling',
];

/** The deployer's container hides the machine and its network; users keep cells from us and from each other. */
const CONTAINER: readonly string[] = [
  ...USER,
  'kernel.limits',
  'kernel.seccomp',
  'kernel.offline',
  'os.files.secret',
  'os.files.parent',
  'os.signal.parent',
  'os.signal.sibling',
];

export function claimsOf(tier: CellTier, root: boolean): readonly string[] {
  const own = { process: [], strict: STRICT, container: CONTAINER }[tier];
  return [...new Set([...NODE, ...own, ...(root ? USER : [])])];
}

/** Walls of this tier for which a second cell is needed, started without the permission model. */
export function claimsOfSystem(tier: CellTier): boolean {
  return tier !== 'process';
}
