import { describe, expect, test } from 'vitest';
import type { Observation, World } from '../../../src/model.ts';
import { acceptedAlone, acceptedWorlds, worldsOf } from '../../../src/pipeline/judge/worlds.ts';
import { writeBackKey } from '../../../src/write-back-key.ts';
import { ACCEPTING, inHost, observation, press, REFUSING, request } from '../../support/drives.ts';

const quiet = (world: World, over: Partial<Observation> = {}): Observation =>
  observation(world, { requests: [], ...over });
const repairs = [{ kind: 'undefined-global', name: 'X', touched: false }] as const;
const save = request();
const key = writeBackKey(save, [press()]);
const other = writeBackKey(request({ url: 'https://cowork.invalid/other' }), [press()]);
const unlocked: World = { kind: 'accepting', unlocked: ['id'] };

describe('the drives that speak for a page', () => {
  const choose = (...all: Observation[]) => worldsOf(inHost('cowork', all));

  test('are sorted by world', () => {
    const all = [quiet(REFUSING), quiet(ACCEPTING), quiet({ kind: 'refusing-but-for-one', key }), quiet(unlocked)];
    const worlds = choose(...all);
    expect(worlds.refused?.observation).toBe(all[0]);
    expect(worlds.accepting.map(({ observation: each }) => each)).toEqual([all[1], all[3]]);
    expect(worlds.forOne.map(({ observation: each }) => each)).toEqual([all[2]]);
    expect(worlds.repaired).toBe(false);
    expect(choose()).toMatchObject({ refused: null, repaired: false });
  });
  test('are those of the repaired page only where the page as it is wrote nothing in any world', () => {
    const repaired = observation(REFUSING, { repairs });
    expect(choose(quiet(REFUSING), repaired)).toMatchObject({ repaired: true, refused: { observation: repaired } });
    expect(choose(repaired)).toMatchObject({ repaired: true });
    expect(choose(observation(REFUSING), repaired).repaired).toBe(false);
    expect(choose(quiet(REFUSING), quiet(ACCEPTING), observation(ACCEPTING), repaired).repaired).toBe(false);
  });
});

describe('the drives a write-back is compared in', () => {
  const alone = observation({ kind: 'refusing-but-for-one', key });
  const shaped = observation(ACCEPTING);
  const filled = observation(unlocked);
  const seen = (each: string, ...all: Observation[]): Observation[] =>
    acceptedWorlds(worldsOf(inHost('cowork', [observation(REFUSING), ...all])), each).map(
      ({ observation: one }) => one,
    );

  test('are its own, then the one with the fields the page missed', () => {
    expect(seen(key, shaped, alone, filled)).toEqual([alone, filled]);
    expect(seen(key, shaped, filled)).toEqual([shaped, filled]);
  });
  test('are none that did not make it', () => {
    expect(seen(other, shaped, alone, filled)).toEqual([]);
    expect(acceptedAlone(worldsOf(inHost('cowork', [alone])), other)).toBeUndefined();
  });
});
