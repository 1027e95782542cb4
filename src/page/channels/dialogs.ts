/**
 * `alert`, `confirm`, `prompt`, `print` and `open`. In: calls of the page. Out: what the person answers: yes, and a
 * canary as text. What the dialog says is perceived; where the host suppresses dialogs nobody sees or answers them.
 */
import type { PageHost } from '../bridge.ts';
import { textCandidates } from '../person/values/free-text.ts';
import { askOf } from './ask.ts';
import { define } from './define.ts';
import { documentBase } from './request.ts';

const PROMPT_CANARY = 'sc-prompt-answer';
/** What a question for a number is answered with, where it names no range of its own. */
const NUMBER = '12';
/** Times a question is answered within one action; who is asked once more goes away. */
const PATIENCE = 4;
const RANGE = /\b\d+\s*(?:-|–|to|bis|a|à)\s*(\d+)\b/;

/** What a person tries, one after the other, when the same question comes again. */
function answersTo(message: string, initial: string): readonly string[] {
  const digits = RANGE.exec(message)?.[1] ?? NUMBER;
  const wish = { token: PROMPT_CANARY, digits, hint: message.toLowerCase(), type: 'text', round: 0 };
  const hinted = textCandidates(wish)[0]!;
  const first = /^\s*\d+(?:[.,]\d+)?\s*$/.test(initial) || RANGE.test(message) ? digits : hinted;
  const plain = first.includes(PROMPT_CANARY) ? first.replace(/ .*/s, '') : first;
  return [...new Set([plain, PROMPT_CANARY, digits])];
}

export function installDialogs(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const shown = (kind: 'alert' | 'confirm' | 'prompt', message: unknown): boolean => {
    if (ask('facts', {}).modals === 'suppressed') return false;
    host.perceive(JSON.stringify({ kind, where: '', text: String(message ?? '') }));
    return true;
  };
  const asked = new Map<string, { readonly times: number; readonly step: number; readonly inStep: number }>();
  define(window, {
    alert: (message?: unknown) => void shown('alert', message),
    confirm: (message?: unknown) => shown('confirm', message),
    prompt: (message?: unknown, initial?: unknown) => {
      if (!shown('prompt', message)) return null;
      const question = String(message ?? '');
      const now = host.step();
      const before = asked.get(question) ?? { times: 0, step: now, inStep: 0 };
      const inStep = before.step === now ? before.inStep + 1 : 1;
      asked.set(question, { times: before.times + 1, step: now, inStep });
      if (inStep > PATIENCE) return null;
      const answers = answersTo(question, String(initial ?? ''));
      host.canary(PROMPT_CANARY, 'prompt');
      return answers[before.times % answers.length] ?? null;
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
