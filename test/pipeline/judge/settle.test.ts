import { describe, expect, test } from 'vitest';
import type { Action, Observation, Perceived, Recorded, WriteBack } from '../../../src/model.ts';
import { judge } from '../../../src/pipeline/judge.ts';
import { hosts, signals } from '../../../src/registry.ts';
import { writeBackKey } from '../../../src/write-back-key.ts';
import { ACCEPTING, facts, inHost, observation, press, REFUSING, request, saw, worlds } from '../../support/drives.ts';

const saved = saw(20, 'Saved');
const write = (id: number, over: Partial<Recorded> = {}): Recorded =>
  request({
    id,
    url: `https://cowork.invalid/${'abc'[id]}`,
    site: { path: 'artifact.html', line: 10 + id, column: 1 },
    ...over,
  });

interface Scene {
  readonly actions?: readonly Action[];
  readonly requests: readonly Recorded[];
  readonly refused?: readonly Perceived[];
  readonly all?: readonly Perceived[] | null;
  /** By index of the request: what its own world shows; nothing for one that has none. */
  readonly alone?: Readonly<Record<number, readonly Perceived[]>>;
}

function judged({ actions = [press()], requests, refused = [], all = [], alone = {} }: Scene): readonly WriteBack[] {
  const same = { actions, requests };
  const own = Object.entries(alone).map(([at, timeline]): Observation => {
    const key = writeBackKey(requests[Number(at)] as Recorded, actions);
    return observation({ kind: 'refusing-but-for-one', key }, { ...same, timeline });
  });
  const accepting = all ? [observation(ACCEPTING, { ...same, timeline: all })] : [];
  const drives = inHost('cowork', [observation(REFUSING, { ...same, timeline: refused }), ...accepting, ...own]);
  return judge(facts([drives]), { hosts, signals }).writeBacks;
}

/** Outcomes in the order of the URLs. */
const outcomes = (scene: Scene): string =>
  judged(scene)
    .toSorted((a, b) => a.endpoint.url.localeCompare(b.endpoint.url))
    .map(({ outcome }) => outcome)
    .join(' ');

describe('writes of one action that the page calls saved only when all were', () => {
  const requests = [write(0), write(1)];

  test('are settled by the world in which all were accepted', () => {
    expect(outcomes({ requests, all: [saved], alone: { 0: [], 1: [] } })).toBe('silent silent');
  });
  test('though some of them have no world of their own', () => {
    expect(outcomes({ requests, all: [saved], alone: { 0: [] } })).toBe('silent silent');
  });
  test('but not where one of the others tells by itself', () => {
    expect(outcomes({ requests, all: [saved], alone: { 0: [], 1: [saved] } })).toBe('untold silent');
    const three = [...requests, write(2)];
    expect(outcomes({ requests: three, all: [saved], alone: { 0: [], 1: [saved], 2: [] } })).toBe(
      'untold silent untold',
    );
  });
  test('nor for one whose answer nobody looked into', () => {
    const [, other] = requests;
    const unseen = (reads: Recorded['reads']) => [write(0, { reads }), other as Recorded];
    expect(outcomes({ requests: unseen(['fate']), all: [saved], alone: { 0: [], 1: [] } })).toBe('untold silent');
    expect(outcomes({ requests: unseen([]), all: [saved], alone: { 0: [], 1: [] } })).toBe('untold silent');
    expect(outcomes({ requests: unseen(['fate', 'ok']), all: [saved], alone: { 0: [], 1: [] } })).toBe('silent silent');
    const twice = [write(0), { ...write(0), id: 2, reads: [] }, other as Recorded];
    expect(outcomes({ requests: twice, all: [saved], alone: { 0: [], 2: [] } })).toBe('silent silent');
  });
  test('nor without such a world', () => {
    expect(outcomes({ requests, all: null, alone: { 0: [], 1: [] } })).toBe('untold untold');
  });
  test('nor for writes of different actions', () => {
    const actions = [press(), press(2, 'Publish', 'c')];
    const apart = [write(0), write(1, { step: 2 })];
    expect(outcomes({ actions, requests: apart, all: [saved], alone: { 0: [], 1: [] } })).toBe('untold untold');
    const shared = [...apart, { ...write(1), id: 2 }];
    expect(outcomes({ actions: [press(), press(2)], requests: shared, all: [saved], alone: { 0: [], 1: [] } })).toBe(
      'silent silent',
    );
  });
});

