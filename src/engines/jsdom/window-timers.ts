/**
 * The timers of one window, told to the clock: who set a timer tells a chain from a sequence, and animation frames are
 * tasks like any other. In: a window of jsdom. Out: the same window with these functions in place.
 */
import type { Clock } from './clock.ts';
import type { Task } from './heap.ts';
import type { WindowImpl } from './nodes.ts';

const FRAME_MS = 16;

type Timers = Record<'setTimeout' | 'setInterval', (...args: unknown[]) => number> & {
  requestAnimationFrame(callback: unknown): number;
  cancelAnimationFrame(handle: unknown): void;
};

export function virtualTimers(window: WindowImpl, clock: Clock, report: (error: unknown) => void): void {
  const timers = window as unknown as Timers;
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const original = timers[name];
    timers[name] = (handler, ...rest) => {
      clock.origin = handler;
      return Reflect.apply(original, window, [handler, ...rest]);
    };
  }
  const frames = new Map<number, Task>();
  let made = 0;
  timers.requestAnimationFrame = (callback) => {
    if (typeof callback !== 'function') return 0;
    made += 1;
    const handle = made;
    clock.origin = callback;
    // Frames fall on a grid, as on a screen: all that is asked for before one runs in it.
    const task = clock.schedule(
      () => {
        frames.delete(handle);
        try {
          callback(clock.now);
        } catch (error) {
          report(error);
        }
      },
      FRAME_MS - (clock.now % FRAME_MS),
    );
    frames.set(handle, task);
    return handle;
  };
  timers.cancelAnimationFrame = (handle) => {
    const task = frames.get(Number(handle));
    if (task) task.cancelled = true;
    frames.delete(Number(handle));
  };
}
