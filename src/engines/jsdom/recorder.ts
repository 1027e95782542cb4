/**
 * The record of one drive in the making. In: what the page, its channels and jsdom report. Out: the Observation.
 * Every list is capped; a cap that was hit is in `overflow`, and such a drive does not count as completed.
 */
import type { DriveRequest } from '../../contracts.ts';
import { STRING_CHARS, TIMELINE_ENTRIES } from '../../limits.ts';
import type { Action, Coverage, End, Observation, Perceived, ScriptRun } from '../../model.ts';
import type { Clock } from './clock.ts';
import type { ErrorLog } from './errors.ts';
import type { Ledger } from './ledger.ts';
import type { StandIns } from './stand-ins.ts';

const NOTHING_COVERED: Coverage = { controls: [], budgetSpent: false };

export class Recorder {
  readonly actions: Action[] = [];
  readonly timeline: Perceived[] = [];
  readonly scripts = new Map<string, ScriptRun['status']>();
  readonly shims = new Set<string>();
  coverage: Coverage = NOTHING_COVERED;
  overflow = false;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  perceive(perceived: Omit<Perceived, 'at' | 'step'>): void {
    if (this.timeline.length >= TIMELINE_ENTRIES) {
      this.overflow = true;
      return;
    }
    const { kind, where, text, before } = perceived;
    this.timeline.push({
      at: this.#clock.now,
      step: this.#clock.cause,
      kind,
      where: String(where).slice(0, STRING_CHARS),
      text: String(text).slice(0, STRING_CHARS * 5),
      ...(before === undefined ? {} : { before: String(before).slice(0, STRING_CHARS * 5) }),
    });
  }

  acted(action: Omit<Action, 'step' | 'at'>, step: number): void {
    this.actions.push({ step, at: this.#clock.now, ...action });
  }

  observation(request: DriveRequest, ledger: Ledger, errors: ErrorLog, standIns: StandIns, end: End): Observation {
    const repaired = request.repair.length > 0;
    const missing = [...this.scripts].filter(([, status]) => repaired && status === 'missing');
    return {
      host: request.host.name,
      world: request.world,
      end,
      actions: this.actions,
      requests: ledger.closed(),
      timeline: this.timeline,
      errors: errors.entries,
      scripts: [...this.scripts].map(([url, status]) => ({ url, status })),
      coverage: this.coverage,
      shims: [...this.shims].sort(),
      repairs: [
        ...standIns.repairs(),
        ...missing.map(([name]) => ({ kind: 'missing-script', name, touched: false }) as const),
      ],
      tripwires: [],
      lived: this.#clock.now,
    };
  }
}
