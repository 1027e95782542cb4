/**
 * The files a source names, and the files those name: scripts, stylesheets, imported modules, a project's path aliases.
 * In: an entry with its text. Out: texts by path relative to the entry's directory, and what could not be read of them.
 * Naming is judged generously (any quoted relative path): a file too many costs a read, a file too few hides its code.
 */
import { posix } from 'node:path';
import { SIBLING_BYTES, SIBLING_FILES, SOURCE_BYTES } from '../../limits.ts';
import type { Failure, LanguageName } from '../../model.ts';
import { decodeBytes } from '../../syntax/decode.ts';
import { directoryOf, normalizePath, siblingOfUrl } from '../../syntax/references.ts';
import type { FileTree } from './file-tree.ts';
import { languageOf } from './kinds.ts';

export interface Siblings {
  readonly texts: Readonly<Record<string, string>>;
  /** Identities of the files behind the texts. */
  readonly identities: readonly string[];
  readonly failures: readonly Failure[];
}

/** `path` is how failures name the source; `inside` is where it stands in `tree`. */
interface Origin {
  readonly path: string;
  readonly inside: string;
  readonly tree: FileTree;
  readonly language: LanguageName;
}

const QUOTED =
  /(["'`])((?:\.{0,2}\/)?[\w@%+~.-][\w@%+~./-]{0,300}\.(?:m?js|cjs|[mc]?tsx?|jsx|css|html?))(?:[?#][^"'`\n]{0,200})?\1/g;
const IMPORTED = /\b(?:from|import|require)\s{0,20}\(?\s{0,20}(["'])([^"'\n]{1,300})\1/g;
const BARE_ATTRIBUTE = /\b(?:src|href)\s{0,20}=\s{0,20}([^\s"'<>`]{1,300})/gi;
const BASE = /<base\s[^>]{0,500}?\bhref\s{0,20}=\s{0,20}["']?([^\s"'>]{0,300})/i;

/** Reads everything `text` names, transitively. Never throws for what is missing: a page may name what it does not need. */
export async function gatherSiblings(origin: Origin, text: string): Promise<Siblings> {
  const gathering = new Gathering(origin);
  await gathering.follow('', text, origin.language);
  if (origin.language === 'javascript') await gathering.aliases();
  return gathering.done();
}

class Gathering {
  readonly #origin: Origin;
  readonly #directory: string;
  readonly #texts: Record<string, string> = {};
  readonly #identities: string[] = [];
  readonly #failures: Failure[] = [];
  readonly #tried = new Map<string, boolean>();
  #bytes = 0;
  #full = false;

  constructor(origin: Origin) {
    this.#origin = origin;
    this.#directory = directoryOf(origin.inside);
    this.#tried.set(posix.basename(origin.inside), true);
  }

  done(): Siblings {
    return { texts: this.#texts, identities: this.#identities, failures: this.#failures };
  }

  /** Breadth first, so that the caps cut the farthest files. */
  async follow(key: string, text: string, language: LanguageName | null): Promise<void> {
    const open: { key: string; text: string; language: LanguageName | null }[] = [{ key, text, language }];
    for (let next = open.shift(); next; next = open.shift()) {
      for (const candidates of namedIn(next.text, next.key, next.language)) {
        // A link to another page is no part of this one; a generator's template is.
        if (this.#origin.language === 'html' && languageOf(candidates[0] as string) === 'html') continue;
        const found = await this.#first(candidates);
        if (found) open.push({ ...found, language: languageOf(found.key) });
      }
    }
  }

  /** Path aliases stand in the configuration of the nearest folder; the files behind them are read when they are named. */
  async aliases(): Promise<void> {
    const up = this.#directory === '' ? [] : this.#directory.split('/').map((_, index) => '../'.repeat(index + 1));
    for (const prefix of ['', ...up]) {
      for (const name of ['tsconfig.json', 'jsconfig.json']) {
        if (await this.#first([`${prefix}${name}`])) return;
      }
    }
  }

  /** Reads the first of `candidates` that is there and new; null when none is, or it is known already. */
  async #first(candidates: readonly string[]): Promise<{ key: string; text: string } | null> {
    for (const key of candidates) {
      const known = this.#tried.get(key);
      if (known === true) return null;
      if (known === false) continue;
      const text = await this.#read(key);
      this.#tried.set(key, text !== null);
      if (text !== null) return { key, text };
    }
    return null;
  }

  async #read(key: string): Promise<string | null> {
    if (this.#full) return null;
    const path = this.#directory === '' ? key : `${this.#directory}/${key}`;
    const read = await this.#origin.tree.read(path, SOURCE_BYTES);
    if (!read.ok) {
      // Absent or out of reach: the drive says `script-missing` where it matters. A directory is no module.
      if (read.code !== 'absent' && read.code !== 'outside' && read.code !== 'not-a-file')
        this.#fail(key, read.code === 'too-large' ? 'size' : 'read', read.code, read.detail);
      return null;
    }
    const decoded = decodeBytes(read.bytes);
    if (!decoded.ok) {
      this.#fail(key, 'read', decoded.code, decoded.detail);
      return null;
    }
    if (this.#identities.length >= SIBLING_FILES || this.#bytes + read.bytes.length > SIBLING_BYTES) {
      this.#full = true;
      this.#fail(
        key,
        'size',
        'too-many-siblings',
        `more than ${SIBLING_FILES} files or ${SIBLING_BYTES} bytes are named`,
      );
      return null;
    }
    this.#bytes += read.bytes.length;
    this.#texts[key] = decoded.text;
    this.#identities.push(read.identity);
    return decoded.text;
  }

  #fail(key: string, stage: 'read' | 'size', code: string, detail: string): void {
    const shown = directoryOf(this.#origin.path);
    const path = normalizePath(shown === '' ? key : `${shown}/${key}`);
    this.#failures.push({
      stage,
      code,
      path: this.#origin.path.startsWith('/') ? `/${path}` : path,
      detail: `${detail}; ${this.#origin.path} names it`,
      candidate: true,
    });
  }
}

/** What a text names, each as the keys it may stand under, nearest first. `key` is the text's own key. */
function namedIn(text: string, key: string, language: LanguageName | null): string[][] {
  const directory = directoryOf(key);
  const base = language === 'html' ? (BASE.exec(text)?.[1] ?? '') : '';
  const named = new Map<string, string[]>();
  const add = (written: string, isImport: boolean): void => {
    const relative = isImport ? moduleKey(written) : siblingOfUrl(written, base);
    if (relative === null) return;
    const path = normalizePath(directory === '' ? relative : `${directory}/${relative}`);
    if (path !== '' && !named.has(path)) named.set(path, isImport ? moduleCandidates(path) : [path]);
  };
  if (language === 'javascript' || language === 'html')
    for (const match of text.matchAll(IMPORTED)) add(match[2] as string, true);
  for (const match of text.matchAll(QUOTED)) add(match[2] as string, false);
  if (language === 'html')
    for (const match of text.matchAll(BARE_ATTRIBUTE))
      if (/\.(?:m?js|css)\b/.test(match[1] as string)) add(match[1] as string, false);
  return [...named.values()];
}

/** Only relative specifiers name files; packages and aliases do not. */
function moduleKey(specifier: string): string | null {
  return /^\.{1,2}\//.test(specifier) ? specifier.replace(/[?#].*$/s, '') : null;
}

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs'];

/** A bundler's ways to complete a specifier, and TypeScript's `.js` that stands for a `.ts`. */
function moduleCandidates(path: string): string[] {
  const stem = path.replace(/\.[mc]?jsx?$/, '');
  const written = stem === path ? [] : [`${stem}.ts`, `${stem}.tsx`];
  const completed = EXTENSIONS.map((extension) => path + extension);
  return [path, ...written, ...completed, ...EXTENSIONS.map((extension) => `${path}/index${extension}`)];
}
