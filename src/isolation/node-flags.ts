/**
 * The flags a cell's Node starts with, the same in every tier that has cells. In: the folder the cell may read until it
 * has loaded. Out: arguments. Each flag closes a way out that was seen open; the self-test fails when one is taken away.
 */

/** A flag, and what an artifact that escaped its page could do without it. */
interface Flag {
  readonly flag: string;
  readonly closes: string;
}

const FLAGS: readonly Flag[] = [
  { flag: '--permission', closes: 'files, processes, workers, addons, network (Node permission model)' },
  { flag: '--no-experimental-sqlite', closes: 'node:sqlite, which the permission model does not cover' },
  { flag: '--no-addons', closes: 'native code through process.dlopen' },
  { flag: '--no-experimental-websocket', closes: 'the global WebSocket client' },
  { flag: '--no-experimental-webstorage', closes: 'storage kept between processes' },
  { flag: '--disallow-code-generation-from-strings', closes: 'every constructor chain from a page object to Function' },
  { flag: '--frozen-intrinsics', closes: 'gadgets through host prototypes' },
  { flag: '--freeze-flags-after-init', closes: 'v8.setFlagsFromString' },
];

const HEAP_MB = 192;
const SEMI_SPACE_MB = 8;
const STACK_KB = 900;

/** Flags in `without` are left out: only the self-test's own tests do that. */
export function nodeFlags(readable: string, without: readonly string[] = []): string[] {
  const walls = FLAGS.map(({ flag }) => flag).filter((flag) => !without.includes(flag));
  const readableFlag = walls.includes('--permission') ? [`--allow-fs-read=${readable}`] : [];
  return [
    ...walls,
    ...readableFlag,
    `--max-old-space-size=${HEAP_MB}`,
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    `--stack-size=${STACK_KB}`,
    '--experimental-vm-modules',
    '--no-warnings',
  ];
}

export const WALL_FLAGS: readonly string[] = FLAGS.map(({ flag }) => flag);