describe('the worlds of one write-back', () => {
  const only = (...all: Observation[]): WriteBack | undefined =>
    judge(facts([inHost('cowork', [observation(REFUSING), ...all])]), { hosts, signals }).writeBacks[0];

  test('the first that shows a difference settles it', () => {
    const filled = observation({ kind: 'accepting', unlocked: ['id'] }, { timeline: [saved] });
    expect(only(observation(ACCEPTING), filled)?.outcome).toBe('silent');
    const withBody = { requests: [request({ reads: ['body'] })] };
    const drives = inHost('cowork', [
      observation(REFUSING, withBody),
      observation(ACCEPTING, withBody),
      observation({ kind: 'accepting', unlocked: ['id'] }, { ...withBody, timeline: [saved] }),
    ]);
    expect(judge(facts([drives]), { hosts, signals }).writeBacks[0]?.outcome).toBe('silent');
  });
  test('but none where refusal is claimed to be success in the words of plain acceptance', () => {
    const shows = (text: string) => ({ requests: [request({ reads: ['body'] })], timeline: [{ ...saved, text }] });
    const filled = (text: string) => observation({ kind: 'accepting', unlocked: ['id'] }, shows(text));
    const outcome = (before: string, after: string) => {
      const plain = [observation(REFUSING, shows(before)), observation(ACCEPTING, shows(before))];
      return judge(facts([inHost('cowork', [...plain, filled(after)])]), { hosts, signals }).writeBacks[0]?.outcome;
    };
    expect(outcome('Saved', 'Stored as number seven')).toBe('untold');
    expect(outcome('Next one?', 'Stored as number seven')).not.toBe('untold');
  });
  test('one that did not make the write cannot settle it', () => {
    const key = writeBackKey(request(), [press()]);
    expect(only(observation({ kind: 'refusing-but-for-one', key }, { requests: [] }))?.outcome).toBe('undecided');
  });
});

describe('without another world', () => {
  const alone = (...requests: Recorded[]) =>
    judge(facts([inHost('cowork', [observation(REFUSING, { requests })])]), { hosts, signals });

  test('a write-back is undecided, and the verdict says why', () => {
    const verdict = alone(request());
    expect(verdict).toMatchObject({ label: 'inconclusive', confidence: 'low' });
    expect(verdict.writeBacks).toMatchObject([{ outcome: 'undecided', confidence: 'low' }]);
    expect(verdict.evidence).toContainEqual({ code: 'world-timed-out', host: 'cowork', writeBack: 0 });
  });
  test('one that nobody looked at is settled, unless the host blocked it, or one of its requests was looked at', () => {
    expect(alone(request({ reads: [] })).writeBacks[0]?.outcome).toBe('untold');
    expect(alone(request({ reads: [], answer: 'blocked' })).writeBacks[0]?.outcome).toBe('undecided');
    expect(alone(request({ reads: [] }), request({ id: 1 })).writeBacks[0]?.outcome).toBe('undecided');
  });
  test('the channel settles it, whatever was looked at', () => {
    const form = request({ channel: 'form' });
    expect(alone(form).writeBacks[0]?.outcome).toBe('departed');
    const endpoint = { method: 'POST', url: 'http://localhost:1/n', reach: 'loopback' } as const;
    expect(alone(request({ mode: 'no-cors', endpoint })).writeBacks[0]?.outcome).toBe('no-answer');
  });
});

test('a page that differs before the answer makes each outcome of that world unsure', () => {
  const verdict = judge(facts([worlds([saw(0, 'a'), saw(20, 'Not saved')], [saw(0, 'b'), saw(20, 'Saved')])]), {
    hosts,
    signals,
  });
  expect(verdict.writeBacks[0]).toMatchObject({ outcome: 'told', confidence: 'low' });
  expect(verdict.evidence.at(-1)).toEqual({ code: 'unstable', world: 'accepting', host: 'cowork', writeBack: 0 });
});
