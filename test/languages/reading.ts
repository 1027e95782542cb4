import type { CodeUnit, Extraction, SourceDocument } from '../../src/contracts.ts';
import { html } from '../../src/languages/html.ts';
import { javascript } from '../../src/languages/javascript.ts';
import { python } from '../../src/languages/python.ts';
import type { LanguageName } from '../../src/model.ts';
import { lineIndex } from '../../src/syntax/line-index.ts';
import { parseUnit } from '../../src/syntax/parse.ts';

const LANGUAGES = { html, javascript, python };
const PATHS: Readonly<Record<LanguageName, string>> = { html: 'page.html', javascript: 'gen.js', python: 'gen.py' };

/** Extracts a text as a file of a language, the way a scan does. */
export function read(
  language: LanguageName,
  text: string,
  more: { readonly siblings?: Record<string, string>; readonly path?: string } = {},
): Extraction {
  const { siblings = {}, path = PATHS[language] } = more;
  return LANGUAGES[language].extract({ path, language, text, sha256: '', siblings });
}

export function unitsOf({ documents }: Extraction): CodeUnit[] {
  return documents.flatMap((document) => [...document.units]);
}

export function only(extraction: Extraction): SourceDocument {
  if (extraction.documents.length !== 1) throw new Error(`${extraction.documents.length} documents`);
  return extraction.documents[0]!;
}

/** `line:column` in the file of each occurrence of `needle` in the code of all units. */
export function placesOf(extraction: Extraction, file: string, needle: string): string[] {
  const lines = lineIndex(file);
  const places: string[] = [];
  for (const { code } of unitsOf(extraction)) {
    for (let at = code.text.indexOf(needle); at >= 0; at = code.text.indexOf(needle, at + 1)) {
      const { line, column } = lines.position(code.at(at));
      places.push(`${line}:${column}`);
    }
  }
  return places;
}

/** Units that do not parse, or not whole. */
export function unparsed(extraction: Extraction): string[] {
  return unitsOf(extraction).flatMap((unit) => {
    const result = parseUnit(unit);
    return result.ok && result.blanked.length === 0 ? [] : [unit.code.text];
  });
}
