import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clock } from '../../../src/engines/jsdom/clock.ts';

describe('Clock', () => {
  it('runs tasks by due time, then by order of scheduling, and never goes back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }), (delays) => {
        const clock = new Clock();
        const ran: [number, number][] = [];
        for (const [index, delay] of delays.entries()) clock.schedule(() => ran.push([clock.now, index]), delay);
        while (clock.runNext());
        const expected = delays.map((delay, index) => [delay, index]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
        expect(ran).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('does not run what was cancelled, nor count it as due', () => {
    const clock = new Clock();
    const task = clock.schedule(() => expect.fail('ran'), 5);
    task.cancelled = true;
    expect(clock.due()).toBe(Infinity);
    expect(clock.runNext()).toBe(false);
  });

  it('puts a function that keeps rescheduling itself into the background', () => {
    const clock = new Clock();
    const tick = () => {
      clock.origin = tick;
      clock.schedule(tick, 1_000);
    };
    tick();
    for (let fires = 0; fires < 10; fires += 1) clock.runNext();
    expect(clock.foregroundDue()).toBe(Infinity);
    expect(clock.due()).toBe(clock.now + 1_000);
  });

  it('keeps a sequence of unlike steps in the foreground', () => {
    const clock = new Clock();
    let ran = 0;
    const step = (left: number) => {
      clock.origin = {};
      clock.schedule(() => {
        ran += 1;
        if (left > 0) step(left - 1);
      }, 300);
    };
    step(8);
    while (clock.foregroundDue() < Infinity) clock.runNext();
    expect(ran).toBe(9);
  });

  it('attributes a task to the step that scheduled it', () => {
    const clock = new Clock();
    clock.enter(3);
    const causes: number[] = [];
    clock.schedule(() => causes.push(clock.cause), 10);
    clock.enter(4);
    clock.schedule(() => causes.push(clock.cause), 5);
    while (clock.runNext());
    expect(causes).toEqual([4, 3]);
  });
});
