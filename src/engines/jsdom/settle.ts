/**
 * Lets a page come to rest. In: the clock and what to do after each macrotask. Out: when nothing in the foreground is
 * due soon; false when the page spent its tasks. Virtual time passes only here.
 */
import { IDLE_VIRTUAL_MS, TASKS_PER_DRIVE } from '../../limits.ts';
import type { Clock } from './clock.ts';
import type { RealTime } from './thread-globals.ts';

/** The longest a person waits for something to happen by itself. */
const WAIT_MS = 10 * 60_000;
/** Background tasks run while the person waits; a page that animates would fill the wait with frames. */
const WAIT_TASKS = 660;

export interface Pace {
  readonly clock: Clock;
  readonly real: RealTime;
  /** After each macrotask, its promise reactions included. Out: when the person wants to act, or Infinity. */
  look(): number;
}

/** One `nextTick` runs after every promise reaction that is due, however many they beget. */
function reactions(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Rejections without a handler are delivered only when the thread's queues are empty: once around the real loop. */
function rejections(real: RealTime): Promise<void> {
  return new Promise((resolve) => real.setImmediate(resolve));
}

async function afterTask(pace: Pace): Promise<number> {
  await reactions();
  return pace.look();
}

/** Runs all that is due until the foreground is idle or the person wants to act. False: the cap on tasks is reached. */
export async function settle(pace: Pace): Promise<boolean> {
  const { clock } = pace;
  let wanted = await afterTask(pace);
  for (;;) {
    while (clock.foregroundDue() <= clock.now + IDLE_VIRTUAL_MS && clock.due() <= wanted) {
      if (clock.tasksRun >= TASKS_PER_DRIVE) return false;
      clock.runNext();
      wanted = await afterTask(pace);
    }
    await rejections(pace.real);
    wanted = await afterTask(pace);
    if (clock.due() > wanted) {
      clock.advance(wanted - clock.now);
      return true;
    }
    if (clock.foregroundDue() > clock.now + IDLE_VIRTUAL_MS) return true;
  }
}

/** The person waits: every timer that is set fires, intervals twice, and what counts down to its end, within ten minutes. */
export async function waitOut(pace: Pace): Promise<boolean> {
  const { clock } = pace;
  const until = clock.now + horizon(clock);
  const tasksBefore = clock.tasksRun;
  clock.throttled = true;
  while (clock.due() <= until && clock.tasksRun - tasksBefore < WAIT_TASKS) {
    if (clock.tasksRun >= TASKS_PER_DRIVE) break;
    clock.runNext();
    await afterTask(pace);
  }
  clock.throttled = false;
  return clock.tasksRun < TASKS_PER_DRIVE && settle(pace);
}

function horizon(clock: Clock): number {
  let longest = IDLE_VIRTUAL_MS;
  for (const { after, delay, background, ends } of clock.pending()) {
    if (ends) return WAIT_MS;
    const wanted = background ? after + delay : after + Math.min(delay, WAIT_MS / 2);
    if (wanted <= WAIT_MS) longest = Math.max(longest, wanted);
    else if (after <= WAIT_MS) longest = Math.max(longest, after);
  }
  return longest;
}
