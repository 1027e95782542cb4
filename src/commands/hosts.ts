/**
 * `savecheck hosts`: the profiles of the hosts, what each does with a write-back, and where each fact is from.
 */
import type { Host } from '../contracts.ts';
import { hosts } from '../registry.ts';
import { unknownWord } from '../usage-error.ts';
import type { Register } from './contract.ts';
import { examples } from './contract.ts';

function refusalOf(host: Host): string {
  if (host.refusal.kind === 'reject') return 'the request rejects';
  return `answered ${host.refusal.status} ${host.refusal.contentType}`;
}

function describe(host: Host): string {
  const rows: readonly (readonly [string, string])[] = [
    ['opens at', host.documentUrl],
    ['a write', refusalOf(host)],
    ['a native form', host.forms === 'navigates' ? 'navigates to the error page' : 'is blocked'],
    ['a beacon', `returns ${host.beacon}`],
    ['a download', host.downloads === 'delivered' ? 'reaches the person' : 'does not reach the person'],
    ['storage', host.storage.replaceAll('-', ' ')],
    ['dialogs', host.modals],
    ['window.open', host.popups === 'open' ? 'opens' : 'returns null'],
  ];
  const facts = host.facts.map((fact) => `    ${fact.about}: ${fact.source} (${fact.confidence}, ${fact.asOf})`);
  return [
    `${host.name}: ${host.title}`,
    ...rows.map(([label, value]) => `  ${label.padEnd(14)}${value}`),
    '  where this is from',
    ...facts,
    '',
  ].join('\n');
}

export const register: Register = (command, shell) => {
  command
    .description('Shows the hosts an artifact can be checked for, and where each fact about them is from.')
    .argument('[name...]', 'hosts to show; all of them when none is named')
    .option('--json', 'as JSON')
    .action(async (names: readonly string[], options: { readonly json?: boolean }) => {
      const known = Object.keys(hosts);
      const chosen = (names.length === 0 ? known : names).map((name) => {
        const host = hosts[name];
        if (!host) throw unknownWord('host', name, known);
        return host;
      });
      await shell.print(options.json ? `${JSON.stringify(chosen, null, 2)}\n` : chosen.map(describe).join('\n'));
    });
  examples(command, [
    ['savecheck hosts', 'every profile'],
    ['savecheck hosts cowork --json', 'one, for a program'],
  ]);
};
