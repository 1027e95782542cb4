/**
 * Everything analyze-skill looks at, in one answer. In: targets, and how to open a Runner. Out: findings by file, what
 * was looked at, what was not, what could not be verified; or why the targets are none. Throws for bugs only.
 */
import type { Runner } from '../contracts.ts';
import type { Failure, Source } from '../model.ts';
import { diskTree } from '../pipeline/collect/file-tree.ts';
import { languageOf } from '../pipeline/collect/kinds.ts';
import { load } from '../pipeline/collect/load.ts';
import { clean } from '../untrusted.ts';
import { gather } from '../verify/gather.ts';
import { inLanes } from '../verify/lanes.ts';
import type { PathFinding } from './analyze-skill-text.ts';
import { analyzeSkillText, hasIgnoreMarker } from './analyze-skill-text.ts';
import type { AnalysisFailure, ArtifactFinding } from './artifact-findings.ts';
import { analysisFailures, artifactFindings, findingsByFile } from './artifact-findings.ts';
import type { ArtifactFile } from './artifact-sources.ts';
import { artifactSourcesIn } from './artifact-sources.ts';
import { readText } from './read-text.ts';
import type { TargetError } from './resolve-skill-target.ts';
import { SHAPES_TRIED } from './resolve-skill-target.ts';
import type { Confirmation } from './runtime-confirmation.ts';
import { confirmByDriving } from './runtime-confirmation.ts';
import { skillFilesIn } from './skill-files.ts';

interface AnalyzedFile {
  readonly file: string;
  readonly findings: readonly (PathFinding | ArtifactFinding)[];
  /** The file-wide marker silences the path rules of this file. It has no effect on an artifact source. */
  readonly suppressed: boolean;
}

export interface SkillAnalysis {
  readonly files: readonly AnalyzedFile[];
  readonly scanned: readonly string[];
  readonly unscanned: readonly string[];
  readonly markdownScanned: readonly string[];
  readonly artifactScanned: readonly string[];
  readonly unscannedArtifactSources: readonly string[];
  readonly analysisFailures: readonly AnalysisFailure[];
  readonly runtimeConfirmations?: readonly ({ readonly path: string } & Confirmation)[];
}

export interface AnalyzeOptions {
  /** Also drive every page. */
  readonly runtime: boolean;
  /** Sources at once. */
  readonly jobs: number;
  /** Called once, and only when there is a source to scan or drive. */
  readonly openRunner: () => Promise<Runner>;
  readonly signal?: AbortSignal;
  /** Called as each artifact source is done. */
  readonly onProgress?: (done: number, total: number, path: string) => void;
}

/** Analyzes all targets together; each real file counts once. */
export async function analyzeSkill(
  targets: readonly string[],
  options: AnalyzeOptions,
): Promise<SkillAnalysis | TargetError> {
  const texts = skillFilesIn(targets);
  if ('error' in texts) return texts;
  const sources = artifactSourcesIn(targets);
  const selected = [...texts.failures, ...sources.failures];
  if (texts.files.length + sources.files.length + selected.length === 0) return nothingIn(targets, sources.unscanned);
  const markdown = texts.files.map(analyzeMarkdown);
  const artifacts = await analyzeSources(sources.files, options);
  const read = markdown.filter((each) => 'file' in each);
  const unread = markdown.filter((each) => 'stage' in each);
  const markdownScanned = read.map(({ file }) => file);
  const artifactScanned = artifacts.files.map(({ file }) => file);
  return {
    files: [...read, ...artifacts.files],
    scanned: [...markdownScanned, ...artifactScanned],
    unscanned: texts.unscanned,
    markdownScanned,
    artifactScanned,
    unscannedArtifactSources: sources.unscanned,
    analysisFailures: analysisFailures([...selected, ...unread, ...artifacts.failures]),
    ...(options.runtime ? { runtimeConfirmations: artifacts.confirmations } : {}),
  };
}

