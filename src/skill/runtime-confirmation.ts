/**
 * What driving one page in host `cowork` says about its write-backs. In: a source and a Runner. Out: the drive's own
 * verdict with evidence as short lines, or why there is none. Never rejects: a confirmation is enrichment.
 */
import type { Runner } from '../contracts.ts';

import { endpointWords, outcomeWords } from '../formats/wording.ts';
import { wordEvidence } from '../formats/words.ts';
import type { Confidence, Facts, HostDrives, Label, Source, Verdict } from '../model.ts';
import { judge } from '../pipeline/judge.ts';
import { hosts, signals } from '../registry.ts';
import { clean } from '../untrusted.ts';
import { gatherDrives } from '../verify/gather.ts';

const HOST = 'cowork';

export type Confirmation =
  | {
      readonly available: true;
      readonly verdict: Label;
      readonly confidence: Confidence;
      /** One line each: a code, then words. What they quote of the page is capped and stripped. */
      readonly evidence: readonly string[];
    }
  | { readonly available: false; readonly reason: string };

/** Drives a page and judges the drive alone: what the source says has no part in it. */
export async function confirmByDriving(source: Source, runner: Runner, signal?: AbortSignal): Promise<Confirmation> {
  try {
    const drives = await gatherDrives(source, HOST, runner, signal);
    if (drives.end.code === 'engine-unavailable') return unavailable(drives.end.detail);
    return confirmation(judge(drivenFacts(source, drives), { hosts, signals }));
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : String(error));
  }
}

export function unavailable(reason: string): Confirmation {
  return { available: false, reason: clean(reason) };
}

function drivenFacts(source: Source, drives: HostDrives): Facts {
  return {
    artifact: source.path,
    sha256: source.sha256,
    language: source.language,
    scan: { path: source.path, candidates: 0, findings: [], failures: [] },
    drives: [drives],
    driven: true,
    durationMs: 0,
  };
}

function confirmation({ label, confidence, writeBacks, evidence }: Verdict): Confirmation {
  const lines = [
    ...writeBacks.map((one) => `${one.outcome}: ${endpointWords(one.endpoint)}. ${outcomeWords(one)}`),
    ...evidence.map((one) => `${one.code}: ${wordEvidence(one)}`),
  ];
  // One write may be reached by a button and by a key.
  return { available: true, verdict: label, confidence, evidence: [...new Set(lines)] };
}
