/**
 * What a run has seen: writes by key, effects by write and by entry. In: facts as they happen. Out: facts for the decision
 * table. Opinion-free: nothing is classified here.
 */
import type { Channel } from '../../model.ts';
import type { Spot } from '../values/values.ts';
import type { After } from './recent.ts';

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

/** Effects that are kept of one write, and of one entry; and how many before it is asked whether one is new. */
const EFFECTS = 2_000;
const FEW = 100;

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
  /** Script takes the page's `<base>` away. */
  isBaseTaken = false;
  readonly #byWrite = new Map<string, Consequences>();
  readonly #byEntry = new Map<number, Effect[]>();

  #seq = 0;
  #sent = 0;
  readonly #sentAt = new Map<string, number>();

  /** Requests and effects are numbered as they come. */
  next(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /** How often something was written so far. */
  get sent(): number {
    return this.#sent;
  }

  noteSent(key: string): void {
    this.#sent += 1;
    this.#sentAt.set(key, this.#sent);
  }

  /** How often something was written when this write was sent last. */
  sentAt(key: string): number {
    return this.#sentAt.get(key) ?? 0;
  }

  note(effect: Effect): void {
    for (const keys of [effect.awaited, effect.fired])
      for (const key of keys) {
        const known = this.#byWrite.get(key);
        if (!known) this.#byWrite.set(key, new Consequences(effect));
        else if (!known.add(key, effect)) this.noteMuch(key, 'more follows this write than is looked at');
      }
    add(this.#byEntry, effect.entry, effect);
  }

  /** A write is sent: what came before it in its entry may be a claim. */
  noteOccurrence(key: string, entry: number): void {
    if (this.inEntry(entry).length === EFFECTS) this.noteMuch(key, 'more comes before this write than is looked at');
  }

  /** There is more to this write than is looked at. */
  noteMuch(key: string, detail: string): void {
    const write = this.writes.get(key);
    if (write) this.noteCap(detail, write.site);
  }

  /** Code of an entry was cut off for want of steps, and with it what follows these writes and its own. */
  noteCut(entry: number, { fired, awaited }: After): void {
    const own = [...this.writes.values()].filter(({ occurrences }) => occurrences.some((one) => one.entry === entry));
    for (const key of new Set([...fired, ...awaited, ...own.map((write) => write.key)]))
      this.noteMuch(key, 'what follows this write takes more steps than there are');
  }

  /** There is more of something than is looked at. */
  noteCap(detail: string, spot: Spot): void {
    this.noteOpaque({ code: 'budget', detail, spot });
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
    return this.#byWrite.get(key)?.all ?? [];
  }

  inEntry(entry: number): readonly Effect[] {
    return this.#byEntry.get(entry) ?? [];
  }
}

/** False where the list is full. */
function add<K>(index: Map<K, Effect[]>, key: K, effect: Effect): boolean {
  const list = index.get(key);
  if (!list) index.set(key, [effect]);
  else if (list.length < EFFECTS) list.push(effect);
  else return false;
  return true;
}

/** Effects of one write, each of its like once. */
class Consequences {
  readonly all: Effect[];
  #seen: Set<string> | null = null;

  /** A list of one has no room for more, which most have no use for. */
  constructor(first: Effect) {
    this.all = [first];
  }

  /** False where there is no room for what was not there before. */
  add(key: string, effect: Effect): boolean {
    if (this.all.length < FEW) this.all.push(effect);
    else {
      this.#seen ??= new Set(this.all.map((one) => likeness(key, one)));
      const like = likeness(key, effect);
      if (this.#seen.has(like)) return true;
      if (this.all.length >= EFFECTS) return false;
      this.#seen.add(like);
      this.all.push(effect);
    }
    return true;
  }
}

/** What a decision can tell an effect by. */
function likeness(key: string, { spot, name, act, mask, awaited, ofAnswer, texts }: Effect): string {
  return [spot.unit, spot.start, name, act, mask, awaited.has(key), ofAnswer, ...texts].join('\n');
}
