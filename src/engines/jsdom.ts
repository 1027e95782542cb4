/**
 * The jsdom engine: opens an artifact in a window of this thread, under virtual time. In: one artifact, host and world.
 * Out: the observation; equal requests give equal observations. Takes the timers of the whole thread for itself, and
 * refuses the main thread of a program.
 */
import vm from 'node:vm';
import type { DriveRequest, Engine } from '../contracts.ts';
import { ARTIFACT_BYTES } from '../limits.ts';
import type { End, Observation } from '../model.ts';
import { takeCourse } from './jsdom/act.ts';
import { Clock } from './jsdom/clock.ts';
import { DriveSession } from './jsdom/drive-session.ts';
import type { JsdomParts } from './jsdom/hooks.ts';
import { loadJsdom, setSession } from './jsdom/hooks.ts';
import { pageScript } from './jsdom/page-script.ts';
import type { Pace } from './jsdom/settle.ts';
import { PAGE_SCRIPT } from './jsdom/sites.ts';
import type { RealTime } from './jsdom/thread-globals.ts';
import { installThreadGlobals } from './jsdom/thread-globals.ts';
import type { Tripwires } from './jsdom/tripwires.ts';
import { setTripwires } from './jsdom/tripwires.ts';

interface Thread {
  readonly clock: Clock;
  readonly real: RealTime;
  readonly jsdom: JsdomParts;
  readonly script: vm.Script;
  readonly tripwires: Tripwires;
}

let thread: Promise<Thread> | null = null;
let session: DriveSession | null = null;

async function prepareThread(): Promise<Thread> {
  // Read before the timers are virtual: bundling waits for another process.
  const text = await pageScript();
  const clock = new Clock();
  const real = installThreadGlobals(clock);
  process.on('unhandledRejection', (reason, promise) => session?.rejected(reason, promise));
  const jsdom = await loadJsdom();
  return { clock, real, jsdom, script: new vm.Script(text, { filename: PAGE_SCRIPT }), tripwires: setTripwires() };
}

async function prepare(): Promise<void> {
  thread ??= prepareThread();
  await thread;
}

async function drive(request: DriveRequest): Promise<Observation> {
  thread ??= prepareThread();
  const { clock, real, jsdom, script, tripwires } = await thread;
  clock.reset();
  const own = new DriveSession(request, clock, jsdom, script);
  if (request.source.text.length > ARTIFACT_BYTES)
    return own.observation({ code: 'too-large', detail: `${request.source.text.length} characters` });
  session = own;
  setSession(own);
  const window = open(own, jsdom);
  const pace: Pace = { clock, real, look: () => own.page?.look() ?? Number.POSITIVE_INFINITY };
  try {
    const inTime = await takeCourse(own, clock, pace);
    return watched(own.observation(endOf(inTime, own)), tripwires);
  } catch (error) {
    // An error of the page's realm comes from the page's script, which the page must have broken; ours are bugs.
    if (error instanceof Error) throw error;
    own.disturbed = true;
    return watched(own.observation(endOf(true, own)), tripwires);
  } finally {
    window.close();
    setSession(null);
    session = null;
  }
}

function watched(observation: Observation, tripwires: Tripwires): Observation {
  return { ...observation, tripwires: tripwires.tripped(observation.errors) };
}

function open(own: DriveSession, jsdom: JsdomParts): { close(): void } {
  const virtualConsole = new jsdom.VirtualConsole();
  virtualConsole.on('jsdomError', (error) => own.errors.fromJsdom(error));
  const { window } = new jsdom.JSDOM(own.standIns.text, {
    url: own.documentUrl,
    runScripts: 'dangerously',
    resources: 'usable',
    pretendToBeVisual: true,
    includeNodeLocations: true,
    virtualConsole,
  });
  if (!own.page) throw new Error('jsdom was loaded in this thread before the engine could prepare it');
  return window;
}

function endOf(inTime: boolean, own: DriveSession): End {
  if (own.disturbed) return { code: 'tampered', detail: 'the page changed what its watching script depends on' };
  if (!inTime) return { code: 'timed-out', detail: 'the page spent its tasks' };
  if (own.recorder.overflow) return { code: 'timed-out', detail: 'more changes than are kept' };
  if (own.ledger.dropped > 0) return { code: 'timed-out', detail: 'more requests than are kept' };
  return { code: 'completed', detail: '' };
}

export const jsdom: Engine = { drive, prepare };
