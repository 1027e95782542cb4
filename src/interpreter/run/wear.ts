/**
 * Which functions have run often enough. In: a function that an event is about to run. Out: whether closures of it that see the
 * same have run so often that one more tells nothing.
 */
import type { Node } from '../../syntax/tree.ts';
import type { ProgramFacts } from '../trees/program-facts.ts';
import type { Obj } from '../values/values.ts';
import { capturesOf } from './captures.ts';

/** Runs of one function, whatever its closures see; */
const RUNS_PER_FUNCTION = 6;
/** and those of closures that see other words than any before. What sees other addresses, methods or flags always runs. */
const RUNS_PER_WORDS = 40;
/** A page may listen to an event that sends a form, or stops it, for each of its forms by one function. */
const RUNS_PER_FORM_EVENT = 199;

/** Functions by what closures of them have seen: most have one, and see nothing. */
class Sights {
  readonly #functions = new Map<string, Set<Node>>();

  has(text: string, node: Node): boolean {
    return this.#functions.get(text)?.has(node) ?? false;
  }

  add(text: string, node: Node): void {
    const functions = this.#functions.get(text);
    if (functions) functions.add(node);
    else this.#functions.set(text, new Set([node]));
  }
}

export class Wear {
  readonly #runs = new Map<Node, number>();
  /** How many different texts of words closures of a function have seen, the empty one aside. */
  readonly #words = new Map<Node, number>();
  readonly #coarse = new Sights();
  readonly #fine = new Sights();

  /** Counts a run of a function, unless it is worn. */
  isWorn(facts: ProgramFacts, fn: Obj, isFormEvent: boolean): boolean {
    const { node } = fn.closure!;
    const { coarse, fine } = capturesOf(facts, fn);
    const ran = this.#runs.get(node) ?? 0;
    const isOther = !this.#fine.has(fine, node);
    const words = this.#words.get(node) ?? 0;
    const known = words + (this.#fine.has('', node) ? 1 : 0);
    const isNew = !this.#coarse.has(coarse, node) || (isOther && known < RUNS_PER_WORDS);
    if (!isNew && ran >= (isFormEvent ? RUNS_PER_FORM_EVENT : RUNS_PER_FUNCTION)) return true;
    this.#runs.set(node, ran + 1);
    this.#coarse.add(coarse, node);
    this.#fine.add(fine, node);
    if (isOther && fine !== '') this.#words.set(node, words + 1);
    return false;
  }
}
