import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextPattern } from '../src/endpoint.ts';
import { classifyPattern, isLoopbackHost, PAGE_URL, resolveEndpoint } from '../src/endpoint.ts';

const PAGE = 'https://cowork.invalid/artifacts/a.html';

describe('a complete URL', () => {
  test.each([
    ['/api/save', 'own-origin'],
    ['save', 'own-origin'],
    ['?x=1', 'own-origin'],
    ['', 'own-origin'],
    ['//cowork.invalid/x', 'own-origin'],
    ['wss://cowork.invalid/live', 'own-origin'],
    ['http://localhost:3000/x', 'loopback'],
    ['http://LOCALHOST./x', 'loopback'],
    ['http://api.localhost/x', 'loopback'],
    ['http://127.1/x', 'loopback'],
    ['http://2130706433/x', 'loopback'],
    ['http://0x7f.1/x', 'loopback'],
    ['http://0.0.0.0:8000/x', 'loopback'],
    ['http://[::1]:8000/x', 'loopback'],
    ['http://[::ffff:127.9.9.9]/x', 'loopback'],
    ['ws://localhost:1/x', 'loopback'],
    ['http://localhost.evil.com/x', 'remote'],
    ['http://127.attacker.example/x', 'remote'],
    ['http://localhost@evil.example/x', 'remote'],
    ['http://evil.example\\@localhost/x', 'remote'],
    ['https://api.example.com/x', 'remote'],
    ['http://[', 'unresolved'],
  ])('%s reaches %s', (url, reach) => {
    expect(resolveEndpoint('post', url, PAGE)).toMatchObject({ method: 'POST', reach });
  });

  test.each(['blob:https://x/1', 'data:text/plain,x', 'about:blank', 'javascript:0', 'mailto:a@b'])(
    '%s is no endpoint',
    (url) => {
      expect(resolveEndpoint('POST', url, PAGE)).toBeNull();
    },
  );

  test('resolves against a base and judges own-origin by the document', () => {
    expect(resolveEndpoint('POST', 'save', PAGE, 'https://api.example.com/v1/')).toEqual({
      method: 'POST',
      url: 'https://api.example.com/v1/save',
      reach: 'remote',
    });
  });
});

describe('a pattern', () => {
  const cases: [TextPattern, string | null][] = [
    [['/api/items/', null], 'own-origin'],
    [['items/', null], 'own-origin'],
    [['./', null], 'own-origin'],
    [['?id=', null], 'own-origin'],
    [['api', null], 'own-origin'],
    [[null, '/save'], 'unresolved'],
    [['//', null], 'unresolved'],
    [['http', null], 'unresolved'],
    [['https://', null], 'unresolved'],
    [['https:', null], 'unresolved'],
    [['HTTP://LOCAL', null], 'unresolved'],
    [['http://localhost', null], 'unresolved'],
    [['http://localhost:', null, '/x'], 'loopback'],
    [['http://127.0.0.1:', null], 'loopback'],
    [['http://127.0.0.', null], 'unresolved'],
    [['http://[::1]:', null], 'loopback'],
    [['https://api.', null, '/x'], 'remote'],
    [['https://api.', null, '@localhost/x'], 'unresolved'],
    [['https://api.example.com/', null], 'remote'],
    [['https://api.example.com:', null], 'remote'],
    [['blob:', null], null],
    [['data:text/plain,', null], null],
    [[' /api/', null], 'own-origin'],
    [['\\\\', null], 'unresolved'],
  ];
  test.each(cases)('%j reaches %s', (pattern, reach) => {
    expect(classifyPattern(pattern)).toBe(reach);
  });

  test('a relative pattern goes where the base is', () => {
    expect(classifyPattern(['save/', null], 'https://api.example.com/')).toBe('remote');
    expect(classifyPattern(['save/', null], 'http://localhost:8080/')).toBe('loopback');
    expect(classifyPattern(['save'], '/nested/')).toBe('own-origin');
    expect(classifyPattern(['save'], 'https://[')).toBe('own-origin');
    expect(resolveEndpoint('POST', 'save', PAGE, '//[')?.reach).toBe('own-origin');
  });
});

describe('laws', () => {
  const hosts = fc.oneof(
    fc.constantFrom(
      'localhost',
      'a.localhost',
      '127.0.0.1',
      '0.0.0.0',
      '[::1]',
      'localhost.evil.com',
      '127.evil.example',
    ),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  );
  const urls = fc
    .tuple(fc.constantFrom('http', 'https', 'HTTP', 'ws'), hosts, fc.option(fc.nat(65_535)), fc.webPath())
    .map(([scheme, host, port, path]) => `${scheme}://${host}${port === null ? '' : `:${port}`}${path}`);

  test('a complete URL has the reach that WHATWG parsing gives its host', () => {
    fc.assert(
      fc.property(urls, (url) => {
        fc.pre(URL.canParse(url));
        const expected = isLoopbackHost(new URL(url).hostname) ? 'loopback' : 'remote';
        expect(resolveEndpoint('POST', url, PAGE)?.reach).toBe(expected);
      }),
    );
  });

  test('a hole never turns one answer into its opposite', () => {
    fc.assert(
      fc.property(urls, fc.nat(), fc.string({ maxLength: 12 }), (url, at, filled) => {
        const cut = at % (url.length + 1);
        const rest = url.slice(cut);
        const claimed = classifyPattern([url.slice(0, cut), null, rest]);
        fc.pre(URL.canParse(url.slice(0, cut) + rest));
        const actual = resolveEndpoint('POST', url.slice(0, cut) + rest, PAGE_URL)?.reach;
        if (claimed === 'remote') expect(actual).not.toBe('own-origin');
        if (claimed === 'loopback') expect(actual).toBe('loopback');
        expect(() => classifyPattern([url.slice(0, cut) + filled, null])).not.toThrow();
      }),
    );
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(null), fc.string()), { maxLength: 4 }),
        fc.string(),
        (pattern, base) => {
          expect(() => classifyPattern(pattern)).not.toThrow();
          expect(() => classifyPattern(pattern, base)).not.toThrow();
          expect(() => resolveEndpoint('POST', pattern.join(''), PAGE, base)).not.toThrow();
        },
      ),
    );
  });
});
