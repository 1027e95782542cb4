/**
 * The shell of a real process. In: the process's streams, environment and signals. Out: a Shell.
 * A reader that goes away (EPIPE) ends the writing, never the command: its exit code still counts.
 */
import type { WriteStream } from 'node:tty';
import { UsageError } from '../usage-error.ts';
import type { Shell } from './contract.ts';

type Stream = NodeJS.WriteStream & { fd: number };

/** FORCE_COLOR beats NO_COLOR (as Node has it), both beat the terminal; TERM=dumb takes no colours. */
export function takesColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (forced === '') return true;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return isTerminal && env.TERM !== 'dumb';
}

/** A terminal that does not know its size says 0. */
function widthOf(stream: Partial<WriteStream>): number {
  return stream.columns || 80;
}

/** Two signals within this many milliseconds are one: a terminal and a parent process may both deliver it. */
const SAME_INTERRUPT_MS = 250;

/** The first interrupt aborts, a later one ends the process at once. */
function listenForInterrupts(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const codes = { SIGINT: 130, SIGTERM: 143 } as const;
  for (const [signal, code] of Object.entries(codes)) {
    process.on(signal, () => {
      if (!controller.signal.aborted) first = performance.now();
      else if (performance.now() - first > SAME_INTERRUPT_MS) process.exit(code);
      controller.abort(code);
    });
  }
  return controller.signal;
}

function writer(stream: Stream): (text: string) => Promise<void> {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
  });
  return (text) =>
    new Promise((resolve) => {
      if (!open || text === '') resolve();
      else stream.write(text, () => resolve());
    });
}

async function readAll(stream: NodeJS.ReadStream, cap: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    length += bytes.length;
    if (length > cap) throw new UsageError(`Standard input holds more than ${cap} bytes`, 'Name a file instead');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Signals are listened for from here on. */
export function processShell(): Shell {
  const { stdout, stderr, stdin, env } = process;
  const print = writer(stdout);
  const printError = writer(stderr);
  const interactive = stderr.isTTY === true && env.TERM !== 'dumb';
  let shown = '';
  const takeDown = () => {
    if (shown !== '') void printError('\r\u001b[2K');
    shown = '';
  };
  return {
    async print(text) {
      takeDown();
      await print(text);
    },
    tell(line) {
      takeDown();
      void printError(`${line}\n`);
    },
    status(line) {
      if (!interactive || line === shown) return;
      takeDown();
      const width = widthOf(stderr) - 1;
      shown = line.slice(0, width);
      void printError(shown);
    },
    input: (cap) => readAll(stdin, cap),
    color: takesColor(stdout.isTTY === true, env),
    columns: stdout.isTTY === true ? widthOf(stdout) : 80,
    interactive,
    stepSummary: env.GITHUB_STEP_SUMMARY,
    interrupted: listenForInterrupts(),
    exit(code) {
      process.exitCode = code;
    },
  };
}
