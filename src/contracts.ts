/**
 * The extension points: what a part of each kind must offer. A new part is one file that satisfies one of these
 * and one line in the registry. Types only; the interpreter's own contract for primitives is in `interpreter/`.
 */
import type {
  End,
  Evidence,
  Facts,
  Failure,
  Label,
  LanguageName,
  Observation,
  Outcome,
  Perceived,
  Recorded,
  Report,
  Sandbox,
  ScanOutcome,
  Source,
  World,
} from './model.ts';

/** Text that knows where each of its characters stands in the file on disk. */
export interface MappedText {
  readonly text: string;
  /** Offset in the decoded file of the character at `offset` of `text`. */
  at(offset: number): number;
}

export type UnitRole = 'script' | 'module' | 'handler' | 'javascript-url' | 'expression';
export type Dialect = 'js' | 'jsx' | 'ts' | 'tsx';

/** Markup a write-back can hang on: a form, a submitter, an htmx element, or any element with an id or a handler. */
export interface MarkupElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Offset in the decoded file of each attribute's value. */
  readonly attributeOffsets: Readonly<Record<string, number>>;
  readonly offset: number;
  /** Index of the form that owns it (form pointer or `form=`), or -1. */
  readonly form: number;
  readonly disabled: boolean;
  readonly text: string;
}

/** One parseable region of a source. */
export interface CodeUnit {
  readonly role: UnitRole;
  readonly dialect: Dialect;
  readonly code: MappedText;
  /** Index into the document's elements, or -1. */
  readonly element: number;
  /** The attribute a handler came from: `onclick`, `@click`, `x-on:click`, `hx-on::after-request`, … */
  readonly attribute?: string;
  /** For `<script src>`: the URL as written; `code` is then empty unless the sibling is at hand. */
  readonly src?: string;
  /** The sibling the code is from, as a key of `Source.siblings`; its offsets are that file's. Absent: the source itself. */
  readonly path?: string;
}

/** A page, or a fragment of one, found in a source. Bare `.js` is a document without markup. */
export interface SourceDocument {
  readonly kind: 'page' | 'fragment' | 'program';
  readonly base?: string;
  readonly elements: readonly MarkupElement[];
  /** In document order. */
  readonly units: readonly CodeUnit[];
  /**
   * Index of the document whose program builds this one from a string. A fragment's handlers run in its owner's scope.
   * Absent: nothing in the source says who opens it.
   */
  readonly owner?: number;
}

export interface Extraction {
  readonly documents: readonly SourceDocument[];
  readonly failures: readonly Failure[];
}

export interface Language {
  readonly name: LanguageName;
  readonly extensions: readonly string[];
  /** Never throws: what cannot be read is a failure. */
  extract(source: Source): Extraction;
}

/** How a host answers a request of its own origin or of loopback. */
export type HostReply =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
    }
  | { readonly kind: 'reject' };

/** Where artifacts are opened, as data. Every fact that matters names its source and date. */
export interface Host {
  readonly name: string;
  readonly title: string;
  /** `{file}` stands for the artifact's file name, percent-encoded. */
  readonly documentUrl: string;
  readonly refusal: HostReply;
  readonly forms: 'navigates' | 'blocked';
  readonly beacon: 'true' | 'false';
  readonly downloads: 'delivered' | 'not-delivered';
  readonly storage: 'survives-reload' | 'gone-on-reload' | 'throws';
  readonly modals: 'work' | 'suppressed';
  readonly popups: 'open' | 'null';
  readonly facts: readonly {
    readonly about: string;
    readonly source: string;
    readonly asOf: string;
    readonly confidence: 'measured' | 'documented' | 'reported' | 'modelled';
  }[];
}

export interface DriveRequest {
  readonly source: Source;
  readonly host: Host;
  readonly world: World;
  /** Stand-ins to put in place before the page's scripts run; empty for a drive of the page as it is. */
  readonly repair: readonly { readonly kind: 'undefined-global' | 'placeholder'; readonly name: string }[];
}

/** What opens artifacts. One call is one drive; two calls with equal arguments give equal observations. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  /** Loads what every drive needs; without it the first drive does. */
  prepare?(): Promise<void>;
  drive(request: DriveRequest): Promise<Observation>;
}

/**
 * One write-back as two drives saw it: the host as it is, and a world in which this one write was accepted. `shown…` holds
 * what followed the answer within the write's own steps; `only…` what one world alone shows from the answer to the end,
 * if it stood long enough to be read.
 */
