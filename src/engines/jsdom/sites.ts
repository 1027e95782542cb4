/**
 * From a stack trace to a place in the artifact. In: the text of a page's stack. Out: the innermost frame that stands
 * in the artifact or one of its siblings, or nothing.
 */
import type { Place, Source } from '../../model.ts';
import type { ScriptOrigin } from './session.ts';

/** The name under which the engine's own script appears in stacks. */
export const PAGE_SCRIPT = 'savecheck:page';
/** Scripts the page made at run time: no place in the artifact. */
export const GENERATED = 'savecheck:generated';

const FRAME = /(?:\(|at (?:async )?|^)([^\s()]+?):(\d+)(?::(\d+))?\)?$/;
const FRAMES_READ = 30;

export class Sites {
  readonly #paths = new Map<string, string>();
  readonly #documentUrl: string;

  constructor(source: Source, documentUrl: string, siblingUrls: ReadonlyMap<string, string>) {
    this.#documentUrl = documentUrl;
    this.#paths.set(documentUrl, source.path);
    const directory = source.path.replace(/[^/]*$/, '');
    for (const [url, relative] of siblingUrls) this.#paths.set(url, directory + relative);
  }

  /** Where the page's code stood, by its innermost frame in a known file. */
  of(stack: string): Place | undefined {
    for (const line of stack.split('\n', FRAMES_READ)) {
      const frame = FRAME.exec(line.trim());
      const path = frame && this.#paths.get((frame[1] ?? '').replace(/[?#].*$/, ''));
      if (path) return { path, line: Number(frame[2]), column: Number(frame[3] ?? 1) };
    }
    return undefined;
  }

  /** The name and offsets under which an inline script of the artifact is compiled. */
  inline(at: { readonly startLine: number; readonly startCol: number } | null): ScriptOrigin {
    if (!at) return { filename: GENERATED, lineOffset: 0, columnOffset: 0 };
    return { filename: this.#documentUrl, lineOffset: at.startLine - 1, columnOffset: at.startCol - 1 };
  }
}
