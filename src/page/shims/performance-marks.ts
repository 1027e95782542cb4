/** `performance.mark`, `measure` and their entries: kept by name, timed by the virtual clock. */
import type { PageHost } from '../bridge.ts';
import { defineGetters } from '../channels/define.ts';
import { defineShim } from './use.ts';

interface Entry {
  readonly name: string;
  readonly entryType: 'mark' | 'measure';
  readonly startTime: number;
  readonly duration: number;
  readonly detail: unknown;
}

export function installPerformanceMarks(window: Window & typeof globalThis, host: PageHost): void {
  let entries: Entry[] = [];
  const timeOf = (mark: unknown, fallback: number) =>
    typeof mark === 'number' ? mark : (entries.findLast((entry) => entry.name === mark)?.startTime ?? fallback);
  const clear = (type: Entry['entryType'], name?: string) => {
    entries = entries.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== name));
  };
  defineShim(window.Performance.prototype, host, 'performance-marks', {
    mark: (name: unknown, options: PerformanceMarkOptions = {}) => {
      const startTime = options?.startTime ?? window.performance.now();
      const entry: Entry = {
        name: String(name),
        entryType: 'mark',
        startTime,
        duration: 0,
        detail: options?.detail ?? null,
      };
      entries.push(entry);
      return entry;
    },
    measure: (name: unknown, start?: unknown, end?: unknown) => {
      const options = (
        typeof start === 'object' && start !== null ? start : { start, end }
      ) as PerformanceMeasureOptions;
      const startTime = timeOf(options.start, 0);
      const duration = timeOf(options.end, window.performance.now()) - startTime;
      const entry: Entry = {
        name: String(name),
        entryType: 'measure',
        startTime,
        duration,
        detail: options.detail ?? null,
      };
      entries.push(entry);
      return entry;
    },
    getEntries: () => [...entries],
    getEntriesByName: (name: unknown) => entries.filter((entry) => entry.name === name),
    getEntriesByType: (type: unknown) => entries.filter((entry) => entry.entryType === type),
    clearMarks: (name?: string) => clear('mark', name),
    clearMeasures: (name?: string) => clear('measure', name),
    clearResourceTimings: () => undefined,
    setResourceTimingBufferSize: () => undefined,
  });
  const opened = Math.round(window.performance.timeOrigin);
  const timing = new Proxy({} as Record<string, unknown>, {
    // Every stage of the load has its moment; which one does not matter to a page.
    get: (_own, stage) =>
      typeof stage === 'symbol' ? undefined : stage === 'toJSON' ? () => ({ navigationStart: opened }) : opened,
  });
  defineGetters(window.Performance.prototype, {
    timing: () => timing,
    navigation: () => ({ type: 0, redirectCount: 0 }),
  });
}
