import { describe, expect, test } from 'vitest';
import { LazyMap } from '../../../src/interpreter/values/lazy-map.ts';

describe('a map that takes no room until it is used', () => {
  test('is empty, and keeps what is put into it', () => {
    const map = new LazyMap<string, number>();
    expect([map.size, map.has('a'), [...map]]).toEqual([0, false, []]);
    map.set('a', 1).set('b', 2);
    expect([map.size, map.get('a'), [...map.values()]]).toEqual([2, 1, [1, 2]]);
  });

  test('asks for its first entry once, when somebody looks, and holds it before all others', () => {
    let asked = 0;
    const map = new LazyMap<string, number>(() => {
      asked += 1;
      return ['first', asked];
    });
    expect(asked).toBe(0);
    map.set('later', 9);
    expect([...map]).toEqual([
      ['first', 1],
      ['later', 9],
    ]);
    expect([map.has('first'), map.size, asked]).toEqual([true, 2, 1]);
  });

  test('a first entry that was written over stays written over', () => {
    const map = new LazyMap<string, number>(() => ['first', 1]);
    map.set('first', 5);
    expect([map.get('first'), map.size]).toEqual([5, 1]);
  });
});
