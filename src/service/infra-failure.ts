/**
 * The machinery failed, not the page: the job is tried again. `phase` says what was under way, so that a page that ends
 * its worker twice in the same place is told from bad luck; without a phase no page can have brought it about.
 */
export class InfraFailure extends Error {
  override readonly name = 'InfraFailure';
  readonly phase: string | undefined;

  constructor(message: string, phase?: string) {
    super(message);
    this.phase = phase;
  }
}
