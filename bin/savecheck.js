#!/usr/bin/env node
/**
 * The executable. Plain JavaScript that any Node since 14 can read: it checks the version before anything newer is loaded,
 * goes over to the `node` package beside it when this Node is too old, and says what is needed when there is none.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = 26;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The binary of the `node` package, installed in this package or in a folder above it. */
function newerNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = root; ; folder = dirname(folder)) {
    const binary = join(folder, 'node_modules', 'node', 'bin', file);
    if (existsSync(binary)) return binary;
    if (folder === dirname(folder)) return null;
  }
}

/** Runs this file again under `binary`; signals and the exit code are passed on. */
function goOver(binary) {
  const environment = Object.assign({}, process.env, { SAVECHECK_REEXEC: '1' });
  const child = spawn(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: environment,
  });
  // The child may hear an interrupt of the terminal twice; it takes two in quick succession for one.
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`savecheck: cannot start ${binary}: ${error.message}\n`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code === null ? 1 : code;
  });
}

const major = Number(process.versions.node.split('.')[0]);
const newer = major >= NEEDED || process.env.SAVECHECK_REEXEC ? null : newerNode();
if (newer) {
  goOver(newer);
} else if (major < NEEDED) {
  process.stderr.write(
    `savecheck needs Node ${NEEDED} or newer; this is ${process.version}.\n` +
      `Install it from https://nodejs.org, or put it beside your project with: npm install --save-dev node@${NEEDED}\n`,
  );
  process.exitCode = 2;
} else {
  const built = join(root, 'dist', 'src', 'cli.js');
  const useSource = process.env.SAVECHECK_SOURCE || !existsSync(built);
  const entry = useSource ? join(root, 'src', 'cli.ts') : built;
  // A bug of ours must not end with 1, which says that an artifact loses data.
  process.on('uncaughtException', (error) => {
    process.stderr.write(
      `savecheck: internal error, please report it\n${(error instanceof Error && error.stack) || error}\n`,
    );
    process.exit(70);
  });
  import(pathToFileURL(entry).href).then(({ main }) => main(process.argv.slice(2)));
}
