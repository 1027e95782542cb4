/**
 * The extension points: what a part of each kind must offer. A new part is one file that satisfies one of these
 * and one line in the registry. Types only. Primitives have theirs in `interpreter/contract.ts`, stores in `service/contract.ts`.
 */
import type {
  Confidence,
  End,
  Evidence,
  Failure,
  Label,
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
  readonly offset: number;
  /** Index of the form that owns it (form pointer or `form=`), or -1. */
  readonly form: number;
  readonly disabled: boolean;
  /** What a control says, or an element that is short enough for a message. */
  readonly text: string;
  /** Expressions of a template that the text behind its tag shows: `{{ saved }}`. */
  readonly shows?: readonly string[];
  /** Id of the outermost `<template>` around it; absent outside of one, and in one that has none. */
  readonly template?: string;
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
  /** Of `shownRefused`: what stood long enough to be read. */
  readonly stoodRefused: readonly Perceived[];
  readonly onlyRefused: readonly Perceived[];
  readonly onlyAccepted: readonly Perceived[];
  /** Of `onlyRefused` and `onlyAccepted`: what puts back the state before the action. */
  readonly restoredRefused: readonly Perceived[];
  readonly restoredAccepted: readonly Perceived[];
  /** Texts, dialogs and notifications of `shownAccepted` that are new to the page and put nothing back. */
  readonly claims: readonly Perceived[];
}

/** A pure comparison. The first one of the registry that speaks settles what became of a write-back. */
export interface Signal {
  readonly code: string;
  /** What it settles. Absent for a signal that only adds evidence. */
  readonly settles?: Settlement;
  read(comparison: Comparison): Evidence | null;
}

export interface Settlement {
  readonly outcome: Outcome;
  /** What the write-back then counts as. */
  readonly counts: Label;
  /** Default `high`. */
  readonly confidence?: Confidence;
  /** The code of another signal: when that speaks as well, the write-back counts as that one says. */
  readonly softenedBy?: string;
}

export interface FormatContext {
  readonly verbose: boolean;
  readonly color: boolean;
  readonly columns: number;
}

export interface Format {
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
