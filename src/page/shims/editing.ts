/**
 * `execCommand` and the properties of editable content. In: a command. Out: true; `insertText`, `delete` and `copy` act
 * on the field that has the focus, the others change nothing a person reads.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from '../channels/ask.ts';
import { defineAccessors } from '../channels/define.ts';
import { defineShim } from './use.ts';

export function installEditing(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  defineShim(window.Document.prototype, host, 'exec-command', {
    execCommand(this: Document, command: unknown, _ui: unknown, value: unknown = '') {
      const name = String(command).toLowerCase();
      if (name === 'inserttext') insert(this, String(value));
      if (name === 'copy' || name === 'cut')
        ask('keep', { channel: 'clipboard', name: 'clipboard', body: selected(this) });
      return true;
    },
    queryCommandSupported: () => true,
    queryCommandEnabled: () => true,
    queryCommandState: () => false,
    queryCommandValue: () => '',
  });
  defineAccessors(window.HTMLElement.prototype, {
    contentEditable: {
      get(this: HTMLElement) {
        return this.getAttribute('contenteditable') ?? 'inherit';
      },
      set(this: HTMLElement, value: unknown) {
        this.setAttribute('contenteditable', String(value));
      },
    },
    isContentEditable: {
      get(this: HTMLElement) {
        const holder = this.closest('[contenteditable]');
        return holder !== null && holder.getAttribute('contenteditable') !== 'false';
      },
    },
    inert: {
      get(this: HTMLElement) {
        return this.hasAttribute('inert');
      },
      set(this: HTMLElement, value: unknown) {
        this.toggleAttribute('inert', Boolean(value));
      },
    },
  });
}

function insert(document: Document, text: string): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value += text;
  else if (field instanceof HTMLElement && field.isContentEditable) field.append(text);
  else return;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

function selected(document: Document): string {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? field.value.length);
  return String(document.getSelection() ?? '');
}
