/**
 * JavaScript and TypeScript sources. In: a decoded file. Out: the program itself, and the pages and fragments its strings
 * make. A text that cannot be parsed is left to whoever parses the program, who reports it.
 */
import type { CodeUnit, Dialect, Extraction, Language, SourceDocument } from '../contracts.ts';
import type { Failure, Source } from '../model.ts';
import { looksLikeMarkup } from '../syntax/candidacy.ts';
import { lineIndex } from '../syntax/line-index.ts';
import { wholeText } from '../syntax/mapped-text.ts';
import { parseUnit } from '../syntax/parse.ts';
import { programTexts } from './javascript/texts.ts';
import { textDocuments } from './markup/text-documents.ts';
import { overBudget } from './strings/over-budget.ts';

export const javascript: Language = {
  extract(source: Source): Extraction {
    const unit = programUnit(source);
    const program: SourceDocument = { kind: 'program', elements: [], units: [unit] };
    if (!looksLikeMarkup(source.text)) return { documents: [program], failures: [] };
    const result = parseUnit(unit);
    if (!result.ok) return { documents: [program], failures: [] };
    const { texts, capped } = programTexts(unit, result.program);
    const lines = lineIndex(source.text);
    const site = { path: source.path, siblings: source.siblings, position: (offset: number) => lines.position(offset) };
    const documents = [program];
    const failures: Failure[] = [];
    for (const text of texts) {
      if (!looksLikeMarkup(text.text)) continue;
      const made = textDocuments(text, site);
      for (const document of made.documents)
        documents.push(document.kind === 'fragment' ? { ...document, owner: 0 } : document);
      failures.push(...made.failures);
    }
    if (capped) failures.push(overBudget(source.path, source.text));
    return { documents, failures };
  },
};

function programUnit(source: Source): CodeUnit {
  const extension = /\.([a-z]+)$/i.exec(source.path)?.[1]?.toLowerCase() ?? 'js';
  const code = wholeText(source.text);
  const module = extension === 'mjs' || extension.endsWith('x') || extension === 'ts' || extension === 'mts';
  const role = module || (extension === 'js' && usesModules(source.text)) ? 'module' : 'script';
  return { role, dialect: dialectOf(extension), code, element: -1 };
}

function usesModules(text: string): boolean {
  return /^[ \t]*(?:import\b\s*[\w${*'"]|export\b\s*[\w{*])/m.test(text);
}

function dialectOf(extension: string): Dialect {
  if (extension === 'tsx' || extension === 'jsx') return extension;
  return extension.endsWith('ts') ? 'ts' : 'js';
}