export interface Comparison {
  readonly host: Host;
  readonly refused: Observation;
  readonly accepted: Observation;
  /** The same write-back in both drives. */
  readonly inRefused: readonly Recorded[];
  readonly inAccepted: readonly Recorded[];
  /** Put up by the action before the answer came. */
  readonly putUp: readonly Perceived[];
  readonly shownRefused: readonly Perceived[];
  readonly shownAccepted: readonly Perceived[];
  readonly onlyRefused: readonly Perceived[];
  readonly onlyAccepted: readonly Perceived[];
  /** Of `onlyRefused` and `onlyAccepted`: what puts back the state before the action. */
  readonly restoredRefused: readonly Perceived[];
  readonly restoredAccepted: readonly Perceived[];
  /** Texts, dialogs and notifications of `shownAccepted` that are new to the page and put nothing back. */
  readonly claims: readonly Perceived[];
}

/** A pure comparison that may settle an outcome; the precedence of outcomes is `OUTCOMES`. */
export interface Signal {
  readonly code: string;
  /** The outcome this signal argues for. Absent for a signal that only adds evidence. */
  readonly outcome?: Outcome;
  read(comparison: Comparison): Evidence | null;
}

export interface FormatContext {
  readonly verbose: boolean;
  readonly color: boolean;
  readonly columns: number;
  /** The text of a source, for formats that quote it. */
  readonly facts: readonly Facts[];
}

export interface Format {
  readonly name: string;
  readonly mediaType: string;
  render(report: Report, context: FormatContext): string;
}

export type Task =
  | { readonly kind: 'scan'; readonly source: Source }
  | { readonly kind: 'drive'; readonly source: Source; readonly host: string };

/** What a worker sends: a whole scan, or one finished drive at a time. */
export type TaskMessage =
  | { readonly kind: 'scan'; readonly outcome: ScanOutcome }
  | { readonly kind: 'observation'; readonly observation: Observation };

/** One tier of isolation. The runner owns clock and memory caps; `run` resolves however the task ends, and never rejects. */
export interface Runner {
  readonly tier: string;
  /** What its tier proved before it was opened. */
  readonly sandbox?: Sandbox;
  run(task: Task, onMessage: (message: TaskMessage) => void, signal?: AbortSignal): Promise<End>;
  close(): Promise<void>;
}

/** How a job stands. All but the first two are terminal; a verdict of any label is `done`. */
export type JobStatus = 'queued' | 'running' | 'done' | 'error' | 'cancelled' | 'expired';
/** Why a job ended `error`: the machinery failed, the job's wall time ran out, deliveries ran out, the page ends its worker. */
export type JobReason = 'infra' | 'timeout' | 'interrupted' | 'poison' | 'usage';

/** What the caller asked of one job. `timeoutSeconds` bounds one task of the runner. */
export interface JobOptions {
  readonly hosts: readonly string[];
  readonly drive: boolean;
  readonly failOn: readonly Label[];
  readonly timeoutSeconds?: number;
}

export interface NewJob {
  readonly tenant: string;
  /** What a person calls it: a file name. Comes from outside. */
  readonly name: string;
  /** The sources, packed; stored under their SHA-256. */
  readonly bundle: Uint8Array;
  readonly options: JobOptions;
  readonly cacheKey: string;
  readonly useCache: boolean;
  /** Larger goes first, within the tenant only. */
  readonly priority: number;
  readonly required: boolean;
  readonly idempotencyKey?: string;
  readonly maxQueued: number;
  readonly maxRunning: number;
  readonly traceparent?: string;
}

/** `full` and `conflict` wrote nothing. A conflict is a known idempotency key with another body or other options. */
export type Accepted =
  | { readonly kind: 'accepted'; readonly job: Job; readonly created: boolean }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'full'; readonly scope: 'tenant' | 'service'; readonly queued: number };

export interface Job {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly artifactSha256: string;
  readonly options: JobOptions;
  readonly status: JobStatus;
  readonly label: Label | null;
  readonly reason: JobReason | null;
  readonly detail: string | null;
  /** Deliveries that count: a release at shutdown does not. */
  readonly attempts: number;
  readonly priority: number;
  readonly required: boolean;
  /** Null when not required. Met once a job that asks at least as much of the same bytes ended without a label in `failOn`. */
  readonly obligation: 'met' | 'unmet' | null;
  readonly cachedFrom: string | null;
  readonly created: number;
  readonly started: number | null;
  readonly finished: number | null;
  readonly expires: number;
}

/** The right to settle one attempt. `fence` never repeats for a job, so an older holder is told apart. */
export interface Lease {
  readonly id: string;
  readonly fence: number;
  readonly job: Job;
  readonly cacheKey: string;
  readonly useCache: boolean;
  readonly traceparent?: string;
}

export interface JobAttempt {
  readonly n: number;
  readonly started: number;
  readonly ended: number | null;
  readonly outcome: string | null;
  readonly detail: string | null;
}

