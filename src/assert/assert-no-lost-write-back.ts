/**
 * The gate as an assertion: throws unless the run is shown to lose nothing. The result stands on the error as well.
 */
import type { GateOptions, GateResult } from './gate.ts';
import { checkNoLostWriteBack } from './gate.ts';
import { gateDetails, gateLine } from './gate-line.ts';

/** `result.status` tells a lost write-back (`fail`) from what could not be verified (`could-not-verify`). */
export class LostWriteBackError extends Error {
  override readonly name = 'LostWriteBackError';
  readonly result: GateResult;

  constructor(result: GateResult) {
    super([gateLine(result), ...gateDetails(result)].join('\n'));
    this.result = result;
  }
}

/**
 * Resolves with the result when it is `pass` or `skipped`; rejects with a LostWriteBackError when it is `fail` or
 * `could-not-verify`, and with a UsageError for a directory that does not exist.
 */
export async function assertNoLostWriteBack(
  directories: string | readonly string[],
  options: GateOptions = {},
): Promise<GateResult> {
  const result = await checkNoLostWriteBack(directories, options);
  if (result.status === 'fail' || result.status === 'could-not-verify') throw new LostWriteBackError(result);
  return result;
}
