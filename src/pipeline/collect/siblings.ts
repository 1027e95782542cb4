/**
 * The files a source names, and the files those name: scripts, stylesheets, imported modules, a project's path aliases.
 * In: an entry with its text. Out: texts by path relative to the entry's directory, and what could not be read of them.
 * Naming is judged generously (any quoted relative path): a file too many costs a read, a file too few hides its code.
 */
import { posix } from 'node:path';
import { SIBLING_BYTES, SIBLING_FILES, SOURCE_BYTES } from '../../limits.ts';
import type { Failure, LanguageName } from '../../model.ts';
import { decodeBytes } from '../../syntax/decode.ts';
import type { PathConfig } from '../../syntax/path-config.ts';
import { pathConfigs } from '../../syntax/path-config.ts';
import { directoryOf, normalizePath, referencesOf, siblingOfUrl } from '../../syntax/references.ts';
import { moduleCandidates } from '../../syntax/resolve-module.ts';
import type { FileTree } from './file-tree.ts';
import { languageOf } from './kinds.ts';

export interface Siblings {
  readonly texts: Readonly<Record<string, string>>;
  /** Identities of the files behind the texts. */
  readonly identities: readonly string[];
  readonly failures: readonly Failure[];
  /** Paths of the texts that were asked for later. */
  readonly late: readonly string[];
}

/** `path` is how failures name the source; `inside` is where it stands in `tree`. */
interface Origin {
  readonly path: string;
  readonly inside: string;
  readonly tree: FileTree;
  readonly language: LanguageName;
}

/** A quoted relative path of code: values of import maps, workers. */
const QUOTED_CODE = /(["'`])(\.{1,2}\/[\w@%+~./-]{1,300}\.(?:m?js|cjs|[mc]?tsx?|jsx|css))(?:[?#][^"'`\n]{0,200})?\1/g;
/** A template that a generator fills in. */
const QUOTED_PAGE = /(["'`])((?:\.{0,2}\/)?[\w@%+~.-][\w@%+~./-]{0,300}\.html?)\1/g;
const BASE = /<base\s[^>]{0,500}?\bhref\s{0,20}=\s{0,20}["']?([^\s"'>]{0,300})/i;

/** Reads everything `text` names, transitively. Never throws for what is missing: a page may name what it does not need. */
export async function gatherSiblings(origin: Origin, text: string): Promise<Gathering> {
  const gathering = new Gathering(origin);
  if (origin.language === 'javascript') await gathering.aliases();
  await gathering.follow('', text, origin.language);
  return gathering;
}

/** The siblings of one source, as far as they are known. */
export class Gathering {
  readonly #origin: Origin;
  readonly #directory: string;
  readonly #texts: Record<string, string> = {};
  readonly #identities: string[] = [];
  readonly #failures: Failure[] = [];
  readonly #tried = new Map<string, boolean>();
  readonly #late: string[] = [];
  #configs: readonly PathConfig[] = [];
  #bytes = 0;
  #full = false;

  constructor(origin: Origin) {
    this.#origin = origin;
    this.#directory = directoryOf(origin.inside);
    this.#tried.set(posix.basename(origin.inside), true);
  }

  done(): Siblings {
    return {
      texts: { ...this.#texts },
      identities: [...this.#identities],
      failures: [...this.#failures],
      late: [...this.#late],
    };
  }

  /** Breadth first, so that the caps cut the farthest files. */
  async follow(key: string, text: string, language: LanguageName | null): Promise<void> {
    const open: { key: string; text: string; language: LanguageName | null }[] = [{ key, text, language }];
    for (let next = open.shift(); next; next = open.shift()) {
      for (const candidates of this.#namedIn(next.text, next.key, next.language)) {
        const found = await this.#first(candidates);
        if (found) open.push({ ...found, language: languageOf(found.key) });
      }
    }
  }

  /** Reads files that came to be wanted later, each as the keys it may stand under, and what they name. True: there was one. */
  async further(wanted: readonly (readonly string[])[]): Promise<boolean> {
    const before = this.#late.length;
    for (const candidates of wanted) {
      const found = await this.#first(candidates);
      if (!found) continue;
      this.#late.push(found.key);
      await this.follow(found.key, found.text, languageOf(found.key));
    }
    return this.#late.length > before;
  }

  /** Path aliases stand in the configuration of the nearest folder; the files behind them are read when they are named. */
  async aliases(): Promise<void> {
    const up = this.#directory === '' ? [] : this.#directory.split('/').map((_, index) => '../'.repeat(index + 1));
    for (const prefix of ['', ...up]) {
      for (const name of ['tsconfig.json', 'jsconfig.json']) {
        if (!(await this.#first([`${prefix}${name}`]))) continue;
        this.#configs = pathConfigs(this.#texts);
        return;
      }
    }
  }

  /** What a text names, each as the keys it may stand under, likeliest first. `key` is the text's own key. */
  #namedIn(text: string, key: string, language: LanguageName | null): Iterable<readonly string[]> {
    const base = language === 'html' ? (BASE.exec(text)?.[1] ?? '') : '';
    const named = new Map<string, readonly string[]>();
    const addUrl = (written: string): void => {
      const relative = siblingOfUrl(written, base);
      const path = relative === null ? '' : normalizePath(`${directoryOf(key)}/${relative}`);
      if (path !== '') named.set(path, [path]);
    };
    for (const { written, kind } of language === null ? [] : referencesOf(text, language)) {
      if (kind === 'url') addUrl(written);
      else named.set(`module ${written}`, moduleCandidates(key, written, this.#configs));
    }
    for (const match of text.matchAll(QUOTED_CODE)) addUrl(match[2] as string);
    // A link from a page to another page makes it no part of the first.
    if (this.#origin.language !== 'html') for (const match of text.matchAll(QUOTED_PAGE)) addUrl(match[2] as string);
    return named.values();
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
