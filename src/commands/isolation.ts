/**
 * `savecheck isolation`: proves each tier on this machine and shows wall by wall what was found. A tier that was named and
 * is not proven ends with 78.
 */
import type { CellTier } from '../isolation/cell/command.ts';
import { CELL_TIERS } from '../isolation/cell/command.ts';
import type { TierProof, Wall } from '../isolation/self-test.ts';
import { UsageError, unknownWord } from '../usage-error.ts';
import type { Register, Shell } from './contract.ts';
import { EXIT, examples } from './contract.ts';

const MEANING: Readonly<Record<CellTier, string>> = {
  strict: 'a process an artifact, in namespaces of its own behind a system call filter',
  container: 'a process an artifact, in a container that you made',
  process: 'a process an artifact, behind Node’s permissions: a seat-belt',
};

/** What a wall was found to be, for one cell of the table. */
function mark(wall: Wall | undefined): string {
  if (!wall) return '';
  if (wall.holds) return wall.claimed ? 'holds' : '(holds)';
  return wall.claimed ? 'OPEN' : '(open)';
}

function table(proofs: readonly TierProof[]): string {
  const names = [...new Set(proofs.flatMap(({ walls }) => walls.map(({ wall }) => wall)))];
  const width = Math.max(4, ...names.map((name) => name.length)) + 2;
  const row = (name: string, cells: readonly string[]) =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padEnd(11)).join('')}`.trimEnd();
  const rows = names.map((name) =>
    row(
      name,
      proofs.map(({ walls }) => mark(walls.find(({ wall }) => wall === name))),
    ),
  );
  return [
    row(
      'wall',
      proofs.map(({ tier }) => tier),
    ),
    ...rows,
  ].join('\n');
}

function summary({ tier, proven, detail }: TierProof): string {
  return `${tier.padEnd(10)} ${proven ? 'proven' : 'NOT PROVEN'}: ${detail}\n           ${MEANING[tier]}`;
}

function text(proofs: readonly TierProof[]): string {
  return [
    table(proofs),
    '',
    'In brackets: not claimed by the tier. os.…: tried without Node’s permission model.',
    '',
    ...proofs.map(summary),
    'thread     claims no wall: for your own artifacts only',
    '',
  ].join('\n');
}

async function prove(names: readonly string[], json: boolean, shell: Shell): Promise<void> {
  const known: readonly string[] = CELL_TIERS;
  if (names.includes('thread')) throw new UsageError('The tier thread claims no wall: there is nothing to prove');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownWord('tier', unknown, known);
  const { proveTier } = await import('../isolation/self-test.ts');
  const proofs: TierProof[] = [];
  for (const tier of CELL_TIERS) if (names.length === 0 || names.includes(tier)) proofs.push(await proveTier(tier));
  await shell.print(json ? `${JSON.stringify({ tiers: proofs }, null, 2)}\n` : text(proofs));
  if (names.length > 0 && proofs.some(({ proven }) => !proven)) shell.exit(EXIT.notProven);
}

export const register: Register = (command, shell) => {
  command
    .description('Starts a cell of each tier, lets it try every way out, and shows which walls held.')
    .argument('[tier...]', `tiers to prove: ${CELL_TIERS.join(', ')}; all of them when none is named`)
    .option('--json', 'as JSON')
    .action((names: readonly string[], options: { readonly json?: boolean }) =>
      prove(names, options.json ?? false, shell),
    );
  examples(command, [
    ['savecheck isolation', 'every tier, wall by wall'],
    ['savecheck isolation strict', 'exit code 78 unless it is proven'],
  ]);
};
