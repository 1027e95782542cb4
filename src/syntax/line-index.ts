/**
 * Offsets to lines and columns of one decoded file.
 * In: the file's text. Out: 1-based positions; columns count UTF-16 code units; CRLF, LF and CR end a line.
 */
import type { Position } from '../model.ts';
import { lastAtOrBefore } from './mapped-text.ts';

export interface LineIndex {
  /** Offsets outside the file are moved to its nearest end. */
  position(offset: number): Position;
}

export function lineIndex(text: string): LineIndex {
  const starts = [0];
  let feed = text.indexOf('\n');
  let back = text.indexOf('\r');
  while (feed >= 0 || back >= 0) {
    if (back >= 0 && (feed < 0 || back < feed)) {
      if (feed !== back + 1) starts.push(back + 1);
      back = text.indexOf('\r', back + 1);
    } else {
      starts.push(feed + 1);
      feed = text.indexOf('\n', feed + 1);
    }
  }
  return {
    position(offset) {
      const place = Math.max(0, Math.min(offset, text.length));
      const line = lastAtOrBefore(starts, place);
      return { line: line + 1, column: place - starts[line]! + 1 };
    },
  };
}
