/**
 * What a person named to the contract-bearing Markdown behind it. In: a file, a directory or a glob. Out: files in a
 * fixed order, each real file once, what was left out of scope, and failures; or why the target is none. Never throws.
 */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Failure } from '../model.ts';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { artifactSourcesOf, isArtifactSource, unsupportedSource } from './artifact-sources.ts';
import { enclosingPlugin, pluginAt } from './plugin.ts';
import { isDirectory, isFile, isPath, realOrNull, shownBelow, walkTree } from './walk-tree.ts';

export interface SkillTarget {
  /** Paths as shown: the target as it was named and the way below it. */
  readonly files: readonly string[];
  readonly unscanned: readonly string[];
  readonly failures: readonly Failure[];
}

export interface TargetError {
  readonly error: string;
}

const CONTRACT_FOLDERS = ['agents', 'references', 'commands'];
const MANIFEST_WORDS = '.claude-plugin/plugin.json or plugin.json';

/** For messages about targets in which nothing was found. */
export const SHAPES_TRIED =
  'looked for: SKILL.md with references/**/*.md; a plugin root ' +
  `(${MANIFEST_WORDS}) with agents/, references/ and commands/ and skills/*/SKILL.md with its references/; ` +
  'a skill inside such a plugin; artifact sources (.html .htm .js .mjs .cjs .ts .tsx .jsx .py)';

function isMarkdown(name: string): boolean {
  return /\.md$/i.test(name);
}

/** Resolves one target. A directory without Markdown is a target all the same when it holds artifact sources. */
export function resolveSkillTarget(target: string): SkillTarget | TargetError {
  try {
    if (!isPath(target)) return { error: target === '' ? 'an empty target' : 'a target with a NUL in it' };
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return directoryTarget(target);
    if (stats?.isFile()) return fileTarget(target);
    if (stats) return { error: `${target} is neither a file nor a directory` };
    return target.includes('*') ? globTarget(target) : { error: `no such file or directory: ${target}` };
  } catch (error) {
    return { error: `cannot look at ${target}: ${faultOf(error).detail}` };
  }
}

/** Any named file is read as Markdown, but for the sources of artifacts, which the other half reads. */
function fileTarget(target: string): SkillTarget {
  const other = isArtifactSource(target) || unsupportedSource(target);
  return { files: other ? [] : [target], unscanned: [], failures: [] };
}

function globTarget(target: string): SkillTarget | TargetError {
  const shape = /^([^*]*?)(?:^|\/)(\*\*\/)?\*\.md$/i.exec(target.replaceAll('\\', '/'));
  if (!shape) return { error: `${target}: a glob is dir/*.md or dir/**/*.md` };
  const folder = shape[1] || (target.startsWith('/') ? '/' : '.');
  if (!isDirectory(folder)) return { error: `${target}: no such directory: ${folder}` };
  const scope = new Scope(folder, resolve(folder));
  if (shape[2]) scope.markdownBelow(resolve(folder));
  else for (const name of namesIn(folder)) if (isMarkdown(name)) scope.file(join(resolve(folder), name));
  return scope.result();
}

function directoryTarget(target: string): SkillTarget | TargetError {
  const root = resolve(target);
  const scope = new Scope(target, root);
  const isSkill = scope.skill(root);
  if (pluginAt(root)) pluginRoot(scope, root);
  else if (isSkill) enclosing(scope, root);
  const result = scope.result();
  if (result.files.length + result.failures.length > 0) return result;
  const artifacts = artifactSourcesOf(target);
  if (artifacts.files.length + artifacts.failures.length > 0) return result;
  return { error: `nothing to analyze in ${target}; ${SHAPES_TRIED}` };
}

function pluginRoot(scope: Scope, root: string): void {
  for (const folder of CONTRACT_FOLDERS) scope.markdownBelow(join(root, folder));
  for (const skill of skillFolders(root)) if (!scope.skill(skill)) scope.leaveOut(skill);
}

/** A skill inside a plugin answers to the plugin's contracts too; its sibling skills are named as left out. */
function enclosing(scope: Scope, root: string): void {
  const plugin = enclosingPlugin(dirname(root));
  if (!plugin) return;
  for (const folder of CONTRACT_FOLDERS) scope.markdownBelow(join(plugin.root, folder));
  const own = realOrNull(root);
  for (const skill of skillFolders(plugin.root)) if (realOrNull(skill) !== own) scope.leaveOut(skill);
}

function skillFolders(root: string): string[] {
  const skills = join(root, 'skills');
  if (!isDirectory(skills)) return [];
  return namesIn(skills)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .map((name) => join(skills, name))
    .filter(isDirectory);
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).sort((a, b) => (a < b ? -1 : 1));
}

/** Gathers the files of one target, each real file once. */
class Scope {
  readonly #shown: string;
  readonly #root: string;
  readonly #files = new Map<string, string>();
  readonly #unscanned: string[] = [];
  readonly #failures: Failure[] = [];

  constructor(shown: string, root: string) {
    this.#shown = shown;
    this.#root = root;
  }

  result(): SkillTarget {
    return { files: [...this.#files.values()], unscanned: this.#unscanned, failures: this.#failures };
  }

  file(path: string): void {
    const real = realOrNull(path);
    if (real === null) this.#fail(path, 'symlink-broken', 'a link that leads nowhere or in a circle');
    else if (isFile(real) && !this.#files.has(real)) this.#files.set(real, this.#show(path));
  }

  markdownBelow(folder: string): void {
    const { files, failures } = walkTree(folder, { selects: isMarkdown, boundary: null });
    for (const path of files) this.file(path);
    for (const failure of failures) this.#fail(failure.path, failure.code, failure.detail);
  }

  /** Adds a skill directory's SKILL.md and references; false when it has no SKILL.md. */
  skill(folder: string): boolean {
    const names = namesIn(folder);
    const name = names.find((entry) => entry === 'SKILL.md') ?? names.find((entry) => /^skill\.md$/i.test(entry));
    if (!name) return false;
    this.file(join(folder, name));
    this.markdownBelow(join(folder, 'references'));
    return true;
  }

  leaveOut(folder: string): void {
    this.#unscanned.push(this.#show(folder));
  }

  #show(path: string): string {
    return shownBelow(this.#shown, this.#root, path);
  }

  #fail(path: string, code: string, detail: string): void {
    this.#failures.push({ stage: 'select', code, path: this.#show(path), detail, candidate: true });
  }
}
