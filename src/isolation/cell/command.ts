/**
 * The command line of one cell: what stands between an artifact and this machine, as arguments. In: a tier, the place
 * with the cell's code, the user it runs under. Out: a command and its arguments, or which program is missing. Facts about
 * each argument: bwrap(1), setpriv(1), prlimit(1).
 */
import { basename, dirname } from 'node:path';
import { nodeFlags } from '../node-flags.ts';
import type { CellTools } from './tools.ts';

/** `container`: the deployer's container is the wall, so only what works inside one is added. */
export const CELL_TIERS = ['strict', 'container', 'process'] as const;
export type CellTier = (typeof CELL_TIERS)[number];

export interface CellSite {
  /** Absolute path of a Node binary. */
  readonly node: string;
  /** Absolute path of the program to start, in a folder that holds nothing secret and no link. */
  readonly boot: string;
  readonly tools: CellTools;
  /** The user and group to run under; null where the parent is not root and so cannot choose. */
  readonly uid: number | null;
}

/** The descriptor on which `bwrap` reads the seccomp filter. */
const FILTER_DESCRIPTOR = 3;
const LIMITS = ['--cpu=600', '--as=6000000000', '--fsize=0', '--nofile=64', '--core=0'];

/** Throws when a program the tier is made of is not installed. */
export function cellCommand(tier: CellTier, site: CellSite): readonly [command: string, ...args: string[]] {
  const limits = tier === 'process' && !site.tools.prlimit ? [] : [tool(site, 'prlimit'), ...LIMITS, '--'];
  const person = site.uid === null ? [] : [tool(site, 'setpriv'), ...unprivileged(site.uid)];
  const node =
    tier === 'strict' ? [tool(site, 'bwrap'), ...box(site)] : [site.node, ...program(dirname(site.boot), site)];
  const [command = site.node, ...args] = [...limits, ...person, ...node];
  return [command, ...args];
}

function tool({ tools }: CellSite, name: keyof CellTools): string {
  const path = tools[name];
  if (path === null) throw new Error(`${name} is not installed`);
  return path;
}

function unprivileged(uid: number): string[] {
  return [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--inh-caps=-all', '--'];
}

/** What Node is told, with the program's folder as the cell sees it. */
function program(folder: string, { boot }: CellSite): string[] {
  return [...nodeFlags(`${folder}/`), `${folder}/${basename(boot)}`];
}

const LIBRARIES = ['/lib/x86_64-linux-gnu', '/lib/aarch64-linux-gnu', '/lib64'];

/** Namespaces of its own, nothing to see but Node, its libraries and the cell's code, and no way back. */
function box(site: CellSite): string[] {
  const spaces = ['user', 'ipc', 'pid', 'net', 'uts', 'cgroup'].map((space) => `--unshare-${space}`);
  const identity = ['--uid', '65534', '--gid', '65534', '--hostname', 'box', '--cap-drop', 'ALL'];
  const ends = ['--disable-userns', '--die-with-parent', '--new-session', '--clearenv'];
  const files = [
    ['--ro-bind', site.node, '/n/node'],
    ...LIBRARIES.map((path) => ['--ro-bind-try', path, path]),
    ['--ro-bind', dirname(site.boot), '/app'],
    ['--tmpfs', '/empty', '--dev', '/dev', '--remount-ro', '/', '--chdir', '/empty'],
  ].flat();
  const filter = ['--seccomp', String(FILTER_DESCRIPTOR)];
  return [...spaces, ...ends, ...identity, ...files, ...filter, '--', '/n/node', ...program('/app', site)];
}
