/**
 * What the kernel says about a waiting cell, seen from its parent. In: the cell's process and the user it should run
 * under. Out: for each fact, `holds` or what is the case instead. Source: proc(5), namespaces(7).
 */
import { readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { statusOf, textOf, treeOf } from '../process-tree.ts';

export const HOLDS = 'holds';

const NAMESPACES = ['user', 'pid', 'net', 'ipc', 'mnt', 'uts', 'cgroup'] as const;
/** Rows of /proc/PID/limits and the hard limit each must have. */
const LIMITS: readonly (readonly [row: string, hard: string])[] = [
  ['Max file size', '0'],
  ['Max core file size', '0'],
  ['Max open files', '64'],
  ['Max cpu time', '600'],
  ['Max address space', '6000000000'],
];

export function kernelFacts(root: number, uid: number | null): Readonly<Record<string, string>> {
  const tree = treeOf(root);
  const inner = tree.at(-1);
  if (inner === undefined) return {};
  const status = statusOf(inner);
  const capabilities = ['CapEff', 'CapPrm', 'CapInh'].filter((name) => !/^0+$/.test(status[name] ?? ''));
  return {
    'kernel.user': userFact(tree, uid),
    'kernel.no-new-privileges': status.NoNewPrivs === '1' ? HOLDS : 'may gain privileges',
    'kernel.capabilities': capabilities.length === 0 ? HOLDS : `${capabilities.join(', ')} not empty`,
    'kernel.seccomp': status.Seccomp === '2' ? HOLDS : 'no filter',
    'kernel.namespaces': namespaceFact(inner),
    'kernel.limits': limitFact(inner),
    'kernel.offline': offlineFact(),
  };
}

/** Every process from the parent down to Node runs under the cell's own user, in every one of its identities. */
function userFact(tree: readonly number[], uid: number | null): string {
  if (uid === null) return 'the parent is not root: its own user';
  for (const pid of tree) {
    const { Uid = '', Gid = '', Groups = '' } = statusOf(pid);
    const ids = [...Uid.split('\t'), ...Gid.split('\t')];
    if (ids.some((id) => Number(id) !== uid) || Groups.trim() !== '') return `user ${Uid.split('\t')[0]} outside`;
  }
  return HOLDS;
}

function namespaceFact(pid: number): string {
  const shared = NAMESPACES.filter((name) => linkOf(`/proc/self/ns/${name}`) === linkOf(`/proc/${pid}/ns/${name}`));
  return shared.length === 0 ? HOLDS : `shares ${shared.join(', ')}`;
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Not to be read is not to be told apart from shared.
    return 'unknown';
  }
}

function limitFact(pid: number): string {
  const rows = (textOf(`/proc/${pid}/limits`) ?? '').split('\n');
  const wrong = LIMITS.filter(([name, hard]) => {
    const row = rows.find((text) => text.startsWith(name));
    return row?.slice(name.length).trim().split(/\s+/)[1] !== hard;
  });
  return wrong.length === 0 ? HOLDS : `${wrong.map(([name]) => name.slice(4)).join(', ')} not limited`;
}

/** The cell shares this machine's network, or the container's: then there must be none but loopback. */
function offlineFact(): string {
  const open = Object.entries(networkInterfaces())
    .filter(([, addresses]) => addresses?.some(({ internal }) => !internal))
    .map(([name]) => name);
  return open.length === 0 ? HOLDS : `interfaces ${open.join(', ')}`;
}
