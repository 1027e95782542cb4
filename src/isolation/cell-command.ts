/**
 * The command line of one cell: what stands between an artifact and this machine, as arguments. In: a tier, the folder
 * with the cell's bundle, the slot. Out: a command, its arguments, and whether it reads a seccomp filter from a
 * descriptor. Facts about each argument: bwrap(1), setpriv(1), prlimit(1).
 */
import { dirname } from 'node:path';
import { nodeFlags } from './node-flags.ts';

/** `container`: the deployer's container is the wall, so only what works inside one is added. */
export type CellTier = 'process' | 'strict' | 'container';

export interface CellCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The cell expects the filter on this descriptor. */
  readonly filterDescriptor: number | null;
}

export interface CellPlace {
  /** Absolute path of a Node binary. */
  readonly node: string;
  /** Absolute path of the bundle, alone in a folder that holds nothing secret and no link. */
  readonly bundle: string;
  /** Number of the slot: cells of different slots run under different users where the parent is root. */
  readonly slot: number;
  readonly root: boolean;
  /** Flags of Node to leave out, for the self-test's own tests. */
  readonly withoutFlags?: readonly string[];
}

const FIRST_UID = 61_000;
const FILTER_DESCRIPTOR = 3;
const LIMITS = ['--cpu=60', '--as=6000000000', '--fsize=0', '--nofile=64', '--core=0'];

export function cellCommand(tier: CellTier, place: CellPlace): CellCommand {
  const { node, root, slot } = place;
  const person = root ? ['setpriv', ...unprivileged(FIRST_UID + slot)] : [];
  const boxed =
    tier === 'strict' ? ['bwrap', ...box(place)] : [node, ...nodeArguments(place, dirname(place.bundle), place.bundle)];
  const [command = 'prlimit', ...args] = ['prlimit', ...LIMITS, '--', ...person, ...boxed];
  return { command, args, filterDescriptor: tier === 'strict' ? FILTER_DESCRIPTOR : null };
}

/** The uid a slot's cells run under when the parent is root. */
export function slotUid(slot: number): number {
  return FIRST_UID + slot;
}

function unprivileged(uid: number): string[] {
  return [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--inh-caps=-all', '--'];
}

function nodeArguments(place: CellPlace, readable: string, bundle: string): string[] {
  return [...nodeFlags(`${readable}/`, place.withoutFlags), bundle];
}

/** Namespaces of its own, nothing to see but Node, its libraries and the bundle, and no way back. */
function box(place: CellPlace): string[] {
  const spaces = ['user', 'ipc', 'pid', 'net', 'uts', 'cgroup'].map((space) => `--unshare-${space}`);
  const identity = ['--uid', '65534', '--gid', '65534', '--hostname', 'box', '--cap-drop', 'ALL'];
  const ends = ['--disable-userns', '--die-with-parent', '--new-session', '--clearenv'];
  const files = [
    ['--ro-bind', place.node, '/n/node'],
    ['--ro-bind-try', '/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu'],
    ['--ro-bind-try', '/lib/aarch64-linux-gnu', '/lib/aarch64-linux-gnu'],
    ['--ro-bind-try', '/lib64', '/lib64'],
    ['--ro-bind', dirname(place.bundle), '/app'],
    ['--tmpfs', '/empty', '--dev', '/dev', '--remount-ro', '/', '--chdir', '/empty'],
  ].flat();
  const bundle = `/app/${place.bundle.slice(dirname(place.bundle).length + 1)}`;
  const filter = ['--seccomp', String(FILTER_DESCRIPTOR)];
  return [
    ...spaces,
    ...ends,
    ...identity,
    ...files,
    ...filter,
    '--',
    '/n/node',
    ...nodeArguments(place, '/app', bundle),
  ];
}
