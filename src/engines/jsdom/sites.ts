/**
 * From a stack trace to a place in the artifact. In: the text of a page's stack. Out: the innermost frame that stands
 * in the artifact or one of its siblings, or nothing. A library beside the page is no part of what the page says.
 */
import type { Place, Source } from '../../model.ts';
import { isKnownLibrary } from '../../syntax/references.ts';
import type { ElementImpl } from './nodes.ts';
import type { ScriptOrigin } from './session.ts';

/** The name under which the engine's own script appears in stacks. */
export const PAGE_SCRIPT = 'savecheck:page';
/** Scripts the page made at run time: no place in the artifact. */
export const GENERATED = 'savecheck:generated';

const FRAME = /(?:\(|at (?:async )?|^)([^\s()]+?):(\d+)(?::(\d+))?\)?$/;
const FRAMES_READ = 30;

const HANDLER = 'savecheck:handler';
/** Lines that `Function` and jsdom put before the text of a handler attribute, without those for its scopes. */
const LINES_BEFORE = 4;

/**
 * The name under which the code of `on…=""` is compiled: line and column of the attribute's value, and the line the
 * text has in the compiled code. jsdom opens one scope for the document, one for the form owner, one for the element.
 */
export function handlerFilename(target: ElementImpl, event: string): string {
  const name = `on${event}`;
  const at = target.sourceCodeLocation?.attrs?.[name];
  if (!at) return GENERATED;
  const value = target.getAttributeNS(null, name) ?? '';
  const quoted = at.endOffset - at.startOffset > name.length + 1 + value.length;
  const column = at.startCol + name.length + (quoted ? 2 : 1);
  return `${HANDLER}/${at.startLine}/${column}/${LINES_BEFORE + (target.form ? 3 : 2)}`;
}

export class Sites {
  readonly #paths = new Map<string, string>();
  readonly #libraries = new Set<string>();
  readonly #documentUrl: string;

  constructor(source: Source, documentUrl: string, siblingUrls: ReadonlyMap<string, string>) {
    this.#documentUrl = documentUrl;
    this.#paths.set(documentUrl, source.path);
    const directory = source.path.replace(/[^/]*$/, '');
    for (const [url, relative] of siblingUrls) {
      if (isKnownLibrary(relative)) this.#libraries.add(url);
      else this.#paths.set(url, directory + relative);
    }
  }

  /** Where the page's code stood, by its innermost frame in a known file. */
  of(stack: string): Place | undefined {
    for (const line of stack.split('\n', FRAMES_READ)) {
      const frame = FRAME.exec(line.trim());
      if (frame?.[1]?.startsWith(`${HANDLER}/`)) return this.#inHandler(frame);
      const path = frame && this.#paths.get((frame[1] ?? '').replace(/[?#].*$/, ''));
      if (path) return { path, line: Number(frame[2]), column: Number(frame[3] ?? 1) };
    }
    return undefined;
  }

  /** Whether the innermost frame in a file of the artifact stands in a library beside it. */
  isLibrary(stack: string): boolean {
    for (const line of stack.split('\n', FRAMES_READ)) {
      const frame = FRAME.exec(line.trim());
      const url = (frame?.[1] ?? '').replace(/[?#].*$/, '');
      if (this.#libraries.has(url)) return true;
      if (this.#paths.has(url) || url.startsWith(`${HANDLER}/`)) return false;
    }
    return false;
  }

  #inHandler(frame: RegExpExecArray): Place | undefined {
    const path = this.#paths.get(this.#documentUrl);
    const [line = 0, column = 0, first = 0] = (frame[1] ?? '').split('/').slice(1).map(Number);
    const below = Number(frame[2]) - first;
    if (!path || below < 0) return undefined;
    return {
      path,
      line: line + below,
      column: below === 0 ? column + Number(frame[3] ?? 1) - 1 : Number(frame[3] ?? 1),
    };
  }

  /** The name and offsets under which an inline script of the artifact is compiled. */
  inline(at: { readonly startLine: number; readonly startCol: number } | null): ScriptOrigin {
    if (!at) return { filename: GENERATED, lineOffset: 0, columnOffset: 0 };
    return { filename: this.#documentUrl, lineOffset: at.startLine - 1, columnOffset: at.startCol - 1 };
  }
}
