/**
 * Time, language and chance of the page's realm, the same in every drive: the virtual clock, UTC, English, and random
 * numbers from a fixed seed. In: the realm. Out: `Date`, `Intl`, `Math.random` and `crypto` that a page cannot tell from others.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from '../channels/ask.ts';
import { define } from '../channels/define.ts';

const LANGUAGE = 'en-US';
const SEED = 0x5a7ec4ec;
const PARTS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;
const DATE_ONLY_OR_ZONED = /^\d{4}(?:-\d{2}){0,2}$|(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})(?:\s*\(.*\))?$/i;

export function installRealmTime(window: Window & typeof globalThis, host: PageHost): void {
  // Local time is UTC whatever the machine says: the local methods are the UTC ones.
  const date = window.Date.prototype;
  for (const part of PARTS) {
    define(date, { [`get${part}`]: date[`getUTC${part}`], [`set${part}`]: date[`setUTC${part}`] });
  }
  const text = texts(window.Date);
  define(date, { getDay: date.getUTCDay, getTimezoneOffset: () => 0, getYear: yearOf, ...text });
  const opened = askOf(host)('opened', {});
  define(window, { Date: virtualDate(window.Date, () => opened + Math.floor(host.now())) });
  localise(window);
  const next = sequence();
  define(window.Math, { random: () => next() / 2 ** 32 });
  define(window.Crypto.prototype, {
    getRandomValues: (view: ArrayBufferView) => fill(view, next),
    randomUUID: () => uuid(next),
  });
}

function yearOf(this: Date): number {
  return this.getUTCFullYear() - 1900;
}

/** A Date whose `now` is virtual and whose local components are UTC. */
function virtualDate(Real: DateConstructor, now: () => number): DateConstructor {
  const parse = (value: string) => {
    const text = value.trim();
    return Real.parse(
      DATE_ONLY_OR_ZONED.test(text) ? text : `${text}${/^\d{4}-\d{2}-\d{2}T/.test(text) ? 'Z' : ' UTC'}`,
    );
  };
  const timeOf = (args: readonly unknown[]): number => {
    const [first] = args;
    if (args.length === 0) return now();
    if (args.length > 1) return Real.UTC(...(args as [number, number]));
    const primitive = first instanceof Real ? first.getTime() : first;
    if (typeof primitive === 'string') return parse(primitive);
    return new Real(primitive as number).getTime();
  };
  const Virtual = function (this: unknown, ...args: unknown[]) {
    if (!new.target) return new Real(now()).toString();
    return Reflect.construct(Real, [timeOf(args)], new.target);
  } as unknown as DateConstructor;
  Object.defineProperty(Virtual, 'prototype', { value: Real.prototype, writable: false });
  Object.defineProperty(Virtual, 'name', { value: 'Date', configurable: true });
  Object.defineProperty(Virtual, 'length', { value: 7, configurable: true });
  define(Real.prototype, { constructor: Virtual });
  define(Virtual, { now, parse: (value: unknown) => parse(String(value)), UTC: Real.UTC });
  return Virtual;
}

/** `toString` and its parts, which would name the machine's zone. */
function texts(Real: DateConstructor): Record<string, unknown> {
  const { toUTCString } = Real.prototype;
  // "Mon, 05 Jan 2026 09:00:00 GMT" to "Mon Jan 05 2026" and "09:00:00 GMT+0000 (Coordinated Universal Time)".
  const partsOf = (date: Date) => toUTCString.call(date).replace(',', '').split(' ');
  const invalid = (date: Date) => Number.isNaN(date.getTime());
  const day = (date: Date) => {
    const [week, number, month, year] = partsOf(date);
    return `${week} ${month} ${number} ${year}`;
  };
  const time = (date: Date) => `${partsOf(date)[4]} GMT+0000 (Coordinated Universal Time)`;
  return {
    toString(this: Date) {
      return invalid(this) ? 'Invalid Date' : `${day(this)} ${time(this)}`;
    },
    toDateString(this: Date) {
      return invalid(this) ? 'Invalid Date' : day(this);
    },
    toTimeString(this: Date) {
      return invalid(this) ? 'Invalid Date' : time(this);
    },
  };
}

/** Formats without a language or zone of their own are English and UTC. */
function localise(window: Window & typeof globalThis): void {
  const zoned = (options: unknown) => ({ timeZone: 'UTC', ...(options as object | undefined) });
  const date = window.Date.prototype;
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const original = date[name] as (locale: unknown, options: unknown) => string;
    define(date, {
      [name](this: Date, locale: unknown = LANGUAGE, options: unknown = undefined) {
        return Reflect.apply(original, this, [locale, zoned(options)]);
      },
    });
  }
  const number = window.Number.prototype;
  const format = number.toLocaleString;
  define(number, {
    toLocaleString(this: number, locale: string = LANGUAGE, options: Intl.NumberFormatOptions = {}) {
      return Reflect.apply(format, this, [locale, options]);
    },
  });
  const dates = window.Intl.DateTimeFormat;
  define(window.Intl, {
    DateTimeFormat: new Proxy(dates, {
      apply: (target, _self, [locale = LANGUAGE, options]) => target(locale, zoned(options)),
      construct: (target, [locale = LANGUAGE, options], own) =>
        Reflect.construct(target, [locale, zoned(options)], own),
    }),
  });
}

/** Numbers of 32 bits (mulberry32), the same in every drive. */
function sequence(): () => number {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function fill(view: ArrayBufferView, next: () => number): ArrayBufferView {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = next() & 0xff;
  return view;
}

function uuid(next: () => number): string {
  const hex = [0, 1, 2, 3].map(() => next().toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
