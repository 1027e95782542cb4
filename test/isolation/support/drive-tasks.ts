/** Runs pages through a Runner and keeps what it sent. In: a runner and pages as text. Out: observations and the end. */
import type { Runner } from '../../../src/contracts.ts';
import type { CellTier } from '../../../src/isolation/cell/command.ts';
import { cellRunner } from '../../../src/isolation/cell/runner.ts';
import type { End, Observation } from '../../../src/model.ts';
import { sourceOf } from '../../engines/support/driving-thread.ts';

export interface Ran {
  readonly end: End;
  readonly observations: readonly Observation[];
}

export async function runPage(runner: Runner, html: string, signal?: AbortSignal, host = 'cowork'): Promise<Ran> {
  const observations: Observation[] = [];
  const end = await runner.run(
    { kind: 'drive', source: sourceOf(html), host },
    (message) => {
      if (message.kind === 'observation') observations.push(message.observation);
    },
    signal,
  );
  return { end, observations };
}

export function openCellRunner(tier: CellTier, timeoutMs = 1_500): Runner {
  return cellRunner({ tier, jobs: 2, timeoutMs });
}

/** Says what the server answered, in both worlds. */
export const BENIGN = `<textarea id="t"></textarea><button id="b">Save</button><p id="m"></p><script>b.onclick=async()=>{const r=await fetch('/notes',{method:'POST',body:t.value});m.textContent=r.ok?'Saved':'Not saved'}</script>`;
