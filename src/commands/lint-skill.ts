/**
 * `savecheck lint-skill`: host-loop footguns and pinned agent types of skill texts. Advisory unless `--strict`.
 * In: the targets of analyze-skill. Out: one line a finding, or JSON; exit 1 under `--strict` when one is a warning.
 */

import type { Failure } from '../model.ts';
import type { LintFinding } from '../skill/lint-skill.ts';
import { skillLinter } from '../skill/lint-skill.ts';
import { readText } from '../skill/read-text.ts';
import type { SkillTarget } from '../skill/resolve-skill-target.ts';
import { skillFilesIn } from '../skill/skill-files.ts';
import { clean } from '../untrusted.ts';
import { UsageError } from '../usage-error.ts';
import type { Register } from './contract.ts';
import { EXIT, examples } from './contract.ts';

interface Options {
  readonly json?: boolean;
  readonly strict?: boolean;
}

function lineOf(found: LintFinding): string {
  const place = `${clean(found.path)}:${found.line}:${found.column}`;
  return `${found.severity.toUpperCase().padEnd(5)}${place}  ${found.rule}\n     ${found.message}\n`;
}

function render(findings: readonly LintFinding[], scanned: number, failures: readonly Failure[]): string {
  const warnings = findings.filter(({ severity }) => severity === 'warn').length;
  const sum = `${scanned} file${scanned === 1 ? '' : 's'}: ${warnings} to mend, ${findings.length - warnings} to know\n`;
  return [
    ...findings.map(lineOf),
    ...failures.map(({ path, detail }) => `COULD NOT CHECK  ${clean(path)}: ${clean(detail)}\n`),
    sum,
  ].join('');
}

function lintFiles({ files, failures: unselected }: SkillTarget) {
  const lint = skillLinter();
  const findings: LintFinding[] = [];
  const scanned: string[] = [];
  const failures: Failure[] = [...unselected];
  for (const path of files) {
    const text = readText(path);
    if (typeof text !== 'string') {
      failures.push(text);
      continue;
    }
    scanned.push(path);
    findings.push(...lint(path, text));
  }
  return { findings, scanned, failures };
}

export const register: Register = (command, shell) => {
  command
    .description(
      'Lints skill texts: VM paths handed to file tools, and subagent_type values that their plugin does not define.',
    )
    .argument('<target...>', 'SKILL.md files, skill or plugin directories, dir/*.md or dir/**/*.md')
    .option('--json', 'as JSON')
    .option('--strict', 'fail (exit 1) on a warning; what cannot be confirmed is told and never fails')
    .action(async (targets: readonly string[], options: Options) => {
      const selected = skillFilesIn(targets);
      if ('error' in selected) throw new UsageError(selected.error);
      if (selected.files.length + selected.failures.length === 0)
        throw new UsageError('No Markdown to lint in the targets');
      const { findings, scanned, failures } = lintFiles(selected);
      const strict = options.strict ?? false;
      const failed = strict && findings.some(({ severity }) => severity === 'warn');
      const answer = { tool: 'savecheck', command: 'lint-skill', ok: !failed && failures.length === 0 };
      const document = { ...answer, findings, scanned, failures, strict, error: null };
      await shell.print(
        options.json ? `${JSON.stringify(document, null, 2)}\n` : render(findings, scanned.length, failures),
      );
      shell.exit(failed ? EXIT.failed : failures.length > 0 ? EXIT.couldNotVerify : EXIT.ok);
    });
  examples(command, [
    ['savecheck lint-skill my-plugin/', 'every contract of a plugin'],
    ['savecheck lint-skill skills/a/SKILL.md --strict', 'as a gate'],
  ]);
};
