import { describe, expect, it } from 'vitest';
import { decodeBytes } from '../../src/syntax/decode.ts';
import { lineIndex } from '../../src/syntax/line-index.ts';

describe('line index', () => {
  it('ends a line at CRLF, LF and CR alike', () => {
    const index = lineIndex('a\r\nb\nc\rd');
    expect(index.position(3)).toEqual({ line: 2, column: 1 });
    expect(index.position(2)).toEqual({ line: 1, column: 3 });
    expect(index.position(5)).toEqual({ line: 3, column: 1 });
    expect(index.position(7)).toEqual({ line: 4, column: 1 });
  });

  it('counts UTF-16 code units', () => {
    expect(lineIndex('\u{1f600}x').position(2)).toEqual({ line: 1, column: 3 });
  });

  it('moves offsets outside the file to its ends', () => {
    expect(lineIndex('ab').position(99)).toEqual({ line: 1, column: 3 });
    expect(lineIndex('ab').position(-1)).toEqual({ line: 1, column: 1 });
  });
});

describe('decode', () => {
  const decode = (...bytes: number[]) => decodeBytes(new Uint8Array(bytes));

  it('removes the mark and follows what it says', () => {
    expect(decode(0xef, 0xbb, 0xbf, 0x61)).toEqual({ ok: true, text: 'a' });
    expect(decode(0xff, 0xfe, 0x61, 0)).toEqual({ ok: true, text: 'a' });
    expect(decode(0xfe, 0xff, 0, 0x61)).toEqual({ ok: true, text: 'a' });
    expect(decode()).toEqual({ ok: true, text: '' });
  });

  it('refuses what is not text', () => {
    expect(decode(0xc3, 0x28)).toMatchObject({ ok: false, code: 'invalid-encoding' });
    expect(decode(0xff, 0xfe, 0x61)).toMatchObject({ ok: false, code: 'invalid-encoding' });
    expect(decode(0x61, 0, 0x62)).toMatchObject({ ok: false, code: 'binary' });
  });
});
