/**
 * First in, first out, each step at a constant price.
 */
const SLACK = 1_024;

export class Queue<Item> {
  #items: Item[] = [];
  #from = 0;

  get size(): number {
    return this.#items.length - this.#from;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  /** The oldest item, taken out. */
  next(): Item | undefined {
    if (this.#from >= this.#items.length) return undefined;
    const item = this.#items[this.#from];
    this.#from += 1;
    if (this.#from > SLACK && this.#from * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#from);
      this.#from = 0;
    }
    return item;
  }
}
