/**
 * The course of a drive: load, everything a person does, waiting, hiding, leaving. In: a session whose page was opened.
 * Out: whether the page stayed within its tasks. After each action the page comes to rest.
 */
import type { Action, Coverage } from '../../model.ts';
import type { Clock } from './clock.ts';
import type { DriveSession } from './drive-session.ts';
import type { Pace } from './settle.ts';
import { settle, waitOut } from './settle.ts';

/** Virtual milliseconds between two actions of a person. */
const PACE_MS = 100;
const PAGE = { tag: 'html' } as const;

/** False: the cap on tasks ended the drive early. */
export async function takeCourse(session: DriveSession, clock: Clock, pace: Pace): Promise<boolean> {
  session.recorder.acted({ kind: 'load', on: PAGE, name: '' }, 0);
  if (!(await settle(pace))) return false;
  session.page?.begin();
  const inTime =
    (await press(session, clock, pace)) && (await wait(session, clock, pace)) && (await press(session, clock, pace));
  if (inTime)
    for (const kind of ['hide', 'leave'] as const) if (!(await leave(kind, session, clock, pace))) return false;
  const coverage = session.said<Coverage>(session.page?.coverage() ?? '');
  if (coverage) session.recorder.coverage = coverage;
  return inTime;
}

function enter(session: DriveSession, clock: Clock): void {
  clock.advance(PACE_MS);
  session.step += 1;
  session.acting = null;
  clock.enter(session.step);
}

/** Acts until there is nothing left to do. */
async function press(session: DriveSession, clock: Clock, pace: Pace): Promise<boolean> {
  for (;;) {
    enter(session, clock);
    const json = session.page?.act() ?? '';
    if (json === '') {
      session.step -= 1;
      clock.enter(session.step);
      return true;
    }
    const action = session.said<Omit<Action, 'step' | 'at'>>(json);
    if (!action) return true;
    session.recorder.acted(action, session.step);
    session.acting = null;
    if (!(await settle(pace))) return false;
  }
}

async function wait(session: DriveSession, clock: Clock, pace: Pace): Promise<boolean> {
  enter(session, clock);
  session.recorder.acted({ kind: 'wait', on: PAGE, name: '' }, session.step);
  return waitOut(pace);
}

async function leave(kind: 'hide' | 'leave', session: DriveSession, clock: Clock, pace: Pace): Promise<boolean> {
  enter(session, clock);
  session.recorder.acted({ kind, on: PAGE, name: '' }, session.step);
  session.page?.leave(kind);
  return settle(pace);
}
