import { main } from '../../src/cli.ts';
import type { Shell } from '../../src/commands/contract.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `savecheck` with a shell that keeps what was printed. */
export async function savecheck(...args: string[]): Promise<Ran> {
  const ran = { code: 0, out: '', err: '' };
  const shell: Shell = {
    print: async (text) => {
      ran.out += text;
    },
    tell: (line) => {
      ran.err += `${line}\n`;
    },
    status: () => {},
    input: async () => new Uint8Array(),
    color: false,
    errorColor: false,
    columns: 80,
    interactive: false,
    interrupted: new AbortController().signal,
    exit: (code) => {
      ran.code = code;
    },
  };
  await main(args, shell);
  return ran;
}
