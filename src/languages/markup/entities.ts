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
  let copied = start;
  for (let amp = text.text.indexOf('&', start); amp >= 0 && amp < end; amp = text.text.indexOf('&', amp + 1)) {
    decoded = '';
    decoder.startEntity(mode);
    let length = decoder.write(text.text.slice(amp + 1, Math.min(end, amp + LONGEST)), 0);
    if (length < 0) length = decoder.end();
    if (length <= 0 || decoded === '') continue;
    out.copy(text, copied, amp);
    out.atom(decoded, text.at(amp));
    copied = amp + length;
    amp = copied - 1;
  }
  out.copy(text, copied, end);
}

/** The piece `[start, end)` with its references decoded. */
export function decodeSlice(text: MappedText, start: number, end: number, context: 'attribute' | 'text'): MappedText {
  const amp = text.text.indexOf('&', start);
  if (amp < 0 || amp >= end) return sliceText(text, start, end);
  const out = new TextBuilder();
  decodeInto(out, text, start, end, context);
  return out.build();
}
