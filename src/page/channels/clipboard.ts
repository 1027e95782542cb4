/**
 * Ways to hand data to another program: the clipboard and the share sheet. In: calls of the page. Out: promises that
 * resolve, as for a person who allowed it; what was handed over is recorded.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { define, defineGetters } from './define.ts';

export function installClipboard(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  let held = '';
  const keep = async (text: string) => {
    held = text;
    host.shim('clipboard');
    ask('keep', { channel: 'clipboard', name: 'clipboard', body: text });
  };
  const clipboard = Object.assign(new EventTarget(), {
    writeText: (text: unknown) => keep(String(text)),
    readText: async () => held,
    write: async (items: readonly ClipboardItem[]) => {
      for (const item of items)
        for (const type of item.types)
          if (type.startsWith('text/')) await keep(await (await item.getType(type)).text());
    },
    read: async () => [new PageClipboardItem({ 'text/plain': new Blob([held], { type: 'text/plain' }) })],
  });
  define(window, { ClipboardItem: PageClipboardItem });
  defineGetters(window.Navigator.prototype, { clipboard: () => clipboard });
  define(window.Navigator.prototype, {
    canShare: () => true,
    share: async (content: unknown) => {
      host.shim('share');
      ask('keep', { channel: 'share', name: 'share', body: JSON.stringify(content) ?? '' });
    },
  });
}

class PageClipboardItem {
  readonly types: readonly string[];
  readonly #items: Readonly<Record<string, Blob | string | Promise<Blob | string>>>;

  constructor(items: Readonly<Record<string, Blob | string | Promise<Blob | string>>>) {
    this.#items = items;
    this.types = Object.keys(items);
  }
  async getType(type: string): Promise<Blob> {
    const item = await this.#items[type];
    if (item === undefined) throw new DOMException('The type was not found', 'NotFoundError');
    return typeof item === 'string' ? new Blob([item], { type }) : item;
  }
}
