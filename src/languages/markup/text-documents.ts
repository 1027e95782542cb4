/**
 * Markup found in strings of another language. In: mapped text. Out: its documents; a text that carries neither code nor
 * anything a write could hang on yields none.
 */
import type { Extraction, MappedText } from '../../contracts.ts';
import type { MarkupSite } from './extract.ts';
import { extractMarkup } from './extract.ts';

const WHOLE_PAGE = /<!doctype\s+html|<html[\s>]|<body[\s>]|<head[\s>]|<script[\s>]/i;

/** A text with a document's own tags, or with scripts of its own, is a page; else a fragment for some page. */
export function textDocuments(text: MappedText, site: Omit<MarkupSite, 'kind'>): Extraction {
  const kind = WHOLE_PAGE.test(text.text) ? 'page' : 'fragment';
  const { documents, failures } = extractMarkup(text, { ...site, kind });
  return { documents: documents.filter(({ units, elements }) => units.length + elements.length > 0), failures };
}
