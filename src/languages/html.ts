/**
 * HTML sources. In: a decoded file. Out: the page, the documents nested in it and those its scripts write as strings, with
 * their code units. Refuses nothing: HTML has no syntax errors.
 */
import type { CodeUnit, Extraction, Language, SourceDocument } from '../contracts.ts';
import type { Failure, Source } from '../model.ts';
import { looksLikeMarkup } from '../syntax/candidacy.ts';
import { lineIndex } from '../syntax/line-index.ts';
import { wholeText } from '../syntax/mapped-text.ts';
import { parseUnit } from '../syntax/parse.ts';
import { programTexts } from './javascript/texts.ts';
import type { MarkupSite } from './markup/extract.ts';
import { extractMarkup } from './markup/extract.ts';
import { overBudget } from './strings/over-budget.ts';

export const html: Language = {
  extract(source: Source): Extraction {
    const lines = lineIndex(source.text);
    const site: MarkupSite = {
      path: source.path,
      kind: 'page',
      siblings: source.siblings,
      position: (offset) => lines.position(offset),
    };
    const own = extractMarkup(wholeText(source.text), site);
    const documents: SourceDocument[] = [...own.documents];
    const failures: Failure[] = [...own.failures];
    for (const unit of own.documents.flatMap((document) => document.units)) {
      const written = writtenPages(unit, site);
      documents.push(...written.documents);
      failures.push(...written.failures);
    }
    return { documents, failures };
  },
};

const WHOLE_PAGE = /<!doctype\s+html|<(?:html|head|body)[\s>]/i;

/** Whole pages in the strings of a script: what goes into a frame, another window or a file. Fragments are the page's own. */
function writtenPages(unit: CodeUnit, site: MarkupSite): Extraction {
  const documents: SourceDocument[] = [];
  const failures: Failure[] = [];
  const inline = unit.path === undefined && (unit.role === 'script' || unit.role === 'module');
  if (!inline || !WHOLE_PAGE.test(unit.code.text) || !looksLikeMarkup(unit.code.text)) return { documents, failures };
  const result = parseUnit(unit);
  if (!result.ok) return { documents, failures };
  const { texts, capped } = programTexts(unit, result.program);
  if (capped) failures.push(overBudget(site.path, unit.code.text));
  for (const text of texts) {
    if (!WHOLE_PAGE.test(text.text)) continue;
    const page = extractMarkup(text, site);
    documents.push(...page.documents.filter(({ units, elements }) => units.length + elements.length > 0));
    failures.push(...page.failures);
  }
  return { documents, failures };
}
