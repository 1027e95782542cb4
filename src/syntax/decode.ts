/**
 * Bytes of a file to text. UTF-8, or UTF-8, UTF-16 LE and UTF-16 BE as a byte order mark says; the mark is removed.
 * Refuses, as a typed reason, what is not valid in its encoding and what is binary (a NUL character).
 */

export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: 'invalid-encoding' | 'binary'; readonly detail: string };

export function decodeBytes(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return {
      ok: false,
      code: 'invalid-encoding',
      detail: `not valid ${encoding}; save it as UTF-8`,
    };
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) return { ok: false, code: 'binary', detail: `a NUL character at offset ${nul}` };
  return { ok: true, text };
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
