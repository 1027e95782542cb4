/**
 * What a scan is given: parts of the registry. Types only, for the stage and its pieces.
 */
import type { Language } from '../../contracts.ts';
import type { Primitive } from '../../interpreter/contract.ts';

export interface ScanParts {
  /** The language of the source. */
  readonly language: Language;
  /** Reads the pages and fragments that the scripts of a page build from strings. */
  readonly scripts: Language;
  readonly primitives: readonly Primitive[];
}
