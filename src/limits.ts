/**
 * Every cap and deadline, named, with its unit. A cap that is hit is always reported; none is silent.
 * Steps and CPU decide verdicts; wall-clock values are backstops for what does not return.
 */

/** Bytes of one source. Larger is a failure of stage `size`. */
export const SOURCE_BYTES = 16 * 1024 * 1024;
/** Bytes of an artifact that is driven. Larger ends `too-large`. */
export const ARTIFACT_BYTES = 8 * 1024 * 1024;
/** Bytes of all siblings of one source together. */
export const SIBLING_BYTES = 16 * 1024 * 1024;
/** Files a source may pull in as siblings. */
export const SIBLING_FILES = 200;

/** Steps the interpreter spends on one program, and on one entry of it. */
export const PROGRAM_STEPS = 300_000;
export const ENTRY_STEPS = 80_000;
/** Findings kept per file. More is a failure of stage `node-limit`. */
export const FINDINGS_PER_FILE = 25_000;
/** Milliseconds of wall time after which the parent ends a scan that does not return. */
export const SCAN_WALL_MS = 60_000;

/** Actions the synthetic person takes in one drive. */
export const ACTIONS_PER_DRIVE = 400;
/** Tasks (timers, events) run in one drive. */
export const TASKS_PER_DRIVE = 50_000;
/** Refusing-but-for-one drives per artifact and host. */
export const WORLDS_PER_HOST = 12;
/** Virtual milliseconds within which a foreground timer must be due, or the page counts as idle. */
export const IDLE_VIRTUAL_MS = 5_000;
/** Virtual milliseconds a message must stand to have told the person. */
export const TOLD_VIRTUAL_MS = 1_000;
/** CPU milliseconds one drive may use, and the wall-clock backstop of a whole task. */
export const DRIVE_CPU_MS = 10_000;
export const DRIVE_WALL_MS = 60_000;
/** Megabytes of old-generation heap of a driving worker. */
export const DRIVE_HEAP_MB = 512;
/** Artifacts after which a driving worker is replaced. */
export const RECYCLE_AFTER = 500;
/** Perceptions and requests kept per drive. */
export const TIMELINE_ENTRIES = 20_000;
export const REQUESTS_PER_DRIVE = 5_000;

/** Characters kept of a string that came from an artifact. */
export const STRING_CHARS = 200;
/** Characters kept of a request body. */
export const BODY_CHARS = 10_000;
