/**
 * Scans a text as the worker does, in this thread. In: an extension and a text. Out: the outcome, and the label it has alone.
 */
import type { Label, LanguageName, ScanOutcome } from '../../src/model.ts';
import { LOST_CONSEQUENCES } from '../../src/model.ts';
import { scan } from '../../src/pipeline/scan.ts';
import { scanParts } from '../../src/registry.ts';

function languageOf(extension: string): LanguageName {
  if (extension === 'py') return 'python';
  return extension.startsWith('htm') ? 'html' : 'javascript';
}

export async function scanText(
  extension: string,
  text: string,
  siblings: Readonly<Record<string, string>> = {},
): Promise<ScanOutcome> {
  const name = languageOf(extension);
  const source = { path: `artifact.${extension}`, language: name, text, sha256: '', siblings };
  return scan(source, await scanParts(name));
}

const LOST: ReadonlySet<string> = new Set(LOST_CONSEQUENCES);

export function labelOf(outcome: ScanOutcome): Label {
  if (outcome.findings.some((finding) => LOST.has(finding.consequence))) return 'lost';
  if (outcome.failures.some((failure) => failure.candidate)) return 'inconclusive';
  return outcome.findings.length > 0 ? 'suspect' : 'clean';
}
