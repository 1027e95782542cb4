import { describe, expect, test } from 'vitest';
import type { Host } from '../../../src/contracts.ts';
import { cowork } from '../../../src/hosts/cowork.ts';
import { coworkLive } from '../../../src/hosts/cowork-live.ts';
import type { Action, Label, Outcome } from '../../../src/model.ts';
import type { Fired } from '../../../src/pipeline/judge/fired.ts';
import { rowsOf, worstOf } from '../../../src/pipeline/judge/rows.ts';
import { worldsOf } from '../../../src/pipeline/judge/worlds.ts';
import { inHost, press, request } from '../../support/drives.ts';

interface Made {
  readonly host?: Host;
  readonly action?: Action | null;
  readonly outcome?: Outcome;
  readonly counts?: Label;
}

function fired(url: string, over: Made = {}, more: Parameters<typeof request>[0] = {}): Fired {
  return {
    host: cowork,
    request: request({ url, ...more }),
    action: press(),
    carries: [],
    comparison: null,
    outcome: 'told',
    counts: 'suspect',
    confidence: 'high',
    evidence: [],
    ...over,
  };
}

const rows = (...all: Fired[]): Fired[][] =>
  rowsOf(
    all.map((each) => ({
      host: each.host,
      worlds: worldsOf(inHost(each.host.name, [])),
      fired: [each],
      evidence: [],
      doubt: null,
    })),
  ).map((row) => [...row.fired]);
const live = (url: string, over: Made = {}): Fired => fired(url, { host: coworkLive, ...over });

describe('one row', () => {
  test.each([
    ['https://cowork.invalid/artifacts/api/n?x=1', 'https://cowork-live.invalid/api/n?x=1', 1],
    ['https://cowork.invalid/api/n', 'https://cowork-live.invalid/api/n', 1],
    ['http://localhost:3000/n', 'http://localhost:3000/n', 1],
    ['http://[', 'http://[', 1],
    ['https://cowork.invalid/artifacts/api/n?x=1', 'https://cowork-live.invalid/api/n?x=2', 2],
    ['https://cowork.invalid/artifacts/a', 'https://cowork-live.invalid/b', 2],
    ['http://localhost:3000/n', 'http://localhost:3001/n', 2],
    ['http://localhost:3000/api/n', 'https://cowork-live.invalid/api/n', 2],
    ['http://[', 'https://cowork-live.invalid/api/n', 2],
  ])('%s and %s: %j', (url, other, count) => {
    expect(rows(fired(url), live(other))).toHaveLength(count);
  });
  test('has one method, channel, cause and call site', () => {
    const url = 'https://cowork.invalid/n';
    const differing = [
      fired(url, {}, { method: 'PUT' }),
      fired(url, {}, { channel: 'xhr' }),
      fired(url, { action: null }),
      fired(url, { action: press(1, 'Publish') }),
      fired(url, { action: press(1, 'Save', 'c') }),
      fired(url, { action: { ...press(), kind: 'key' } }),
      fired(url, {}, { site: { path: 'artifact.html', line: 11, column: 7 } }),
      fired(url, {}, { site: undefined }),
    ];
    for (const each of differing) expect(rows(fired(url), each)).toHaveLength(2);
    expect(rows(fired(url), fired(url, { action: press(2) }))).toHaveLength(1);
  });
});

describe('the worst of a row', () => {
  const worst = (...all: Made[]): Outcome[] =>
    rows(...all.map((each) => fired('https://cowork.invalid/n', each))).flatMap((row) =>
      row.map(({ outcome }) => outcome),
    );

  test('is the worst label, then the first outcome of the precedence, then what has no place in it', () => {
    expect(worst({ outcome: 'departed', counts: 'suspect' }, { outcome: 'untold', counts: 'lost' })).toEqual([
      'untold',
      'departed',
    ]);
    expect(
      worst({ outcome: 'never-fired' }, { outcome: 'silent' }, { outcome: 'departed' }, { outcome: 'stuck' }),
    ).toEqual(['departed', 'stuck', 'silent', 'never-fired']);
    const [row] = rowsOf([]);
    expect(row).toBeUndefined();
    const [first] = rows(fired('https://h/n'), fired('https://h/n', { counts: 'lost', outcome: 'untold' }));
    expect(worstOf({ fired: first as Fired[] }).outcome).toBe('untold');
  });
});
