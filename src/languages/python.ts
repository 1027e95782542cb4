/**
 * Python generators of pages. In: a decoded file. Out: the pages, fragments and scripts its strings make.
 * Strings that are never handed on as text of a page (docstrings, patterns, assertions) are left out.
 */
import type { Extraction, Language, MappedText, SourceDocument } from '../contracts.ts';
import type { Failure, Source } from '../model.ts';
import { looksLikeMarkup, looksLikeScript } from '../syntax/candidacy.ts';
import { lineIndex } from '../syntax/line-index.ts';
import { wholeText } from '../syntax/mapped-text.ts';
import { parseJs } from '../syntax/parse.ts';
import { textDocuments } from './markup/text-documents.ts';
import { pythonTexts } from './python/candidates.ts';
import { PythonEvaluator } from './python/evaluate.ts';
import { readScopes } from './python/scope-reader.ts';
import { readTree } from './python/tree.ts';
import { overBudget } from './strings/over-budget.ts';

export const python: Language = {
  extract(source: Source): Extraction {
    if (!looksLikeMarkup(source.text) && !looksLikeScript(source.text)) return { documents: [], failures: [] };
    const file = wholeText(source.text);
    const root = readTree(source.text);
    const evaluator = new PythonEvaluator(file, readScopes(source.text, root));
    const { texts, capped } = pythonTexts(evaluator, root);
    const lines = lineIndex(source.text);
    const documents: SourceDocument[] = [];
    const failures: Failure[] = [];
    const site = {
      path: source.path,
      siblings: source.siblings,
      position: (offset: number) => lines.position(offset),
    };
    for (const text of texts) {
      const made = looksLikeMarkup(text.text) ? textDocuments(text, site) : scriptDocument(text);
      documents.push(...made.documents);
      failures.push(...made.failures);
    }
    if (evaluator.spent || capped) failures.push(overBudget(source.path, source.text));
    return { documents, failures };
  },
};

/** Text with browser calls and no markup: a script if it reads as one; prose about a call does not. */
function scriptDocument(text: MappedText): Extraction {
  const result = parseJs(text.text, { dialect: 'js', goal: 'script' });
  if (!result.ok || result.blanked.length > 0) return { documents: [], failures: [] };
  const unit = { role: 'script', dialect: 'js', code: text, element: -1 } as const;
  return { documents: [{ kind: 'fragment', elements: [], units: [unit] }], failures: [] };
}