/** One text at a time: what is kept of it is its findings. */
function analyzeMarkdown(path: string): AnalyzedFile | Failure {
  const text = readText(path);
  if (typeof text !== 'string') return text;
  return { file: path, findings: analyzeSkillText(text, path), suppressed: hasIgnoreMarker(text) };
}

function nothingIn(targets: readonly string[], unread: readonly string[]): TargetError {
  const left =
    unread.length > 0 ? `; in a language that is not read: ${unread.map((path) => clean(path)).join(', ')}` : '';
  return { error: `nothing to analyze in ${targets.join(', ')}${left}; ${SHAPES_TRIED}` };
}

interface Analyzed {
  readonly scan: { readonly file: string; readonly findings: readonly ArtifactFinding[] } | null;
  readonly failures: readonly Failure[];
  readonly confirmation: ({ readonly path: string } & Confirmation) | null;
  /** Real paths of the files that were read along with it. */
  readonly pulled: readonly string[];
}

/** Pages first: a script that a page was scanned with is not scanned once more by itself. */
async function analyzeSources(files: readonly ArtifactFile[], options: AnalyzeOptions) {
  const analyzed = new Map<ArtifactFile, Analyzed>();
  if (files.length > 0) {
    const runner = await options.openRunner();
    const analyze = async (file: ArtifactFile): Promise<void> => {
      analyzed.set(file, await analyzeSource(file, runner, options));
      options.onProgress?.(analyzed.size, files.length, file.path);
    };
    try {
      await inLanes(options.jobs, files.filter(isPage), options.signal, analyze);
      const pulled = new Set([...analyzed.values()].flatMap((page) => page.pulled));
      for (const file of files) if (!isPage(file) && pulled.has(file.real)) analyzed.set(file, seenWithPage(file));
      await inLanes(
        options.jobs,
        files.filter((file) => !analyzed.has(file)),
        options.signal,
        analyze,
      );
    } finally {
      await runner.close();
    }
  }
  const ended = files.map((file) => analyzed.get(file) ?? interrupted(file));
  const byFile = findingsByFile(ended.flatMap(({ scan }) => scan ?? []));
  return {
    files: byFile.map(({ file, findings }): AnalyzedFile => ({ file, findings, suppressed: false })),
    failures: ended.flatMap(({ failures }) => failures),
    confirmations: ended.flatMap(({ confirmation }) => confirmation ?? []),
  };
}

function isPage({ path }: ArtifactFile): boolean {
  return languageOf(path) === 'html';
}

async function analyzeSource(file: ArtifactFile, runner: Runner, options: AnalyzeOptions): Promise<Analyzed> {
  const language = languageOf(file.path) as Source['language'];
  const entry = { path: file.path, inside: file.inside, tree: diskTree(file.root), language, identity: file.real };
  const { source, failures, pulled } = await load(entry);
  if (!source) return { scan: null, failures, confirmation: null, pulled };
  const { signal } = options;
  const [{ scan }, confirmed] = await Promise.all([
    gather(source, [], { runner, hosts: [], drive: false, signal }),
    options.runtime && language === 'html' ? confirmByDriving(source, runner, signal) : null,
  ]);
  return {
    scan: { file: file.path, findings: artifactFindings(scan) },
    failures: [...failures, ...scan.failures],
    confirmation: confirmed && { path: file.path, ...confirmed },
    pulled,
  };
}

function seenWithPage({ path }: ArtifactFile): Analyzed {
  return { scan: { file: path, findings: [] }, failures: [], confirmation: null, pulled: [] };
}

function interrupted({ path }: ArtifactFile): Analyzed {
  const failure: Failure = {
    stage: 'scan',
    code: 'interrupted',
    path,
    detail: 'the run was interrupted',
    candidate: true,
  };
  return { scan: null, failures: [failure], confirmation: null, pulled: [] };
}
