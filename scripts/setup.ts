/**
 * Makes a Debian machine ready for every test: installs what is missing when it runs as root, and names what is missing
 * otherwise. In: nothing. Out: exit 0 when all is there, or when not root; exit 1 when an installation fails.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A command the tests need, and the Debian package that brings it. */
const NEEDED: readonly { command: string; package: string; for: string }[] = [
  {
    command: 'chromium-headless-shell',
    package: 'chromium-headless-shell',
    for: 'the pages of the service and the html report',
  },
  { command: 'bwrap', package: 'bubblewrap', for: 'the strict tier' },
  { command: 'setpriv', package: 'util-linux', for: 'unprivileged users and the process tier' },
  { command: 'prlimit', package: 'util-linux', for: 'resource limits of the tiers' },
  { command: 'curl', package: 'curl', for: 'the quickstart of the HTTP service' },
  { command: 'git', package: 'git', for: 'verifying what changed since a revision' },
  { command: 'script', package: 'bsdutils', for: 'the progress bar of a terminal' },
  { command: 'systemd-analyze', package: 'systemd', for: 'the unit of the self-hosted service' },
];

function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    console.error(`setup: apt-get ${args.join(' ')} failed. Install by hand: ${args.slice(2).join(' ')}`);
    process.exit(1);
  }
}

const missing = NEEDED.filter((need) => !onPath(need.command));
const root = process.getuid?.() === 0 && onPath('apt-get');
if (missing.length === 0) {
  console.log('setup: everything the tests need is here');
} else if (root) {
  const packages = [...new Set(missing.map((need) => need.package))];
  console.log(`setup: installing ${packages.join(', ')}`);
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', ...packages);
} else {
  console.error('setup: not root on a Debian machine, so tests that need the following are skipped by name:');
  for (const need of missing) console.error(`  ${need.command} (package ${need.package}), for ${need.for}`);
}
