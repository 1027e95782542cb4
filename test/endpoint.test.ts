import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextPattern } from '../src/endpoint.ts';
import { classifyPattern, isLoopbackHost, isWriteMethod, PAGE_URL, resolveEndpoint } from '../src/endpoint.ts';

const PAGE = 'https://cowork.invalid/artifacts/a.html';

test('only POST, PUT, PATCH and DELETE write, however they are spelled', () => {
  const methods = ['post', 'PUT', 'Patch', 'delete', 'GET', 'head', 'OPTIONS', ''];
  expect(methods.filter(isWriteMethod)).toEqual(['post', 'PUT', 'Patch', 'delete']);
});

describe('a complete URL', () => {
  test.each([
    ['/api/save', 'own-origin'],
    ['save', 'own-origin'],
    ['?x=1', 'own-origin'],
    ['', 'own-origin'],
    ['//cowork.invalid/x', 'own-origin'],
    ['wss://cowork.invalid/live', 'own-origin'],
    ['ws://cowork.invalid/live', 'own-origin'],
    ['ws://api.example.com/live', 'remote'],
    ['http://cowork.invalid/x', 'remote'],
    ['https://cowork.invalid:8443/x', 'remote'],
    ['http://localhost:3000/x', 'loopback'],
    ['http://LOCALHOST./x', 'loopback'],
    ['http://api.localhost/x', 'loopback'],
    ['http://127.1/x', 'loopback'],
    ['http://2130706433/x', 'loopback'],
    ['http://0x7f.1/x', 'loopback'],
    ['http://0.0.0.0:8000/x', 'loopback'],
    ['http://[::1]:8000/x', 'loopback'],
    ['http://[::]:8000/x', 'loopback'],
    ['http://127.10.200.30/x', 'loopback'],
    ['http://[::ffff:127.9.9.9]/x', 'loopback'],
    ['http://[::ffff:127.200.0.1]/x', 'loopback'],
    ['http://[::ffff:126.9.9.9]/x', 'remote'],
    ['http://[::ffff:7f00:1:2]/x', 'remote'],
    ['http://[1::ffff:7f00:1]/x', 'remote'],
    ['http://10.127.0.1/x', 'remote'],
    ['ws://localhost:1/x', 'loopback'],
    ['http://localhost.evil.com/x', 'remote'],
    ['http://127.0.0.1.attacker.example/x', 'remote'],
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
    // Without a hole a pattern is the URL it spells.
    [['http://local', 'host/x'], 'loopback'],
    [['http://localhost'], 'loopback'],
    [['https://api.example.com'], 'remote'],
    [['blob:https://x/1'], null],
    // What may still become a scheme is not a path.
    [['h', null], 'unresolved'],
    [['HTTP', null], 'unresolved'],
    [['ws', null, '://api.example.com/'], 'unresolved'],
    [['wss', null], 'unresolved'],
    [['localhost:', null], 'unresolved'],
    [['xdata:', null], 'unresolved'],
    [['about:', null], null],
    [['javascript:', null], null],
    [['mailto:', null], null],
    [['tel:', null], null],
    [['/proxy?to=http://localhost:', null], 'own-origin'],
    // A URL is read as a browser reads it: white space, case and slashes.
    [['  http://local', null], 'unresolved'],
    [['http://', 'localhost:', null], 'loopback'],
    [['ht\ntp://localhost:', null], 'loopback'],
    [['ht tp://localhost:', null], 'own-origin'],
    [['http:\\\\localhost:', null], 'loopback'],
    [['HTTPS://api.example.com:', null], 'remote'],
    [['Blob:', null], null],
    [['https:/', null], 'unresolved'],
    [['https:api.', null], 'unresolved'],
    [['app://api.', null], 'unresolved'],
    [['//local', null], 'unresolved'],
    [['//api.', null, '@localhost/x'], 'unresolved'],
    [['//cdn.example.com:', null], 'remote'],
    [['//cdn.example.com/', null], 'remote'],
    [['///localhost:', null], 'loopback'],
    [['https:///local', null], 'unresolved'],
    // The host is complete where a port, a path, a query or a fragment follows.
    [['http://localhost/', null], 'loopback'],
    [['http://localhost?x=', null], 'loopback'],
    [['http://localhost#', null], 'loopback'],
    [['http://localhost:30', null, '/x'], 'loopback'],
    [['https://page.invalid/api/', null], 'own-origin'],
    [['http://page.invalid/api/', null], 'remote'],
    [['ws://page.invalid/', null], 'own-origin'],
    [['https://page.invalid:', null], 'unresolved'],
    [['http://[::1]', null], 'loopback'],
    [['http://[2001:db8::1]:', null], 'remote'],
    [['http://[::1]:80', null], 'loopback'],
    // User info is no host.
    [['https://me@localhost:', null], 'loopback'],
    [['https://me@local', null], 'unresolved'],
    [['https://localhost@api.', null], 'remote'],
    [['https://me:pass@[::1]:', null], 'loopback'],
    [['https://api.', null, '/x?mail=a@b'], 'remote'],
    [['https://api.', 'example', null, '.com', null, '@b'], 'unresolved'],
    // A host cut short: what it may still become.
    [['https://api.localhost', null], 'unresolved'],
    [['https://api.localhost.', null], 'unresolved'],
    [['https://localhost.evil.', null], 'remote'],
    [['https://calhost', null], 'remote'],
    [['https://[', null], 'unresolved'],
    [['https://[::f', null], 'unresolved'],
    [['https://[::f:', null], 'unresolved'],
    [['https://%6coc', null], 'unresolved'],
    [['https://page.', null], 'unresolved'],
    [['https://invalid', null], 'remote'],
    [['https://Page.In', null], 'unresolved'],
    [['https://0x7', null], 'unresolved'],
    [['https://0x7f', null], 'unresolved'],
    [['https://127.0X0.', null], 'unresolved'],
    [['https://a0x1.', null], 'remote'],
    [['https://0x1z.', null], 'remote'],
    [['https://3com', null], 'remote'],
    [['https://127.evil.', null], 'remote'],
  ];
  test.each(cases)('%j reaches %s', (pattern, reach) => {
    expect(classifyPattern(pattern)).toBe(reach);
  });

  test('a relative pattern goes where the base is', () => {
    expect(classifyPattern(['save/', null], 'https://api.example.com/')).toBe('remote');
    expect(classifyPattern(['save/', null], 'http://localhost:8080/')).toBe('loopback');
    expect(classifyPattern(['save/', null], 'app://host/')).toBeNull();
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
