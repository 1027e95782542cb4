import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packBundle, unpackBundle } from '../../src/service/bundle.ts';
import { cacheKey, cacheScope } from '../../src/service/cache-key.ts';

const options = { hosts: ['a', 'b'], drive: true, failOn: ['lost'] } as const;
const bundle = Buffer.from('x');
const scope = cacheScope('1', 'jsdom 1')('strict');
const key = cacheKey(scope, 't', bundle, options);

describe('the key of a verdict', () => {
  test('is the same for the same question in another order, whatever counts as failure', () => {
    expect(cacheKey(scope, 't', bundle, { ...options, hosts: ['b', 'a'] })).toBe(key);
    expect(cacheKey(scope, 't', bundle, { ...options, failOn: [] })).toBe(key);
  });

  test.each([
    ['tenant', cacheKey(scope, 'u', bundle, options)],
    ['bytes', cacheKey(scope, 't', Buffer.from('y'), options)],
    ['hosts', cacheKey(scope, 't', bundle, { ...options, hosts: ['a'] })],
    ['driving', cacheKey(scope, 't', bundle, { ...options, drive: false })],
    ['timeout', cacheKey(scope, 't', bundle, { ...options, timeoutSeconds: 1 })],
    ['version', cacheKey(cacheScope('2', 'jsdom 1')('strict'), 't', bundle, options)],
    ['engine', cacheKey(cacheScope('1', 'jsdom 2')('strict'), 't', bundle, options)],
    ['tier', cacheKey(cacheScope('1', 'jsdom 1')('process'), 't', bundle, options)],
  ])('differs by %s', (_what, other) => {
    expect(other).not.toBe(key);
  });
});

describe('a bundle', () => {
  const file = fc.record({
    path: fc.string({ minLength: 1 }),
    bytes: fc.uint8Array(),
    sibling: fc.constantFrom(true, undefined),
  });
  const files = fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 6 });

  test('gives back what went in, byte for byte, and is the same in any order', () => {
    fc.assert(
      fc.property(files, (all) => {
        const packed = packBundle(all);
        const back = new Map(unpackBundle(packed).map(({ path, bytes, sibling }) => [path, [[...bytes], sibling]]));
        expect(back).toEqual(new Map(all.map(({ path, bytes, sibling }) => [path, [[...bytes], sibling]])));
        expect(packBundle(all.toReversed())).toEqual(packed);
      }),
      { numRuns: 100 },
    );
  });
});
