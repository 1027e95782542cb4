/**
 * Files that a program names and that are not there. In: what was asked for, and the document that asks. Out: failures that
 * name the file; a candidate where the code that saves may stand in it.
 */
import type { SourceDocument } from '../../contracts.ts';
import type { Failure, Source } from '../../model.ts';
import { isKnownLibrary } from '../../syntax/references.ts';

/** What may depend on a missing file: a page with controls, or one whose code is nowhere else. */
export interface Dependence {
  readonly isPage: boolean;
  readonly hasControls: boolean;
  readonly hasOwnCode: boolean;
}

const CONTROLS: ReadonlySet<string> = new Set(['form', 'button', 'input', 'select', 'textarea']);
/** Names that say that a function keeps or sends something: all there is to go by in a bare module. */
const KEEPS =
  /save|submit|send|post|put|patch|upload|sync|stor|persist|create|update|delete|remove|api|client|fetch|request|mutat/i;

/** Of one program: all its documents together. */
export function dependenceOf(documents: readonly SourceDocument[]): Dependence {
  const units = documents.flatMap((document) => document.units);
  return {
    isPage: documents.some((document) => document.kind !== 'program'),
    hasControls:
      documents.some((document) => document.elements.some((element) => CONTROLS.has(element.tag))) ||
      units.some((unit) => unit.element >= 0),
    hasOwnCode: units.some((unit) => /\S/.test(unit.code.text)),
  };
}

/** `runs`: the program runs what it gets from there. */
export function missingFile(source: Source, name: string, runs: boolean, dependence: Dependence): Failure {
  const mayHold = dependence.isPage ? dependence.hasControls || !dependence.hasOwnCode : KEEPS.test(name);
  return {
    stage: 'extract',
    code: 'sibling-missing',
    path: source.path,
    detail: name,
    candidate: runs && mayHold && !isKnownLibrary(name),
  };
}

const LOCAL_SCRIPT = /\bsrc\s{0,20}=\s{0,20}["']?(?!(?:[a-z][a-z0-9+.-]{0,30}:|\/\/))[^"'\s<>]{1,300}\.[mc]?[jt]sx?\b/i;
const RELATIVE_IMPORT = /\b(?:from|import|require|importScripts)\s{0,20}\(?\s{0,20}["'`]\.{1,2}\//;

/** Whether a text names a file of its own that may hold what the text does not. */
export function namesFiles(text: string): boolean {
  return LOCAL_SCRIPT.test(text) || RELATIVE_IMPORT.test(text);
}
