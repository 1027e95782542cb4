/**
 * Scans one source. In: a source. Out: what the scan found, as plain data. The pool that runs this gives it a deep stack.
 */
import type { ScanOutcome, Source } from '../src/model.ts';
import { scan } from '../src/pipeline/scan.ts';
import { scanParts } from '../src/registry.ts';

export default async function scanTask({ source }: { readonly source: Source }): Promise<ScanOutcome> {
  return scan(source, await scanParts(source.language));
}
