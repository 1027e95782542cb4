/**
 * A progress bar on a terminal, once work has taken a second. In: counts as they come. Out: one line that is redrawn.
 */
import { clean } from '../untrusted.ts';
import type { Progress } from '../verify.ts';
import type { Shell } from './contract.ts';

const AFTER_MS = 1000;
const WIDTH = 24;

export function progressBar(shell: Shell, enabled: boolean): { show(progress: Progress): void; end(): void } {
  const started = performance.now();
  return {
    show({ done, total, path }) {
      if (!enabled || !shell.interactive || performance.now() - started < AFTER_MS) return;
      const filled = Math.round((done / Math.max(1, total)) * WIDTH);
      shell.status(`${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total} ${clean(path, 60)}`);
    },
    end() {
      shell.status('');
    },
  };
}
