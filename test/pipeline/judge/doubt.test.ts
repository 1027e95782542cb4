import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../src/model.ts';
import * as doubt from '../../../src/pipeline/judge/doubt.ts';
import { ACCEPTING, inHost, observation, REFUSING } from '../../support/drives.ts';

const { brokenOff, notDriven, throwAtLoad } = doubt;
const ranOtherwise = (observed: Observation, repaired: boolean) =>
  doubt.ranOtherwise(observed, repaired, 'https://cowork.invalid/artifacts/a.html');

const seen = (over: Partial<Observation> = {}): Observation => observation(REFUSING, { requests: [], ...over });
const error = { at: 0, step: 0, kind: 'script', message: 'X is not defined' } as const;

describe('a drive that broke off', () => {
  test('says how, and that nothing could drive it where it says nothing', () => {
    expect(notDriven({ code: 'timed-out', detail: '10 s' })).toEqual({ code: 'timed-out', detail: '10 s' });
    expect(notDriven({ code: 'completed', detail: 'd' })).toEqual({ code: 'engine-unavailable', detail: 'd' });
    const cut = seen({ end: { code: 'out-of-memory', detail: '512 MB' } });
    expect(brokenOff(inHost('cowork', [cut]), cut)).toEqual({ code: 'out-of-memory', detail: '512 MB' });
  });
  test('in any world, where the page touched a tripwire, each once', () => {
    const accepted = observation(ACCEPTING, { tripwires: ['toString', 'then'] });
    const refused = seen({ tripwires: ['then'] });
    expect(brokenOff(inHost('cowork', [refused, accepted]), refused)).toEqual({
      code: 'tamper-suspected',
      tripwires: ['then', 'toString'],
    });
  });
  test('behind a drive that was finished, only if that may be forged', () => {
    const behind = (code: 'tampered' | 'crashed' | 'timed-out' | 'completed') =>
      brokenOff(inHost('cowork', [seen()], { end: { code, detail: 'd' } }), seen());
    expect(behind('tampered')).toEqual({ code: 'tampered', detail: 'd' });
    expect(behind('crashed')).toEqual({ code: 'crashed', detail: 'd' });
    expect([behind('timed-out'), behind('completed')]).toEqual([null, null]);
  });
});

describe('a page that ran otherwise than meant', () => {
  const script = (url: string, status: Observation['scripts'][number]['status']) => ({ url, status });

  test('misses scripts, each named once', () => {
    const scripts = [script('/a.js', 'missing'), script('/b.js', 'ran'), script('/a.js', 'missing')];
    const repairs = [
      { kind: 'missing-script', name: '/c.js', touched: false },
      { kind: 'placeholder', name: '__DATA__', touched: true },
    ] as const;
    expect(ranOtherwise(seen({ scripts, repairs, errors: [error] }), true)).toEqual({
      code: 'script-missing',
      urls: ['/a.js', '/c.js'],
    });
    const alone = (url: string) => ranOtherwise(seen({ scripts: [script(url, 'missing')] }), false);
    expect(alone('https://cowork.invalid/x.js')).toMatchObject({ beside: true });
    expect(alone('https://cdn.example.net/x.js')).toEqual({
      code: 'script-missing',
      urls: ['https://cdn.example.net/x.js'],
    });
  });
  test('leans on stand-ins that were given something', () => {
    const repairs = [
      { kind: 'undefined-global', name: 'X', touched: true },
      { kind: 'undefined-global', name: 'Y', touched: false },
      { kind: 'placeholder', name: 'Z', touched: true },
    ] as const;
    expect(ranOtherwise(seen({ repairs }), true)).toEqual({ code: 'script-threw', standIns: ['X'] });
    expect(ranOtherwise(seen({ repairs: repairs.slice(1) }), true)).toBeNull();
    expect(ranOtherwise(seen({ repairs: repairs.slice(1), errors: [error] }), true)).toMatchObject({
      code: 'script-threw',
      message: 'X is not defined',
    });
  });
  test('threw while it loaded: the first error, and where it stands', () => {
    const place = { path: 'a.html', line: 3, column: 1 };
    const later = { ...error, message: 'later' };
    expect(throwAtLoad(seen({ errors: [{ ...error, place }, later] }))).toEqual({
      code: 'script-threw',
      message: 'X is not defined',
      place,
    });
    expect(throwAtLoad(seen({ errors: [error] }))).toEqual({ code: 'script-threw', message: 'X is not defined' });
    expect(ranOtherwise(seen({ errors: [error] }), false)).toEqual(throwAtLoad(seen({ errors: [error] })));
  });
  test('is none that threw later, rejected, or threw nothing', () => {
    expect(throwAtLoad(seen({ errors: [{ ...error, step: 1 }] }))).toBeNull();
    expect(throwAtLoad(seen({ errors: [{ ...error, kind: 'rejection' }] }))).toBeNull();
    expect(ranOtherwise(seen({ scripts: [script('/a.js', 'ran')] }), false)).toBeNull();
  });
});