/** How an attempt ends its job. `labels`: every label some verdict carries; `label`: the worst of them. */
export type Ending =
  | {
      readonly status: 'done';
      readonly label: Label;
      readonly labels: readonly Label[];
      readonly report: string;
      readonly cacheable: boolean;
    }
  | { readonly status: 'done'; readonly cachedFrom: string }
  | { readonly status: 'error'; readonly reason: JobReason; readonly detail: string };

/** `seq` counts up from 1 within a job; exactly one event is `terminal`, and it is the last. */
export interface JobEvent {
  readonly job: string;
  readonly seq: number;
  readonly kind: 'queued' | 'running' | 'progress' | 'terminal';
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface JobQuery {
  readonly tenant: string;
  readonly label?: Label;
  readonly status?: JobStatus;
  /** The id of the last job of the page before. */
  readonly after?: string;
  readonly limit: number;
}

export interface SweepReport {
  readonly expired: number;
  readonly jobs: number;
  readonly blobs: number;
}

export interface Webhook {
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  readonly secret: string;
  readonly created: number;
}

/** `unknown`: the process ended between sending and noting the answer; it is sent again under the same id. */
export interface Delivery {
  readonly id: string;
  readonly webhook: string;
  readonly job: string;
  readonly state: 'pending' | 'attempting' | 'unknown' | 'delivered' | 'dead';
  readonly tries: number;
  readonly nextAt: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly maybeDuplicate: boolean;
}

/**
 * Jobs and what became of them; the tables are the truth. A terminal write succeeds once, for the holder of the current
 * fence, and carries its event and its webhook rows in the same transaction; listeners hear of it after the commit.
 */
export interface JobStore {
  /** Resolves after blob and rows are durable. */
  accept(job: NewJob): Promise<Accepted>;
  /** Up to `limit` queued jobs, fair between tenants; each is then running, with one more attempt. */
  claim(limit: number): Promise<readonly Lease[]>;
  /** The leases of `held` that no longer hold. */
  beat(held: readonly Lease[]): Promise<readonly Lease[]>;
  /** False when the lease no longer holds: nothing was written. */
  progress(lease: Lease, events: readonly Readonly<Record<string, unknown>>[]): Promise<boolean>;
  /** False for a late result: nothing was written. */
  settle(lease: Lease, ending: Ending): Promise<boolean>;
  /** After a failure of the machinery. `exhausted`: the job is now `error`, as `interrupted`, or `poison` for two alike in `phase`. */
  retry(
    lease: Lease,
    failure: { readonly detail: string; readonly phase?: string },
    delayMs: number,
  ): Promise<'retry' | 'exhausted' | 'late'>;
  /** Back to the queue; the attempt is not counted. */
  release(held: readonly Lease[]): Promise<void>;
  cancel(tenant: string, id: string): Promise<'cancelled' | 'already-terminal' | 'unknown'>;
  get(tenant: string, id: string): Promise<Job | null>;
  list(query: JobQuery): Promise<readonly Job[]>;
  attempts(id: string): Promise<readonly JobAttempt[]>;
  /** Events with a `seq` above `since`, in order. */
  events(id: string, since: number, limit: number): Promise<readonly JobEvent[]>;
  /** The id of a finished job whose report answers this key, or null. */
  cached(cacheKey: string): Promise<string | null>;
  bundle(lease: Lease): Promise<Uint8Array>;
  report(id: string): Promise<string | null>;
  counts(): Promise<{ readonly queued: number; readonly running: number; readonly oldestQueued: number | null }>;
  sweep(): Promise<SweepReport>;
  addWebhook(tenant: string, url: string, secret: string): Promise<Webhook>;
  webhooks(tenant: string): Promise<readonly Webhook[]>;
  removeWebhook(tenant: string, id: string): Promise<boolean>;
  /** The deliveries of one webhook, newest first. */
  deliveries(webhook: string, limit: number): Promise<readonly Delivery[]>;
  /** Due deliveries, now `attempting`, with what is needed to send them. */
  claimDeliveries(limit: number): Promise<
    readonly {
      readonly delivery: Delivery;
      readonly webhook: Webhook;
      readonly job: Job;
      readonly traceparent?: string;
    }[]
  >;
  /** Notes the answer. A null `nextAt` is the end: `delivered` when `ok`, else `dead`. */
  noteDelivery(
    id: string,
    answer: {
      readonly ok: boolean;
      readonly status: number | null;
      readonly error: string | null;
      readonly nextAt: number | null;
    },
  ): Promise<void>;
  /** Calls back after each commit, with a frozen event. A throwing listener stops no other. Returns its removal. */
  onEvent(listener: (event: JobEvent) => void): () => void;
  close(): Promise<void>;
}
