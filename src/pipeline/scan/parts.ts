/**
 * What a scan is given, and what its pieces share. Types only.
 */
import type { Language } from '../../contracts.ts';
import type { Primitive } from '../../interpreter/contract.ts';
import type { Failure, Source } from '../../model.ts';
import type { LineIndex } from '../../syntax/line-index.ts';

export interface ScanParts {
  /** The language of the source. */
  readonly language: Language;
  /** Reads the pages and fragments that the scripts of a page build from strings. */
  readonly scripts: Language;
  readonly primitives: readonly Primitive[];
}

/** One scan under way. */
export interface Scanning {
  readonly source: Source;
  readonly parts: ScanParts;
  /** Lines of the source. */
  readonly lines: LineIndex;
  /** What could not be looked at so far. */
  readonly failures: Failure[];
  /** Files so far that are a library and nothing else and were not run, by their paths as siblings. */
  readonly libraries: string[];
}
