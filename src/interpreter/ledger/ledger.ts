/**
 * What a run has seen: writes by key, effects by write and by entry. In: facts as they happen. Out: facts for the decision
 * table. Opinion-free: nothing is classified here.
 */
import type { Channel } from '../../model.ts';
import type { Spot } from '../values/values.ts';

export type EffectKind = 'dom' | 'dialog' | 'nav' | 'state' | 'call' | 'local' | 'console' | 'download';

export interface Effect {
  readonly kind: EffectKind;
  readonly name: string;
  /** The texts it may show, holes as `…`. */
  readonly texts: readonly string[];
  /**
   * Shows something (`text`), takes something away or puts it back (`hide`), changes what is there (`change`), or gives it
   * classes where nothing but their names may claim (`style`).
   */
  readonly act: 'text' | 'hide' | 'change' | 'style';
  readonly spot: Spot;
  readonly awaited: ReadonlySet<string>;
  readonly fired: ReadonlySet<string>;
  readonly mask: number;
  readonly entry: number;
  readonly seq: number;
  /** Shows what an answer held. */
  readonly ofAnswer: boolean;
  /** Markup that is drawn anew: its texts are what it did not say before. */
  readonly isDrawn?: boolean;
}

/** The statement of an effect, the same in every run. */
export function placeOf({ spot, name }: Effect): string {
  return `${spot.unit}:${spot.start}:${name}`;
}

export interface UrlChoice {
  readonly url: string;
  readonly reach: 'own-origin' | 'loopback' | 'remote' | 'unresolved';
  /** Every hole it starts with is a parameter of a function nobody calls. */
  readonly fromParameter: boolean;
}

/** One request as its author wrote it, in one run. */
export interface Write {
  readonly key: string;
  readonly primitive: string;
  readonly channel: Channel;
  readonly sink: Spot;
  readonly site: Spot;
  readonly urls: UrlChoice[];
  methods: ReadonlySet<string>;
  methodUnknown: boolean;
  receiverUnproved: boolean;
  noCors: boolean;
  /** A handler may stop it before it is sent. */
  mayBePrevented: boolean;
  /** Conditions of each occurrence. */
  readonly masks: number[];
  readonly occurrences: { readonly entry: number; readonly seq: number }[];
  consulted: boolean;
  escaped: boolean;
  /** Index of the one element whose event or markup leads to it; -1 where there is none, or more than one. */
  element: number;
}

/** What may hold a write-back and could not be looked at. */
export interface Opaque {
  readonly code: string;
  readonly detail: string;
  readonly spot: Spot;
}

const EFFECTS_PER_WRITE = 400;

export class Ledger {
  readonly writes = new Map<string, Write>();
  readonly opaque = new Map<string, Opaque>();
  /** Code that holds a sink and is known not to run. */
  readonly dead: { readonly unit: number; readonly start: number; readonly end: number }[] = [];
  /** Forms of the markup that script sends past their handlers, by index; -1 where it is unknown which. */
  readonly sentForms: number[] = [];
  /** Attributes that script sets on forms and their buttons of the markup, by index. */
  readonly formSets = new Map<number, Record<string, string>>();
  /** Entries that belong to the load of the page: its programs, and what waits for it to be ready. */
  readonly loads = new Set<number>([0]);
  readonly #byWrite = new Map<string, Effect[]>();
  readonly #byEntry = new Map<number, Effect[]>();

  #seq = 0;
  #sent = 0;

  /** Requests and effects are numbered as they come. */
  next(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /** How often something was written so far. */
  get sent(): number {
    return this.#sent;
  }

  noteSent(): void {
    this.#sent += 1;
  }

  note(effect: Effect): void {
    for (const key of effect.awaited) this.#add(this.#byWrite, key, effect);
    for (const key of effect.fired) this.#add(this.#byWrite, key, effect);
    this.#add(this.#byEntry, effect.entry, effect);
  }

  #add<K>(index: Map<K, Effect[]>, key: K, effect: Effect): void {
    const list = index.get(key);
    if (!list) index.set(key, [effect]);
    else if (list.length < EFFECTS_PER_WRITE) list.push(effect);
  }

  noteOpaque(opaque: Opaque): void {
    this.opaque.set(`${opaque.code}:${opaque.spot.unit}:${opaque.spot.start}`, opaque);
  }

  /** The answer to a write is looked at. */
  consult(key: string | null): void {
    const write = key === null ? undefined : this.writes.get(key);
    if (write) write.consulted = true;
  }

  after(key: string): readonly Effect[] {
    return this.#byWrite.get(key) ?? [];
  }

  inEntry(entry: number): readonly Effect[] {
    return this.#byEntry.get(entry) ?? [];
  }
}
