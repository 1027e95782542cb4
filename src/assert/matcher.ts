/**
 * The matcher behind `expect(pathOrHtml).toHaveNoLostWriteBack()`. In: a path, or markup (a string with a `<`).
 * Out: what a test runner's `expect.extend` takes. What could not be verified throws, so that `.not` cannot pass on it.
 */
import type { Verdict } from '../model.ts';
import { clean } from '../untrusted.ts';
import { verify } from '../verify.ts';
import { GATE_HOST } from './gate.ts';

export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

export interface MatcherOptions {
  /** `false`: judge by the source alone. */
  readonly drive?: boolean;
  /** Milliseconds one drive may take. */
  readonly timeoutMs?: number;
}

function describe({ artifact, writeBacks }: Verdict): string {
  const lost = writeBacks.filter(({ label }) => label === 'lost');
  const lines = lost.map(({ endpoint, outcome, source }) => {
    const at = source ? ` at ${clean(source.path)}:${source.line}:${source.column}` : '';
    return `  ${endpoint.method} ${clean(endpoint.url)}: ${outcome}${at}`;
  });
  // One write may be reached by a button and by a key.
  return [`${clean(artifact)} loses what is saved:`, ...new Set(lines)].join('\n');
}

/** Judges one artifact in host `cowork`. Rejects when there is nothing to judge, or no verdict could be reached. */
export async function toHaveNoLostWriteBack(received: unknown, options: MatcherOptions = {}): Promise<MatcherResult> {
  if (typeof received !== 'string')
    throw new TypeError('toHaveNoLostWriteBack takes a path or the text of a page, as a string');
  const target = received.includes('<') ? { name: 'artifact.html', bytes: Buffer.from(received) } : received;
  const report = await verify({ ...options, targets: [target], hosts: [GATE_HOST], jobs: 1, suppressions: false });
  const lost = report.verdicts.filter(({ label }) => label === 'lost');
  const unsure = report.verdicts.filter(({ label }) => label === 'inconclusive');
  if (lost.length === 0 && (unsure.length > 0 || report.failures.length > 0)) {
    const why = [
      ...unsure.flatMap(({ evidence }) => evidence.map(({ code }) => code)),
      ...report.failures.map(({ code, detail }) => `${code} ${clean(detail)}`),
    ];
    throw new Error(`could not verify the artifact: ${[...new Set(why)].join(', ')}`);
  }
  return {
    pass: lost.length === 0,
    message: () =>
      lost.length > 0 ? lost.map(describe).join('\n') : 'expected the artifact to lose a write-back; it loses none',
  };
}
