/**
 * Tells what each line of a Markdown text is. In: lines. Out: for each the block it belongs to, fenced or indented, and of
 * the blocks whether they are exempt (shell that runs inside the VM) and whether they dispatch a sub-agent. Fences follow
 * CommonMark 0.31 section 4.5, but for their indentation: in lists they stand at any depth.
 */

export interface MarkdownBlock {
  /** Shell inside the VM, where `/sessions` is right: never scanned. */
  exempt: boolean;
  /** Holds a `Task(` call or a `subagent_type`. */
  dispatch: boolean;
}

export interface MarkdownRegions {
  /** Number of the block each line belongs to; -1 for prose. */
  readonly lines: readonly number[];
  readonly blocks: readonly MarkdownBlock[];
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'shell', 'zsh', 'console']);
const DISPATCH = /(?<![\w.])Task\(|\bsubagent_type\b/;
const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const PROSE = -1;

interface OpenFence {
  readonly mark: string;
  readonly quotes: number;
  readonly block: number;
}

/** One pass; every line is looked at once. */
export function markdownRegions(lines: readonly string[]): MarkdownRegions {
  const regions: number[] = [];
  const blocks: MarkdownBlock[] = [];
  const runs = new IndentedRuns(blocks);
  let fence: OpenFence | null = null;
  for (const line of lines) {
    const quotes = quoteDepth(line);
    if (fence && quotes < fence.quotes) fence = null;
    const body = withoutQuotes(line, fence ? fence.quotes : quotes);
    if (fence) {
      const block = blocks[fence.block] as MarkdownBlock;
      if (DISPATCH.test(body)) block.dispatch = true;
      regions.push(fence.block);
      if (closes(body, fence)) fence = null;
      continue;
    }
    const opener = FENCE.exec(body);
    if (opener && !(opener[1]?.startsWith('`') && opener[2]?.includes('`'))) {
      runs.end();
      blocks.push({ exempt: isShell(opener[2] as string), dispatch: false });
      fence = { mark: opener[1] as string, quotes, block: blocks.length - 1 };
      regions.push(fence.block);
      continue;
    }
    regions.push(runs.place(body, quotes));
  }
  return { lines: regions, blocks };
}

/** The language is the first word of the info string, whole: `shiny` is not `sh`, `bash title="x"` is `bash`. */
function isShell(info: string): boolean {
  const language = /^[ \t]*\{?\.?([\w+#-]+)/.exec(info)?.[1]?.toLowerCase() ?? '';
  return SHELLS.has(language) || language.endsWith('-session');
}

function closes(body: string, fence: OpenFence): boolean {
  const mark = body.trim();
  return mark.length >= fence.mark.length && mark === (fence.mark[0] as string).repeat(mark.length);
}

function quoteDepth(line: string): number {
  return (/^(?: {0,3}> ?)+/.exec(line)?.[0].match(/>/g) ?? []).length;
}

function withoutQuotes(line: string, depth: number): string {
  let rest = line;
  for (let level = 0; level < Math.min(depth, 16); level++) rest = rest.replace(/^ {0,3}> ?/, '');
  return rest;
}

/**
 * Groups indented lines into runs. A blank line does not end a run; a list item below a list is not code.
 * A run is exempt until a dispatch shows up in it, outside a comment.
 */
class IndentedRuns {
  readonly #blocks: MarkdownBlock[];
  #run = -1;
  #quotes = 0;
  #listIndent = -1;

  constructor(blocks: MarkdownBlock[]) {
    this.#blocks = blocks;
  }

  end(): void {
    this.#run = -1;
  }

  place(body: string, quotes: number): number {
    if (quotes !== this.#quotes) {
      this.#quotes = quotes;
      this.#listIndent = -1;
      this.end();
    }
    if (body.trim() === '') return PROSE;
    const item = LIST_ITEM.exec(body);
    const indent = columnsOf(/^[ \t]*/.exec(body)?.[0] ?? '');
    if (indent < 4 || this.#isListText(item !== null, indent)) {
      if (item) this.#listIndent = indent;
      else if (indent === 0) this.#listIndent = -1;
      this.end();
      return PROSE;
    }
    if (this.#run < 0) {
      this.#blocks.push({ exempt: true, dispatch: false });
      this.#run = this.#blocks.length - 1;
    }
    this.#noteDispatch(body);
    return this.#run;
  }

  /** An item of a list that is open, or the text that continues a nested item. */
  #isListText(item: boolean, indent: number): boolean {
    if (this.#listIndent < 0) return false;
    return item ? indent <= this.#listIndent + 7 : this.#listIndent >= 4 && indent <= this.#listIndent + 5;
  }

  #noteDispatch(body: string): void {
    const comment = body.search(/(?:^|\s)#/);
    if (!DISPATCH.test(comment < 0 ? body : body.slice(0, comment))) return;
    const block = this.#blocks[this.#run] as MarkdownBlock;
    block.exempt = false;
    block.dispatch = true;
  }
}

function columnsOf(blank: string): number {
  let columns = 0;
  for (const c of blank) columns += c === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}
