/**
 * Drives one page in one host the way the product does, and judges it without its source. In: HTML. Out: a verdict.
 */
import type { Runner } from '../../src/contracts.ts';
import type { HostDrives, Observation, Verdict } from '../../src/model.ts';
import { judge } from '../../src/pipeline/judge.ts';
import { hosts, signals } from '../../src/registry.ts';
import { facts } from './drives.ts';

async function drivePage(html: string, host: string, runner: Runner): Promise<HostDrives> {
  const source = { path: 'artifact.html', language: 'html', text: html, sha256: '0'.repeat(64), siblings: {} } as const;
  const observations: Observation[] = [];
  const end = await runner.run({ kind: 'drive', source, host }, (message) => {
    if (message.kind === 'observation') observations.push(message.observation);
  });
  return { host, observations, end };
}

export async function verdictOf(html: string, runner: Runner, host = 'cowork'): Promise<Verdict> {
  return judge(facts([await drivePage(html, host, runner)]), { hosts, signals });
}
