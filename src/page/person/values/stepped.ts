/**
 * Values of inputs that count: number, range, date, month, week, time, datetime-local. In: type, min, max, step and an
 * ordinal that keeps values of different fields apart. Out: a value on the step and within the limits.
 * Units and step bases: HTML, "States of the type attribute".
 */

interface Scale {
  /** How many units one step of 1 is. */
  readonly unit: number;
  readonly defaultStep: number;
  readonly stepBase: number;
  read(text: string): number;
  write(value: number): string;
  preferred(ordinal: number, hint: string): number;
}

const DAY = 86_400_000;
const pad = (value: number, size = 2): string => String(value).padStart(size, '0');
const fromIso = (text: string): number => Date.parse(text);
const yearOf = (hint: string): number => (/birth|dob|born|geburt|naiss/i.test(hint) ? 1990 : 2031);

const date: Scale = {
  unit: DAY,
  defaultStep: 1,
  stepBase: 0,
  read: (text) => fromIso(`${text}T00:00:00Z`),
  write: (value) => new Date(value).toISOString().slice(0, 10),
  preferred: (ordinal, hint) => Date.UTC(yearOf(hint), 3, 5) + ordinal * DAY,
};

const time: Scale = {
  unit: 1_000,
  defaultStep: 60,
  stepBase: 0,
  read: (text) => fromIso(`1970-01-01T${text}Z`),
  write: (value) => {
    const iso = new Date(value).toISOString();
    return value % 1_000 ? iso.slice(11, 23) : value % 60_000 ? iso.slice(11, 19) : iso.slice(11, 16);
  },
  preferred: (ordinal) => 10 * 3_600_000 + (ordinal % 180) * 60_000,
};

const SCALES: Readonly<Record<string, Scale>> = {
  date,
  time,
  'datetime-local': {
    ...time,
    read: (text) => fromIso(`${text}Z`),
    write: (value) => `${date.write(value)}T${time.write(((value % DAY) + DAY) % DAY)}`,
    preferred: (ordinal, hint) => date.preferred(ordinal, hint) + time.preferred(ordinal, hint),
  },
  month: {
    unit: 1,
    defaultStep: 1,
    stepBase: 0,
    read: (text) => {
      const [year, month] = text.split('-').map(Number);
      return (year! - 1970) * 12 + month! - 1;
    },
    write: (value) => `${pad(1970 + Math.floor(value / 12), 4)}-${pad((((value % 12) + 12) % 12) + 1)}`,
    preferred: (ordinal, hint) => (yearOf(hint) - 1970) * 12 + (ordinal % 24),
  },
  week: {
    unit: 7 * DAY,
    defaultStep: 1,
    stepBase: -259_200_000,
    read: weekStart,
    write: weekText,
    preferred: (ordinal) => weekStart('2031-W10') + (ordinal % 40) * 7 * DAY,
  },
};

/** Monday of an ISO week, in milliseconds. */
function weekStart(text: string): number {
  const [, year, week] = /^(\d{4,})-W(\d\d)$/.exec(text) ?? [];
  if (!year || !week) return Number.NaN;
  const january4 = Date.UTC(Number(year), 0, 4);
  const monday = january4 - ((new Date(january4).getUTCDay() + 6) % 7) * DAY;
  return monday + (Number(week) - 1) * 7 * DAY;
}

function weekText(monday: number): string {
  const year = new Date(monday + 3 * DAY).getUTCFullYear();
  const week = Math.round((monday - weekStart(`${year}-W01`)) / (7 * DAY)) + 1;
  return `${pad(year, 4)}-W${pad(week)}`;
}

function decimals(...texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0));
}

function numberScale(type: string, limits: Limits): Scale {
  const places = decimals(limits.min, limits.max, limits.step, limits.initial);
  return {
    unit: 1,
    defaultStep: 1,
    stepBase: 0,
    read: (text) => (text.trim() === '' ? Number.NaN : Number(text)),
    write: (value) => String(Number(value.toFixed(Math.min(places, 20)))),
    preferred: (ordinal, hint) => (type === 'range' ? 70 : preferredNumber(ordinal, hint)),
  };
}

function preferredNumber(ordinal: number, hint: string): number {
  if (/\bage\b|alter/i.test(hint)) return 34;
  if (/year|jahr/i.test(hint)) return 2027;
  if (/rating|stars?|score/i.test(hint)) return 4;
  if (/percent|%|prozent|month|day|hour|minute/i.test(hint)) return 11;
  return 101 + (ordinal % 800);
}

export interface Limits {
  readonly min: string;
  readonly max: string;
  readonly step: string;
  /** The `value` attribute: it is the step base where there is no minimum. */
  readonly initial: string;
}

export const isStepped = (type: string): boolean => type === 'number' || type === 'range' || type in SCALES;

export function steppedValue(type: string, limits: Limits, ordinal: number, hint: string): string {
  const scale = SCALES[type] ?? numberScale(type, limits);
  const read = (text: string): number | undefined => {
    const value = scale.read(text);
    return text === '' || Number.isNaN(value) ? undefined : value;
  };
  const range = type === 'range';
  const low = read(limits.min) ?? (range ? 0 : Number.NEGATIVE_INFINITY);
  const high = read(limits.max) ?? (range ? Math.max(100, low) : Number.POSITIVE_INFINITY);
  const written = Number(limits.step);
  const any = limits.step.trim().toLowerCase() === 'any';
  const step = (any ? scale.defaultStep : written > 0 ? written : scale.defaultStep) * scale.unit;
  const base = read(limits.min) ?? read(limits.initial) ?? scale.stepBase;
  return scale.write(onStep(scale.preferred(ordinal, hint), low, high, base, step, any));
}

function onStep(wanted: number, low: number, high: number, base: number, step: number, any: boolean): number {
  const within = Math.min(Math.max(wanted, low), Math.max(low, high));
  let count = Math.round((within - base) / step);
  if (base + count * step > high + step * 1e-9) count = Math.floor((high - base) / step + 1e-9);
  if (base + count * step < low - step * 1e-9) count = Math.ceil((low - base) / step - 1e-9);
  const value = base + count * step;
  return any && value > high ? within : value;
}
