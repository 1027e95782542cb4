/**
 * HTML sources. In: a decoded file. Out: the page, the documents nested in it, and their code units.
 * Refuses nothing: HTML has no syntax errors.
 */
import type { Extraction, Language } from '../contracts.ts';
import type { Source } from '../model.ts';
import { lineIndex } from '../syntax/line-index.ts';
import { wholeText } from '../syntax/mapped-text.ts';
import { extractMarkup } from './markup/extract.ts';

export const html: Language = {
  name: 'html',
  extensions: ['.html', '.htm'],
  extract(source: Source): Extraction {
    const lines = lineIndex(source.text);
    return extractMarkup(wholeText(source.text), {
      path: source.path,
      kind: 'page',
      siblings: source.siblings,
      position: (offset) => lines.position(offset),
    });
  },
};
