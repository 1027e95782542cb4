/**
 * The flags a cell's Node starts with, the same in every tier that has cells. In: the folder the cell may read until it
 * has loaded. Out: arguments. Each flag closes a way out that was seen open; the self-test fails when one is taken away.
 * Addons, workers, FFI, WASI and child processes are closed by `--permission` as long as no flag allows them.
 */

/** A flag, and what an artifact that escaped its page could do without it. */
const FLAGS: readonly (readonly [flag: string, closes: string])[] = [
  ['--permission', 'files, processes, workers, addons, network (Node permission model)'],
  ['--no-experimental-sqlite', 'node:sqlite, which the permission model does not cover'],
  ['--no-experimental-websocket', 'the global WebSocket client'],
  ['--no-experimental-webstorage', 'storage kept between processes'],
  ['--disallow-code-generation-from-strings', 'every constructor chain from a page object to Function'],
  ['--frozen-intrinsics', 'gadgets through host prototypes'],
  ['--freeze-flags-after-init', 'v8.setFlagsFromString'],
];

const HEAP_MB = 192;
const SEMI_SPACE_MB = 8;
const STACK_KB = 900;

export function nodeFlags(readable: string): string[] {
  return [
    ...WALL_FLAGS,
    `--allow-fs-read=${readable}`,
    `--max-old-space-size=${HEAP_MB}`,
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    `--stack-size=${STACK_KB}`,
    '--experimental-vm-modules',
    '--no-warnings',
  ];
}

export const WALL_FLAGS: readonly string[] = FLAGS.map(([flag]) => flag);
