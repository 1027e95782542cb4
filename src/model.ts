/**
 * The domain types every stage speaks, in the order an artifact passes them: source, finding, observation, verdict, report. One
 * page, because the types name one another and are read as one vocabulary. Facts only: a label appears in a verdict and nowhere
 * earlier. Imports nothing.
 */

/** The conclusion for one artifact, worst first. */
export const LABELS = ['lost', 'inconclusive', 'suspect', 'clean'] as const;
export type Label = (typeof LABELS)[number];

/** `high`: the artifact was driven as it stands. `low`: only the source says so, or the page was repaired to run. */
export type Confidence = 'high' | 'low';

/** Where a write goes, seen from the host that shows the artifact. */
export const REACHES = ['own-origin', 'loopback', 'remote', 'unresolved'] as const;
export type Reach = (typeof REACHES)[number];

/** A resolved destination. `url` is absolute or, from a source, a pattern with `{…}` for what only the running page knows. */
export interface Endpoint {
  readonly method: string;
  readonly url: string;
  readonly reach: Reach;
}

/** What a write-back (or a read worth recording) becomes in the browser. */
export const CHANNELS = [
  'fetch',
  'xhr',
  'beacon',
  'form',
  'socket',
  'event-source',
  'image',
  'download',
  'clipboard',
  'post-message',
  'storage',
  'cookie',
  'navigation',
  'share',
  'service-worker',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** 1-based line and column; columns count UTF-16 code units of the decoded file, a byte order mark not counted. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Place extends Position {
  readonly path: string;
}

/** How an element is known to both halves; `selector` is for people. */
export interface ElementRef {
  readonly tag: string;
  readonly id?: string;
  readonly name?: string;
  readonly className?: string;
  readonly selector?: string;
}

/** The languages of sources, and the extensions of their files. */
export const LANGUAGES = {
  html: ['.html', '.htm'],
  javascript: ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx'],
  python: ['.py'],
} as const;
export type LanguageName = keyof typeof LANGUAGES;

/** One file read from a target, decoded. `siblings` are files it names, by path relative to the source's directory. */
export interface Source {
  readonly path: string;
  readonly language: LanguageName;
  readonly text: string;
  readonly sha256: string;
  readonly siblings: Readonly<Record<string, string>>;
  /** Siblings that no text names, in the order in which the page asked for them while it was driven. */
  readonly late?: readonly string[];
}

/** Stages in the order an artifact passes them. */
export const STAGES = [
  'select',
  'read',
  'size',
  'extract',
  'parse',
  'scan',
  'node-limit',
  'deadline',
  'drive',
] as const;
export type Stage = (typeof STAGES)[number];

/** Something that could not be checked. `candidate`: what was not looked at holds, or may hold, a write-back. */
export interface Failure {
  readonly stage: Stage;
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly detail: string;
  readonly candidate: boolean;
  /** Text that a library's own file runs as code: a page that was driven to its end had it run as it would be. */
  readonly library?: boolean;
}

export const LOST_CONSEQUENCES = [
  'claims-unread',
  'acts-as-saved',
  'optimistic',
  'beacon',
  'no-answer',
  'native-form',
  'download-fallback',
] as const;
export const SUSPECT_CONSEQUENCES = [
  'checked',
  'checked-silent',
  'implicit-check',
  'degraded',
  'unread-silent',
  'escapes',
  'native-form-maybe',
  'unproved-url',
  'unproved-method',
  'unproved-receiver',
  'unproved-guard',
] as const;
/** What the code does with the answer. */
export type Consequence = (typeof LOST_CONSEQUENCES)[number] | (typeof SUSPECT_CONSEQUENCES)[number];

/** A reply a scan tries: 200 with JSON, 404 with HTML, 404 with JSON, a rejected connection. */
export const REPLIES = ['ok', 'html', 'json', 'net'] as const;
export type Reply = (typeof REPLIES)[number];

/** The effect that proves a consequence, and the replies under which it is reached. */
export interface Proof extends Position {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly replies: readonly Reply[];
}

/** A static statement about a place in a source. The position is the call site that chose the endpoint. */
export interface Finding extends Place {
  readonly sink: Position;
  readonly primitive: string;
  readonly channel: Channel;
  readonly endpoint: Endpoint;
  /** Every endpoint the source allows here, `endpoint` among them. */
  readonly alternatives: readonly Endpoint[];
  readonly consequence: Consequence;
  readonly proof?: Proof;
  readonly element?: ElementRef;
  /** The write stands inside code that only other code calls with its own endpoint, or behind a condition. */
  readonly guard: 'live' | 'unknown';
}

/** What scanning one source yields. `candidates` counts syntactic sinks, whatever became of them. */
export interface ScanOutcome {
  readonly path: string;
  readonly candidates: number;
  readonly findings: readonly Finding[];
  readonly failures: readonly Failure[];
  /** Paths of files that are a library and nothing else, and were therefore not run. */
  readonly libraries?: readonly string[];
}

/** The unlocked field that asks for a list as the body of an accepted answer, in place of an object. */
export const AS_LIST = '[]';

/** How a host answers in one drive. */
export type World =
  | { readonly kind: 'refusing' }
  | { readonly kind: 'accepting'; readonly unlocked: readonly string[] }
  | { readonly kind: 'refusing-but-for-one'; readonly key: string };

export const ACTION_KINDS = [
  'load',
  'edit',
  'commit',
  'submit',
  'key',
  'pointer',
  'blur',
  'drag',
  'wait',
  'hide',
  'leave',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** One thing the synthetic user did. Step 0 is the load of the page. */
export interface Action {
  readonly step: number;
  readonly kind: ActionKind;
  readonly on: ElementRef;
  /** The accessible name of the control, or the key pressed. */
  readonly name: string;
  readonly at: number;
}

export const PERCEPTION_KINDS = [
  'text-added',
  'text-removed',
  'value',
  'state',
  'style',
  'attribute',
  'title',
  'alert',
  'confirm',
  'prompt',
  'notification',
  'download',
  'navigation',
  'canvas',
  'focus',
] as const;
export type PerceptionKind = (typeof PERCEPTION_KINDS)[number];

/** Perceptions that say something in words. */
export const WORDED: ReadonlySet<PerceptionKind> = new Set([
  'text-added',
  'alert',
  'confirm',
  'prompt',
  'notification',
  'title',
  'canvas',
]);

/** One change a person could see or hear. `at` is virtual milliseconds since the page opened. */
export interface Perceived {
  readonly at: number;
  readonly step: number;
  readonly kind: PerceptionKind;
  readonly where: string;
  readonly text: string;
  readonly before?: string;
}

export const RESPONSE_READS = ['ok', 'status', 'headers', 'body', 'fate'] as const;
export type ResponseRead = (typeof RESPONSE_READS)[number];

/** Anything the page tried to send, read or keep. Nothing of it left the process. */
export interface Recorded {
  readonly id: number;
  readonly channel: Channel;
  readonly endpoint: Endpoint;
  readonly step: number;
  readonly at: number;
  /** When the answer was delivered; null while it is open or where the channel has no answer. */
  readonly answeredAt: number | null;
  readonly answer: 'refused' | 'accepted' | 'remote' | 'blocked' | 'none';
  readonly status: number | null;
  /** The request's `mode`, where the channel has one. */
  readonly mode?: string;
  /** The body as text, capped. */
  readonly body: string;
  /** Names of the controls whose canaries the body (or the stored value) carries. */
  readonly carries: readonly string[];
  /** What the page looked at in the answer. */
  readonly reads: readonly ResponseRead[];
  /** Body fields the page read and did not find. */
  readonly missingFields: readonly string[];
  /** The page used array methods on the body. */
  readonly wantsArray: boolean;
  /** The page got at something in the body: its text, or a field, the keys or the kind of what it had parsed. */
  readonly looked?: boolean;
  /** Where the page's code made the call, in the artifact or a sibling. */
  readonly site?: Place;
  readonly element?: ElementRef;
  /** The attribute by which a library takes over the form that was sent. */
  readonly takenOverBy?: string;
}

export interface PageError {
  readonly at: number;
  readonly step: number;
  readonly kind: 'script' | 'rejection' | 'resource';
  readonly message: string;
  readonly place?: Place;
  /** The undefined global behind a ReferenceError. */
  readonly undefinedName?: string;
}

export interface ScriptRun {
  readonly url: string;
  readonly status: 'ran' | 'missing' | 'stubbed';
}

export interface ControlSeen {
  readonly on: ElementRef;
  readonly name: string;
  readonly reached: boolean;
  /** `fleeting`: it came and went by itself, and did not come again or stood too short. */
  readonly skipped?: 'disabled' | 'hidden' | 'inert' | 'budget' | 'read-only' | 'fleeting';
  /** Disabled, hidden or inert, and nothing on the page names a way to change that. */
  readonly locked?: boolean;
  /** The form it sends, and whether that form was about to be sent: its submit event was fired. */
  readonly sends?: { readonly form: ElementRef; readonly tried: boolean };
}

export interface Coverage {
  readonly controls: readonly ControlSeen[];
  /** The page kept showing new controls when the budget of actions ran out. */
  readonly budgetSpent: boolean;
}

export interface Repair {
  readonly kind: 'undefined-global' | 'placeholder' | 'missing-script';
  readonly name: string;
  /** The stand-in was given an element, a matching selector or a function. */
  readonly touched: boolean;
}

/** Why a drive ended. Only `completed` may be clean. */
export const END_CODES = [
  'completed',
  'timed-out',
  'out-of-memory',
  'crashed',
  'tampered',
  'too-large',
  'engine-unavailable',
] as const;
export type EndCode = (typeof END_CODES)[number];

export interface End {
  readonly code: EndCode;
  readonly detail: string;
}

/** The raw record of one drive: one artifact, one host, one world, every action, once. No opinion. */
export interface Observation {
  readonly host: string;
  readonly world: World;
  readonly end: End;
  readonly actions: readonly Action[];
  readonly requests: readonly Recorded[];
  readonly timeline: readonly Perceived[];
  readonly errors: readonly PageError[];
  readonly scripts: readonly ScriptRun[];
  readonly coverage: Coverage;
  readonly shims: readonly string[];
  readonly repairs: readonly Repair[];
  readonly tripwires: readonly string[];
  /** Virtual milliseconds the page lived. */
  readonly lived: number;
}

/** All drives of one artifact in one host, and how the task as a whole ended. */
export interface HostDrives {
  readonly host: string;
  readonly observations: readonly Observation[];
  readonly end: End;
}

/** What became of one write-back. The order is the precedence of `judge`. */
export const OUTCOMES = [
  'departed',
  'download-fallback',
  'no-answer',
  'contradicted',
  'kept-locally',
  'untold',
  'stuck',
  'told',
  'silent',
  'never-fired',
  /** It fired, the page looks at the answer, and no world with another answer came to its end. */
  'undecided',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One coded fact behind a verdict. Other keys are facts; words are made in `formats/`. */
export interface Evidence {
  readonly code: string;
  readonly host?: string;
  /** Index into the verdict's `writeBacks`. */
  readonly writeBack?: number;
  readonly [fact: string]: unknown;
}

export interface WriteBack {
  readonly endpoint: Endpoint;
  readonly channel: Channel;
  readonly outcome: Outcome;
  /** What it counts as, worst over the hosts. */
  readonly label: Label;
  readonly confidence: Confidence;
  readonly seen: 'source' | 'driven' | 'both';
  readonly source?: Place;
  readonly consequence?: Consequence;
  readonly action?: { readonly kind: ActionKind; readonly on: string; readonly name: string; readonly step: number };
  readonly carries: readonly string[];
  readonly byHost: Readonly<Record<string, Outcome>>;
  /** What the page showed under refusal and under acceptance, for people. */
  readonly shown?: {
    readonly host: string;
    readonly sent: string;
    readonly refused: readonly Perceived[];
    readonly accepted: readonly Perceived[];
    /** Entries that a cap left out of both together. */
    readonly omitted?: number;
  };
  /** Set where a comment or a baseline excuses it; it then no longer decides the verdict. */
  readonly suppressed?: { readonly by: 'comment' | 'baseline'; readonly reason: string };
}

/** An excuse for what stands on one line of one source, under one rule. */
export interface Suppression {
  readonly path: string;
  readonly line: number;
  readonly rule: RuleName;
  readonly by: 'comment' | 'baseline';
  readonly reason: string;
  /** For a write-back of which no place in a source is known; `path` is then the artifact's and `line` 0. */
  readonly endpoint?: Pick<Endpoint, 'method' | 'url'>;
}

export interface Verdict {
  readonly artifact: string;
  readonly sha256: string;
  readonly label: Label;
  readonly confidence: Confidence;
  readonly hosts: readonly { readonly host: string; readonly label: Label }[];
  readonly writeBacks: readonly WriteBack[];
  readonly evidence: readonly Evidence[];
  readonly repairs: readonly Repair[];
  readonly trace: readonly Action[];
  /** Where only changes were judged: whether any part of the artifact is new, or else was modified. */
  readonly change?: 'added' | 'modified';
  readonly drives: number;
  readonly durationMs: number;
}

/** Everything `judge` needs for one artifact: plain data, replayable from a file. */
export interface Facts {
  readonly artifact: string;
  readonly sha256: string;
  readonly language: LanguageName;
  readonly scan: ScanOutcome;
  /** Empty for a generator, or when driving was switched off. */
  readonly drives: readonly HostDrives[];
  readonly driven: boolean;
  readonly durationMs: number;
  readonly suppressions?: readonly Suppression[];
}

export const RULES = ['artifact-write-back-lost', 'artifact-write-back-suspect'] as const;
export type RuleName = (typeof RULES)[number];
export type Severity = 'error' | 'advisory';

export interface ReportedFinding extends Place {
  readonly rule: RuleName;
  readonly severity: Severity;
  readonly message: string;
  readonly consequence: Consequence;
  readonly endpoint: Endpoint;
  readonly proof?: Proof;
  readonly suppressed?: { readonly by: 'comment' | 'baseline'; readonly reason: string };
}

/** The walls around the artifacts of a run, as the self-test of their tier found them. */
export interface Sandbox {
  readonly tier: string;
  /** How many walls the tier claims and proved. */
  readonly proven: number;
  /** Walls of the strongest tier that this one did not prove. */
  readonly missing: readonly string[];
  /** When the self-test ran; null where the tier has none. */
  readonly testedAt: string | null;
  readonly node: string;
  /** The SHA-256 of the flags Node starts with behind the walls; null where there are none. */
  readonly flagsSha256: string | null;
}

/** The report, schema version 1. */
export interface Report {
  readonly schemaVersion: 1;
  readonly tool: 'savecheck';
  readonly version: string;
  readonly engine: { readonly name: string; readonly version: string };
  readonly isolation: string;
  /** Absent where nothing was run behind a wall, and nobody but the owner could ask for it. */
  readonly sandbox?: Sandbox;
  readonly hosts: readonly string[];
  readonly startedAt: string;
  readonly durationMs: number;
  readonly partial: boolean;
  readonly summary: Readonly<Record<Label | 'failures', number>>;
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly ReportedFinding[];
  readonly failures: readonly Failure[];
  readonly scanned: readonly string[];
  readonly unscanned: readonly { readonly path: string; readonly reason: string }[];
  readonly notes: readonly string[];
}
