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
export const PROGRAM_STEPS = 1_500_000;
export const ENTRY_STEPS = 80_000;
/** Steps of all entries of one program under one reply, whoever comes first. */
export const RUN_STEPS = 3_000_000;
/** Steps kept beside them for the page's own code, and for all files beside it in equal parts. */
export const RESERVED_STEPS = 1_000_000;
/** Findings kept per file. More is a failure of stage `node-limit`. */
export const FINDINGS_PER_FILE = 25_000;
/** Milliseconds of wall time after which the parent ends a scan that does not return. */
export const SCAN_WALL_MS = 60_000;

/** Megabytes of old-generation heap of a scanning worker. */
export const SCAN_HEAP_MB = 512;
/**
 * Megabytes of young-generation heap. Half as much for a driving worker costs a twentieth more CPU, as a window outlives
 * many collections; a scanning one leaves little behind.
 */
export const DRIVE_YOUNG_HEAP_MB = 48;
export const SCAN_YOUNG_HEAP_MB = 24;

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
/** Megabytes of heap and of memory outside it, at the end of a drive, that make a driving worker collect its garbage. */
export const COLLECT_HEAP_MB = 128;
/** The same, still in use at the end of a task, that make a driving worker be replaced. */
export const RECYCLE_HEAP_MB = 300;
/**
 * Tasks after which a driving worker is replaced: before V8 optimizes what runs once a window, and what that takes stays
 * taken. Tasks before that at which its successor begins to load.
 */
export const RECYCLE_AFTER = 200;
export const SPARE_BEFORE = 20;
/** Perceptions and requests kept per drive. */
export const TIMELINE_ENTRIES = 20_000;
export const REQUESTS_PER_DRIVE = 5_000;
/** Perceptions the judge looks through for one host, over all its write-backs; what is left is undecided. */
export const JUDGED_ENTRIES = 200_000;
/** Perceptions a verdict shows of one write-back in one world; what is left out is counted. */
export const SHOWN_ENTRIES = 100;

/** Characters kept of a string that came from an artifact. */
export const STRING_CHARS = 200;
/** Characters kept of a request body. */
export const BODY_CHARS = 10_000;

/** Bytes of one upload to the service, and what an archive in it may hold; a list of files may hold as many. */
export const UPLOAD_BYTES = 16 * 1024 * 1024;
export const UPLOAD_ARCHIVE_CAPS = { entries: 2_000, bytes: 32 * 1024 * 1024, ratio: 100 } as const;
/** Deliveries of one job before it ends as interrupted. */
export const JOB_DELIVERIES = 4;
/** Milliseconds one delivery of a job may take as a whole. */
export const JOB_WALL_MS = 15 * 60_000;
/** Milliseconds a job may wait in the queue, and a finished one is kept. */
export const JOB_QUEUED_MS = 24 * 3_600_000;
export const JOB_KEPT_MS = 7 * 24 * 3_600_000;
/** Jobs kept, finished ones included; jobs queued by one tenant, and by all. */
export const JOBS_KEPT = 50_000;
export const TENANT_QUEUED = 1_000;
export const SERVICE_QUEUED = 10_000;
/** Bytes of blobs kept, and bytes that must stay free on the disk for an upload to be taken. */
export const BLOB_BYTES_KEPT = 5 * 1024 ** 3;
export const DISK_FREE_BYTES = 256 * 1024 ** 2;
/** Characters of a report kept in its row; a longer one is a blob. */
export const REPORT_ROW_CHARS = 256 * 1024;
/** Requests a tenant may make in one minute. */
export const REQUESTS_PER_MINUTE = 6_000;
/** Requests that hold a connection to wait for a verdict, and the longest such wait in seconds. */
export const WAITERS = 1_000;
export const WAIT_SECONDS = 60;
/** Milliseconds a drain waits for running jobs. */
export const DRAIN_MS = 20_000;
/** Tries of one webhook delivery, and milliseconds each may take. */
export const WEBHOOK_TRIES = 8;
export const WEBHOOK_WALL_MS = 10_000;
/** Webhooks of one tenant. */
export const WEBHOOKS_PER_TENANT = 20;

/** Archives as targets: entries, bytes inflated, and inflated bytes for each byte packed. */
export const ARCHIVE_CAPS = { entries: 10_000, bytes: 256 * 1024 * 1024, ratio: 100 } as const;
/** Bytes of an archive file itself. */
export const ARCHIVE_BYTES = 64 * 1024 * 1024;
/** Inflated bytes before the ratio counts: a small page of blanks is no bomb. */
export const ARCHIVE_RATIO_FREE_BYTES = 1024 * 1024;
/** Bytes of a manifest, a baseline, a scenario or a configuration file. */
export const CONFIGURATION_BYTES = 64 * 1024 * 1024;

/** Directory entries one walk of a skill or an outputs directory looks at. */
export const WALK_ENTRIES = 200_000;
