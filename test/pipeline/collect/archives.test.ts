import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchiveFault, archivePaths } from '../../../src/pipeline/collect/archive-paths.ts';
import { readArchive } from '../../../src/pipeline/collect/read-archive.ts';
import { tarOf, zip } from '../../support/archives.ts';

const caps = { entries: 20, bytes: 5_000_000, ratio: 100 };

async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    await readArchive(bytes, caps);
  } catch (error) {
    if (error instanceof ArchiveFault) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('an honest archive', () => {
  test('zip: files by path, directories left out', async () => {
    const files = await readArchive(
      zip([{ name: 'a/' }, { name: 'a/page.html', content: '<p>ä' }, { name: './b.js' }]),
    );
    expect([...files.keys()]).toEqual(['a/page.html', 'b.js']);
    expect(Buffer.from(files.get('a/page.html') as Uint8Array).toString()).toBe('<p>ä');
  });

  test.each([false, true])('tar, in gzip: %s', async (gzip) => {
    const bytes = await tarOf(
      [
        [{ name: './', type: 'directory' }, ''],
        [{ name: './out/page.html' }, '<p>x'],
      ],
      gzip,
    );
    expect([...(await readArchive(bytes)).keys()]).toEqual(['out/page.html']);
  });

  test('an empty zip holds nothing', async () => {
    expect((await readArchive(zip([]))).size).toBe(0);
  });
});

describe('a hostile or damaged archive is refused as a whole', () => {
  const paths = [
    '../x.html',
    'a/../../x.html',
    '/etc/x.html',
    'a\\..\\x.html',
    'C:/x.html',
    'a/%2e%2E/x.html',
    '%2e%2e%2fx.html',
  ];
  test.each(paths)('the name %s', async (name) => {
    expect(await refusal(zip([{ name, content: 'x' }]))).toMatch(/archive-(?:unsafe-path|damaged)/);
    expect(await refusal(await tarOf([[{ name }, 'x']]))).toBe('archive-unsafe-path');
  });

  const hostile: [string, () => Buffer | Promise<Buffer>, string][] = [
    [
      'a symbolic link in a zip',
      () => zip([{ name: 'l.html', content: '/etc/passwd', mode: 0o120777 }]),
      'archive-link',
    ],
    [
      'a symbolic link in a tar',
      () => tarOf([[{ name: 'l.html', type: 'symlink', linkname: '/etc/passwd' }, '']]),
      'archive-link',
    ],
    ['a hard link in a tar', () => tarOf([[{ name: 'l.html', type: 'link', linkname: 'x' }, '']]), 'archive-link'],
    ['a named pipe in a tar', () => tarOf([[{ name: 'p.html', type: 'fifo' }, '']]), 'archive-link'],
    ['a name twice', () => zip([{ name: 'a.html' }, { name: 'a.html' }]), 'archive-duplicate'],
    ['names that differ by letter case', () => zip([{ name: 'a.html' }, { name: 'A.HTML' }]), 'archive-duplicate'],
    [
      'names that differ by composition',
      () => zip([{ name: 'é.html' }, { name: 'e\u0301.html' }]),
      'archive-duplicate',
    ],
    ['an encrypted entry', () => zip([{ name: 'a.html', content: 'x', flags: 1 }]), 'archive-encrypted'],
    ['too many entries', () => zip(Array.from({ length: 21 }, (_, n) => ({ name: `${n}.html` }))), 'archive-too-many'],
    ['a zip bomb', () => zip([{ name: 'a.html', content: Buffer.alloc(4_000_000) }]), 'archive-ratio'],
    ['a gzip bomb', () => gzipSync(Buffer.alloc(4_000_000)), 'archive-ratio'],
    ['too many bytes', () => tarOf([[{ name: 'a.html' }, 'x'.repeat(6_000_000)]]), 'archive-too-large'],
    ['half a zip', () => zip([{ name: 'a.html', content: 'x'.repeat(999) }]).subarray(0, 60), 'archive-damaged'],
    ['half a gzip', async () => (await tarOf([[{ name: 'a.html' }, 'x']], true)).subarray(0, 40), 'archive-damaged'],
    [
      'half a tar',
      async () => (await tarOf([[{ name: 'a.html' }, 'x'.repeat(9999)]])).subarray(0, 2000),
      'archive-damaged',
    ],
    ['a text file', () => Buffer.from('<p>no archive'), 'archive-unknown'],
    ['nothing', () => Buffer.alloc(0), 'archive-unknown'],
  ];
  test.each(hostile)('%s', async (_name, make, code) => {
    expect(await refusal(await make())).toBe(code);
  });

  test('a size that lies does not get past the caps', async () => {
    const bytes = zip([{ name: 'a.html', content: Buffer.alloc(3_000_000, 'ab') }]);
    const central = bytes.indexOf('PK\u0001\u0002');
    bytes.writeUInt32LE(10, central + 24);
    expect(await refusal(bytes)).not.toBe('accepted');
  });
});

test('no accepted name leaves the archive', () => {
  const piece = fc.constantFrom('..', '.', 'a', '%2e', '%2E%2e', '', 'b.html', '\\', 'c:');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      let path: string;
      try {
        path = archivePaths()(pieces.join('/'), false);
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveFault);
        return;
      }
      expect(path.startsWith('/')).toBe(false);
      expect(path.split('/')).not.toContain('..');
      expect(new URL(path, 'https://x.invalid/root/').href.startsWith('https://x.invalid/root/')).toBe(true);
    }),
    { numRuns: 300 },
  );
});
