/**
 * `savecheck snapshot`: writes the manifest of directories, for `--before`.
 */
import { manifestDocument } from '../options/manifest.ts';
import { clean } from '../untrusted.ts';
import { takeManifest } from '../verify/manifest.ts';
import type { Register } from './contract.ts';
import { EXIT, endCode, examples } from './contract.ts';
import { requireWritablePlace, writeWhole } from './write-file.ts';

export const register: Register = (command, shell) => {
  command
    .description('Lists every file of a directory with its size and SHA-256, as it stands before a run.')
    .argument('<directory...>', 'directories that the run will write to')
    .option('--output <file>', 'where the manifest goes, written whole or not at all; standard output by default')
    .action(async (directories: readonly string[], options: { readonly output?: string }) => {
      if (options.output !== undefined) requireWritablePlace(options.output);
      const manifest = await takeManifest(directories, shell.interrupted);
      if (!manifest) return shell.exit(endCode(shell, EXIT.couldNotVerify));
      const text = manifestDocument(manifest);
      if (options.output === undefined) await shell.print(text);
      else writeWhole(options.output, text);
      for (const { directory, unread } of manifest.roots)
        for (const { path, code } of unread)
          shell.tell(`savecheck: not read: ${clean(`${directory}/${path}`)} (${code})`);
      shell.exit(EXIT.ok);
    });
  examples(command, [
    ['savecheck snapshot outputs/ --output before.json', 'before the run'],
    ['savecheck sweep outputs/ --before before.json', 'after it: only what the run wrote'],
  ]);
};
