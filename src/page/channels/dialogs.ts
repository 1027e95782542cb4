/**
 * `alert`, `confirm`, `prompt`, `print` and `open`. In: calls of the page. Out: what the person answers: yes, and a
 * canary as text. What the dialog says is perceived; where the host suppresses dialogs nobody sees or answers them.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { define } from './define.ts';
import { documentBase } from './request.ts';

const PROMPT_CANARY = 'sc-prompt-answer';

export function installDialogs(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const shown = (kind: 'alert' | 'confirm' | 'prompt', message: unknown): boolean => {
    if (ask('facts', {}).modals === 'suppressed') return false;
    host.perceive(JSON.stringify({ kind, where: '', text: String(message ?? '') }));
    return true;
  };
  define(window, {
    alert: (message?: unknown) => void shown('alert', message),
    confirm: (message?: unknown) => shown('confirm', message),
    prompt: (message?: unknown) => {
      if (!shown('prompt', message)) return null;
      host.canary(PROMPT_CANARY, 'prompt');
      return PROMPT_CANARY;
    },
    print: () => {},
    open: (url?: unknown) => openedWindow(window, url, ask),
  });
}

/** A window of the page's own making: enough for pages that write a document into it, never shown. */
function openedWindow(window: Window & typeof globalThis, url: unknown, ask: ReturnType<typeof askOf>): unknown {
  const target = url === undefined || url === '' ? 'about:blank' : String(url);
  ask('navigate', { url: URL.parse(target, documentBase())?.href ?? target });
  if (ask('facts', {}).popups === 'null') return null;
  const opened = {
    closed: false,
    opener: window,
    document: window.document.implementation.createHTMLDocument(''),
    location: { href: target },
    focus() {},
    print() {},
    postMessage() {},
    addEventListener() {},
    close() {
      opened.closed = true;
    },
  };
  return opened;
}
