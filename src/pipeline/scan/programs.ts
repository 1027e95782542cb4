/**
 * Documents to programs. In: an extraction. Out: for each page its units parsed, fragments joined to the program that
 * builds them, modules resolved among the siblings. What cannot be parsed or found is a failure.
 */
import type { CodeUnit, Extraction, MarkupElement, SourceDocument } from '../../contracts.ts';
import type { Program } from '../../interpreter/analyse.ts';
import { looksLikeMarkup, mayHoldWrite } from '../../syntax/candidacy.ts';
import { lineIndex } from '../../syntax/line-index.ts';
import { parseUnit } from '../../syntax/parse.ts';
import type { Node } from '../../syntax/tree.ts';
import { dependenceOf } from './missing.ts';
import { ModuleLoader } from './modules.ts';
import type { Scanning } from './parts.ts';

/** How deep fragments are looked for within fragments. */
const OWNERS = 8;

/** Adds to the failures and libraries of `scanning`. */
export function programsOf(scanning: Scanning, extraction: Extraction): readonly Program[] {
  return grouped(extraction.documents).flatMap((documents) => {
    const built = documents.flatMap((document) => builtFrom(document, scanning));
    return programOf(scanning, [...documents, ...built]) ?? [];
  });
}

/** A fragment belongs to its owner; one without an owner stands alone. */
function grouped(documents: readonly SourceDocument[]): readonly (readonly SourceDocument[])[] {
  const ownerOf = (document: SourceDocument): SourceDocument => {
    let owner = document;
    for (let depth = 0; owner.owner !== undefined && depth < OWNERS; depth += 1)
      owner = documents[owner.owner] ?? owner;
    return owner;
  };
  return [...Map.groupBy(documents, ownerOf).values()];
}

/** Fragments that a page's scripts write as strings, or take from scripts that are data: their handlers run in the page's scope. */
function builtFrom(document: SourceDocument, { source, parts }: Scanning): readonly SourceDocument[] {
  if (document.kind === 'program') return [];
  const fragments = (text: string, dialect: string): readonly SourceDocument[] =>
    parts.scripts
      .extract({ ...source, path: `script.${dialect}`, language: 'javascript', text })
      .documents.filter((one) => one.kind === 'fragment');
  const data = document.elements.filter((element) => isTaken(element, document.units));
  const ofData = data.flatMap(({ text, offset }) =>
    fragments(`put(${JSON.stringify(text)})`, 'js').map((one) => moved(one, () => offset)),
  );
  const ofScripts = document.units.flatMap((unit) => {
    if (
      (unit.role !== 'script' && unit.role !== 'module') ||
      unit.path !== undefined ||
      !looksLikeMarkup(unit.code.text)
    )
      return [];
    return fragments(unit.code.text, unit.dialect).map((one) => moved(one, (offset) => unit.code.at(offset)));
  });
  return [...ofScripts, ...ofData];
}

/** Markup in a script that is data, which some script names. */
function isTaken({ tag, text, attributes }: MarkupElement, units: readonly CodeUnit[]): boolean {
  if (tag !== 'script' || !looksLikeMarkup(text)) return false;
  const names = [attributes.id, attributes.type].filter((name) => name !== undefined && name !== '');
  return units.some(({ code }) => names.some((name) => code.text.includes(name!)));
}

/** A document of a script's text, its places those of the file. */
function moved(document: SourceDocument, at: (offset: number) => number): SourceDocument {
  return {
    ...document,
    elements: document.elements.map((element) => ({ ...element, offset: at(element.offset) })),
    units: document.units.map((inner) => ({
      ...inner,
      code: { text: inner.code.text, at: (offset) => at(inner.code.at(offset)) },
    })),
  };
}

function programOf(scanning: Scanning, documents: readonly SourceDocument[]): Program | null {
  const elements: MarkupElement[] = [];
  const units: CodeUnit[] = [];
  for (const document of documents) {
    const shift = elements.length;
    elements.push(
      ...document.elements.map((element) => ({ ...element, form: element.form < 0 ? -1 : element.form + shift })),
    );
    units.push(...document.units.map((unit) => (unit.element < 0 ? unit : { ...unit, element: unit.element + shift })));
  }
  const loader = new ModuleLoader(scanning, (unit) => parsed(unit, scanning), dependenceOf(documents));
  for (const unit of units) loader.add(unit);
  if (documents.some((document) => document.kind === 'page'))
    for (const key of scanning.source.late ?? []) loader.addLate(key);
  if (loader.units.length === 0 && !elements.some(isWriter)) return null;
  return { units: loader.units, elements, base: documents.find((document) => document.base !== undefined)?.base };
}

function isWriter(element: MarkupElement): boolean {
  return (
    element.tag === 'form' ||
    element.form >= 0 ||
    Object.keys(element.attributes).some((name) => /^(?:data-)?hx-/.test(name))
  );
}

function parsed(unit: CodeUnit, { source, lines, failures }: Scanning): Node | null {
  const result = parseUnit(unit);
  const path = unit.path ?? source.path;
  const index = unit.path === undefined ? lines : lineIndex(source.siblings[unit.path] ?? '');
  if (!result.ok) {
    failures.push({
      stage: 'parse',
      code: result.code,
      path,
      ...index.position(unit.code.at(result.at)),
      detail: result.detail,
      candidate: mayHoldWrite(unit.code.text),
    });
    return null;
  }
  for (const region of result.blanked) {
    const text = unit.code.text.slice(region.start, region.end);
    if (mayHoldWrite(text))
      failures.push({
        stage: 'parse',
        code: 'syntax',
        path,
        ...index.position(unit.code.at(region.start)),
        detail: 'a line that cannot be read',
        candidate: true,
      });
  }
  return result.program as unknown as Node;
}
