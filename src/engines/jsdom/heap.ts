/**
 * A binary heap of timers ordered by (time, sequence), with cancellation left to the reader.
 * In: tasks. Out: the earliest. Ties go to the task that was scheduled first.
 */

export interface Task {
  readonly sequence: number;
  /** Virtual milliseconds at which it is due. */
  readonly time: number;
  readonly delay: number;
  /** The step of the action that caused it. */
  readonly cause: number;
  /** How often this chain has rescheduled itself, and since when. */
  readonly depth: number;
  readonly since: number;
  /** The same for any timer set by the work of another. */
  readonly nest: number;
  readonly born: number;
  readonly origin: unknown;
  run(): void;
  cancelled: boolean;
}

function before(a: Task, b: Task): boolean {
  return a.time < b.time || (a.time === b.time && a.sequence < b.sequence);
}

export class TaskHeap {
  #tasks: Task[] = [];

  push(task: Task): void {
    const tasks = this.#tasks;
    let at = tasks.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(task, tasks[parent]!)) break;
      tasks[at] = tasks[parent]!;
      at = parent;
    }
    tasks[at] = task;
  }

  /** The earliest task that was not cancelled; null when there is none. */
  peek(): Task | null {
    while (this.#tasks[0]?.cancelled) this.#removeFirst();
    return this.#tasks[0] ?? null;
  }

  pop(): Task | null {
    const first = this.peek();
    if (first) this.#removeFirst();
    return first;
  }

  /** Every task still to run, in no particular order. */
  pending(): readonly Task[] {
    return this.#tasks.filter((task) => !task.cancelled);
  }

  clear(): void {
    for (const task of this.#tasks) task.cancelled = true;
    this.#tasks = [];
  }

  #removeFirst(): void {
    const tasks = this.#tasks;
    const last = tasks.pop()!;
    if (tasks.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= tasks.length) break;
      if (child + 1 < tasks.length && before(tasks[child + 1]!, tasks[child]!)) child += 1;
      if (!before(tasks[child]!, last)) break;
      tasks[at] = tasks[child]!;
      at = child;
    }
    tasks[at] = last;
  }
}
