/**
 * `savecheck resolve-agent-types`: the `plugin:agent` names a plugin's own manifest and agent files define.
 * A directory without a manifest defines none, which is no error.
 */
import { readdirSync } from 'node:fs';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { agentTypesOf, whyNoAgentTypes } from '../skill/agent-types.ts';
import { clean } from '../untrusted.ts';
import { UsageError } from '../usage-error.ts';
import type { Register } from './contract.ts';
import { EXIT, examples } from './contract.ts';

interface Options {
  readonly json?: boolean;
  readonly strict?: boolean;
}

function requireListable(directory: string): void {
  try {
    readdirSync(directory);
  } catch (error) {
    throw new UsageError(`Cannot list ${directory}: ${faultOf(error).detail}`);
  }
}

export const register: Register = (command, shell) => {
  command
    .description('Prints every plugin:agent that a plugin defines, read from its manifest and its agents/*.md.')
    .argument('<plugin-dir>', 'the directory that holds .claude-plugin/plugin.json or plugin.json')
    .option('--json', 'as a JSON array')
    .option('--strict', 'fail (exit 1) when the plugin defines no agent type')
    .action(async (directory: string, options: Options) => {
      requireListable(directory);
      const types = agentTypesOf(directory);
      if (types.length === 0)
        shell.tell(`savecheck: ${clean(directory)} defines no agent type: ${whyNoAgentTypes(directory)}`);
      const lines = types.map((type) => `${clean(type)}\n`).join('');
      await shell.print(options.json ? `${JSON.stringify(types)}\n` : lines);
      shell.exit(options.strict && types.length === 0 ? EXIT.failed : EXIT.ok);
    });
  examples(command, [
    ['savecheck resolve-agent-types my-plugin', 'one name a line'],
    ['savecheck resolve-agent-types my-plugin --json', 'for a program'],
  ]);
};
