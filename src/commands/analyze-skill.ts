/**
 * `savecheck analyze-skill`: the path rules over a skill's texts and the write-back rules over its artifacts. Advisory
 * unless `--strict`. Exit: 1 under `--strict` with an error, else 3 when something could not be verified, else 0; 2
 * for targets that are none.
 */
import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import type { Tier } from '../options.ts';
import { TIERS } from '../options.ts';
import type { SkillAnalysis } from '../skill/analyze-skill.ts';
import { analyzeSkill } from '../skill/analyze-skill.ts';
import { renderAnalysis } from '../skill/render-analysis.ts';
import { clean } from '../untrusted.ts';
import { UsageError } from '../usage-error.ts';
import { savecheckVersion } from '../verify/identity.ts';
import { openRunner } from '../verify/tiers.ts';
import type { Register, Shell } from './contract.ts';
import { EXIT, endCode, examples } from './contract.ts';

interface Options {
  readonly outputFormat: 'text' | 'json';
  readonly strict?: boolean;
  readonly runtime?: boolean;
  readonly isolation: Tier;
}

const NOTHING: SkillAnalysis = {
  files: [],
  scanned: [],
  unscanned: [],
  markdownScanned: [],
  artifactScanned: [],
  unscannedArtifactSources: [],
  analysisFailures: [],
};

/** The JSON answer; `ok` says the same as the exit code. */
function envelope(analysis: SkillAnalysis, ok: boolean, strict: boolean, error: string | null): string {
  const answer = {
    tool: 'savecheck',
    version: savecheckVersion(),
    command: 'analyze-skill',
    ok,
    ...analysis,
    strict,
    error,
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

function exitCode({ files, analysisFailures }: SkillAnalysis, strict: boolean): number {
  const hasError = files.some(({ findings }) => findings.some(({ severity }) => severity === 'error'));
  if (strict && hasError) return EXIT.failed;
  return analysisFailures.length > 0 ? EXIT.couldNotVerify : EXIT.ok;
}

async function run(targets: readonly string[], options: Options, shell: Shell): Promise<void> {
  const jobs = Math.min(4, availableParallelism());
  const strict = options.strict ?? false;
  const json = options.outputFormat === 'json';
  const analysis = await analyzeSkill(targets, {
    runtime: options.runtime ?? false,
    jobs,
    openRunner: () => openRunner(options.isolation, { jobs, timeoutMs: undefined }),
    signal: shell.interrupted,
    onProgress: (done, total, path) => shell.status(done < total ? `${done}/${total} ${clean(path)}` : ''),
  });
  if ('error' in analysis) {
    if (!json) throw new UsageError(analysis.error);
    shell.tell(`savecheck: ${analysis.error}`);
    await shell.print(envelope(NOTHING, false, strict, analysis.error));
    return shell.exit(EXIT.usage);
  }
  const code = exitCode(analysis, strict);
  await shell.print(json ? envelope(analysis, code === EXIT.ok, strict, null) : renderAnalysis(analysis, strict));
  shell.exit(endCode(shell, code));
}

export const register: Register = (command, shell) => {
  command
    .description(
      'Looks in skill texts for VM paths handed to file tools, and in artifact sources for write-backs that a host would lose.',
    )
    .argument('<target...>', 'files, skill or plugin directories, outputs directories, dir/*.md or dir/**/*.md')
    .addOption(new Option('--output-format <format>', 'how to answer').choices(['text', 'json']).default('text'))
    .option('--strict', 'fail (exit 1) when a finding is an error')
    .option('--runtime', 'also open every page in host cowork and press its buttons; never changes the exit code')
    .addOption(new Option('--isolation <tier>', 'how pages are walled off').choices(TIERS).default('thread'))
    .action((targets: readonly string[], options: Options) => run(targets, options, shell));
  examples(command, [
    ['savecheck analyze-skill my-skill/', 'what would go wrong, exit 0'],
    ['savecheck analyze-skill skills/*/SKILL.md --strict', 'as a gate'],
    ['savecheck analyze-skill --runtime outputs/ --output-format json', 'what a run left behind'],
  ]);
};
