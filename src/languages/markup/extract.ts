/**
 * An HTML text as documents: itself, and every document nested in its attributes.
 * In: mapped text and where it is from. Out: an Extraction; nesting beyond the cap that may hold a write is a failure.
 */
import type { Extraction, MappedText, SourceDocument } from '../../contracts.ts';
import type { Failure } from '../../model.ts';
import { mayHoldWrite } from '../../syntax/candidacy.ts';
import { readDocument } from './reader.ts';

/** Documents within documents that are read. */
const NESTING = 4;

export interface MarkupSite {
  readonly path: string;
  readonly kind: 'page' | 'fragment';
  readonly siblings: Readonly<Record<string, string>>;
  /** Line and column of an offset of the file. */
  position(offset: number): { readonly line: number; readonly column: number };
}

export function extractMarkup(text: MappedText, site: MarkupSite): Extraction {
  const documents: SourceDocument[] = [];
  const failures: Failure[] = [];
  let level = [{ text, kind: site.kind }];
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { text: current, kind } of level) {
      if (depth > NESTING) {
        if (mayHoldWrite(current.text)) failures.push(tooDeep(site, current));
        continue;
      }
      const { document, nested } = readDocument(current, kind, site.siblings);
      documents.push(document);
      for (const inner of nested) next.push({ text: inner, kind: 'page' });
    }
    level = next;
  }
  return { documents, failures };
}

function tooDeep(site: MarkupSite, text: MappedText): Failure {
  return {
    stage: 'extract',
    code: 'nested-documents',
    path: site.path,
    ...site.position(text.at(0)),
    detail: `a document nested more than ${NESTING} deep`,
    candidate: true,
  };
}
