/**
 * Scans one source. In: a source. Out: what the scan found, as plain data. The pool that runs this gives it a deep stack.
 */
import type { Primitive } from '../src/interpreter/contract.ts';
import type { ScanOutcome, Source } from '../src/model.ts';
import { scan } from '../src/pipeline/scan.ts';
import { languages, primitives } from '../src/registry.ts';

const loaded: Promise<readonly Primitive[]> = Promise.all(Object.values(primitives).map((load) => load()));

export default async function scanTask({ source }: { readonly source: Source }): Promise<ScanOutcome> {
  const language = await languages[source.language]();
  const scripts = await languages.javascript();
  return scan(source, { language, scripts, primitives: await loaded });
}
