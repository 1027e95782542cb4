/**
 * Builds what is published: `dist/` from `src/` and `workers/` by the TypeScript compiler, and the script that is
 * evaluated inside artifacts as one file. Fails on the first error.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundlePageScript } from '../src/engines/jsdom/page-script.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command: string, ...args: string[]): void {
  const { status, error } = spawnSync(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
mkdirSync(new URL('../dist/src/page', import.meta.url), { recursive: true });
writeFileSync(new URL('../dist/src/page/page.js', import.meta.url), await bundlePageScript());
