/**
 * The machinery failed, not the page: the job is tried again. `phase` says what was under way, so that a page that ends
 * its worker twice in the same place is told from bad luck; without a phase no page can have brought it about.
 */
import type { Report } from '../model.ts';

export class InfraFailure extends Error {
  override readonly name = 'InfraFailure';
  readonly phase: string | undefined;
  /** Of an upload of several artifacts: what is known of all of them, should the failure come again. */
  readonly report: Report | undefined;

  constructor(message: string, phase?: string, report?: Report) {
    super(message);
    this.phase = phase;
    this.report = report;
  }
}
