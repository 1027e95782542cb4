/** A shell for tests, and `savecheck` run in this process with one that keeps what was printed. */
import { main } from '../../src/cli.ts';
import type { Shell } from '../../src/commands/contract.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** No terminal, nothing on standard input, nobody who interrupts; what is said goes nowhere. */
export function quietShell(over: Partial<Shell> = {}): Shell {
  return {
    print: async () => {},
    tell: () => {},
    status: () => {},
    input: async () => new Uint8Array(),
    color: false,
    columns: 80,
    interactive: false,
    interrupted: new AbortController().signal,
    exit: () => {},
    ...over,
  };
}

export async function savecheck(...args: string[]): Promise<Ran> {
  const ran = { code: 0, out: '', err: '' };
  const shell = quietShell({
    print: async (text) => {
      ran.out += text;
    },
    tell: (line) => {
      ran.err += `${line}\n`;
    },
    exit: (code) => {
      ran.code = code;
    },
  });
  await main(args, shell);
  return ran;
}
