/**
 * Keeps cells ready. In: a tier and how many may work at once. Out: for each use one fresh cell. As many live as may work,
 * and one more: whoever comes next finds one loaded. The first is started as soon as the pool is.
 */
import type { End } from '../../model.ts';
import { Semaphore } from '../semaphore.ts';
import type { Cell } from './cell.ts';
import { warmPlace } from './code-cache.ts';
import type { CellTier } from './command.ts';
import type { CellPlace } from './place.ts';
import { openPlace } from './place.ts';
import type { StartedCell } from './start.ts';
import { startCell } from './start.ts';
import { findTools } from './tools.ts';

export class CellPool {
  readonly #tier: CellTier;
  readonly #jobs: number;
  readonly #semaphore: Semaphore;
  readonly #tools = findTools();
  readonly #place: Promise<CellPlace>;
  readonly #living = new Set<Cell>();
  readonly #waiting: StartedCell[] = [];
  #loading = 0;
  #closed = false;

  constructor(tier: CellTier, jobs: number) {
    this.#tier = tier;
    this.#jobs = jobs;
    this.#semaphore = new Semaphore(jobs);
    this.#place = this.#open();
    // Whoever uses a cell is told.
    this.#place.catch(() => {});
  }

  async #open(): Promise<CellPlace> {
    const place = await openPlace();
    await warmPlace(place);
    this.#fill(place);
    return place;
  }

  /** Runs `work` with a cell that nobody used before, and ends the cell. Resolves with why there is none. */
  async use(work: (cell: Cell) => Promise<End>): Promise<End> {
    await this.#semaphore.acquire();
    try {
      const place = await this.#place;
      const { cell } = this.#take() ?? this.#start(place);
      this.#fill(place);
      await cell.ready();
      const end = await work(cell);
      cell.kill();
      await cell.closed();
      this.#fill(place);
      return end;
    } catch (error) {
      return { code: 'engine-unavailable', detail: error instanceof Error ? error.message : 'no cell' };
    } finally {
      this.#semaphore.release();
    }
  }

  /** A cell that ended while it waited is passed over; one that never loaded is not: its user is told why. */
  #take(): StartedCell | undefined {
    let taken = this.#waiting.shift();
    while (taken?.cell.lost) taken = this.#waiting.shift();
    return taken;
  }

  #start(place: CellPlace): StartedCell {
    const started = startCell(this.#tier, place, this.#tools);
    const { cell } = started;
    this.#living.add(cell);
    void cell.closed().then(() => this.#living.delete(cell));
    return started;
  }

  /** One after the other: cells that load at once delay the first that is wanted. */
  #fill(place: CellPlace): void {
    if (this.#closed || this.#loading > 0 || this.#living.size > this.#jobs) return;
    this.#loading += 1;
    const started = this.#start(place);
    this.#waiting.push(started);
    started.cell.ready().then(
      () => {
        this.#loading -= 1;
        this.#fill(place);
      },
      () => {
        // It stays where it waits: whoever takes it is told why, and no other is started in vain.
        this.#loading -= 1;
      },
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    const place = await this.#place.catch(() => null);
    for (const cell of this.#living) cell.kill({ code: 'timed-out', detail: 'cancelled' });
    await Promise.all([...this.#living].map((cell) => cell.closed()));
    place?.close();
  }
}
