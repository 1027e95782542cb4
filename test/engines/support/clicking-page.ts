/**
 * A page script with a person who only types into text fields and clicks buttons, for tests of the engine alone.
 * What is seen is the text of the body, by the whole.
 */
import type { PageHost, PageScript } from '../../../src/page/bridge.ts';
import { installChannels } from '../../../src/page/channels/install.ts';
import { installShims } from '../../../src/page/shims/install.ts';

export default function entry(host: PageHost, window: Window & typeof globalThis): PageScript {
  let seen = '';
  const done = new Set<Element>();
  const look = () => {
    const text = window.document.body?.textContent ?? '';
    if (text === seen) return;
    host.perceive(JSON.stringify({ kind: 'text-added', where: 'body', text, before: seen }));
    seen = text;
  };
  return {
    install() {
      installChannels(window, host);
      installShims(window, host);
    },
    begin: look,
    look() {
      look();
      return Number.POSITIVE_INFINITY;
    },
    act() {
      for (const one of window.document.querySelectorAll('textarea,button,a')) {
        if (done.has(one)) continue;
        done.add(one);
        const kind = one instanceof window.HTMLTextAreaElement ? 'edit' : 'pointer';
        const action = { kind, on: { tag: one.localName, id: one.id }, name: one.textContent };
        host.acting(JSON.stringify(action));
        if (one instanceof window.HTMLTextAreaElement) {
          host.canary('sc-1-note', 'note');
          one.value = 'sc-1-note';
          one.dispatchEvent(new window.Event('input', { bubbles: true }));
        } else (one as HTMLElement).click();
        return JSON.stringify(action);
      }
      return '';
    },
    leave(kind) {
      window.dispatchEvent(new window.Event(kind === 'hide' ? 'pagehide' : 'unload'));
    },
    coverage: () => JSON.stringify({ controls: [], budgetSpent: false }),
  };
}
