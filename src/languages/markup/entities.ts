/**
 * Character references of HTML, decoded with a map. In: mapped text and the context (attribute, or text of an SVG script).
 * Out: the decoded text; what a reference became stands at its ampersand.
 */
import { DecodingMode, HtmlEntityDecoder } from 'entities/decode';
import type { MappedText } from '../../contracts.ts';
import { sliceText, TextBuilder } from '../../syntax/mapped-text.ts';

/** Characters the longest named reference may take, with room for digits. */
const LONGEST = 64;

/** Appends `text[start, end)` to `out` with its references decoded. */
export function decodeInto(
  out: TextBuilder,
  text: MappedText,
  start: number,
  end: number,
  context: 'attribute' | 'text',
): void {
  const mode = context === 'attribute' ? DecodingMode.Attribute : DecodingMode.Legacy;
  let decoded = '';
  const decoder = new HtmlEntityDecoder((point) => {
    decoded += String.fromCodePoint(point);
  });
  const piece = text.text.slice(start, end);
  let copied = 0;
  for (let amp = piece.indexOf('&'); amp >= 0; amp = piece.indexOf('&', Math.max(amp + 1, copied))) {
    decoded = '';
    decoder.startEntity(mode);
    let length = decoder.write(piece.slice(amp + 1, amp + LONGEST), 0);
    if (length < 0) length = decoder.end();
    if (length <= 0 || decoded === '') continue;
    out.copy(text, start + copied, start + amp);
    out.atom(decoded, text.at(start + amp));
    copied = amp + length;
  }
  out.copy(text, start + copied, end);
}

/** The piece `[start, end)` with its references decoded. */
export function decodeSlice(text: MappedText, start: number, end: number, context: 'attribute' | 'text'): MappedText {
  if (!text.text.slice(start, end).includes('&')) return sliceText(text, start, end);
  const out = new TextBuilder();
  decodeInto(out, text, start, end, context);
  return out.build();
}
