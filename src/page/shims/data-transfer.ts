/** `DataTransfer`, `DragEvent` and `ClipboardEvent`, as far as pages and the synthetic person use them. */
import { defineInterface } from '../channels/define.ts';

export function installDataTransfer(window: Window & typeof globalThis): void {
  class PageDataTransfer {
    dropEffect = 'none';
    effectAllowed = 'all';
    readonly #texts = new Map<string, string>();
    readonly #files: File[] = [];
    setData(type: unknown, value: unknown): void {
      this.#texts.set(typeOf(type), String(value));
    }
    getData(type: unknown): string {
      return this.#texts.get(typeOf(type)) ?? '';
    }
    clearData(type?: unknown): void {
      if (type === undefined) this.#texts.clear();
      else this.#texts.delete(typeOf(type));
    }
    setDragImage(): void {}
    get types(): readonly string[] {
      return [...this.#texts.keys(), ...(this.#files.length > 0 ? ['Files'] : [])];
    }
    get files(): object {
      const files = this.#files;
      return Object.assign([...files], { item: (i: number) => files[i] ?? null });
    }
    get items(): object {
      const files = this.#files;
      const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
      return Object.assign(items, { add: (file: unknown) => file instanceof File && files.push(file), clear() {} });
    }
  }

  class PageDragEvent extends window.MouseEvent {
    readonly dataTransfer: unknown;
    constructor(type: string, init: DragEventInit = {}) {
      super(type, init);
      this.dataTransfer = init.dataTransfer ?? new PageDataTransfer();
    }
  }

  class PageClipboardEvent extends window.Event {
    readonly clipboardData: unknown;
    constructor(type: string, init: ClipboardEventInit = {}) {
      super(type, init);
      this.clipboardData = init.clipboardData ?? new PageDataTransfer();
    }
  }
  defineInterface(window, 'DataTransfer', PageDataTransfer);
  defineInterface(window, 'DragEvent', PageDragEvent);
  defineInterface(window, 'ClipboardEvent', PageClipboardEvent);
}

const typeOf = (type: unknown) => {
  const lower = String(type).toLowerCase();
  return lower === 'text' ? 'text/plain' : lower === 'url' ? 'text/uri-list' : lower;
};
