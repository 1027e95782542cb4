/**
 * The Runner that jobs run behind, until another takes its place. In: a tier's open Runner. Out: work done with it. Retired,
 * it is closed when the last work with it has ended; closed, at once.
 */
import type { Runner } from '../contracts.ts';
import type { Sandbox } from '../model.ts';

export class RunnerInUse {
  readonly tier: string;
  readonly #runner: Runner;
  /** What the tier proved last. */
  #sandbox: Sandbox;
  #users = 0;
  #retired = false;
  #closing: Promise<void> | undefined;

  constructor(tier: string, runner: Runner, sandbox: Sandbox) {
    this.tier = tier;
    this.#runner = runner;
    this.#sandbox = sandbox;
  }

  proved(sandbox: Sandbox): void {
    this.#sandbox = sandbox;
  }

  async run<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await work({ ...this.#runner, sandbox: this.#sandbox });
    } finally {
      this.#users -= 1;
      this.#closeWhenIdle();
    }
  }

  retire(): void {
    this.#retired = true;
    this.#closeWhenIdle();
  }

  /** Safe to call again. */
  close(): Promise<void> {
    this.#closing ??= this.#runner.close();
    return this.#closing;
  }

  #closeWhenIdle(): void {
    // Whoever closes the server waits for it, and is told.
    if (this.#retired && this.#users === 0) this.close().catch(() => {});
  }
}
