/** `<dialog>`: `show`, `showModal`, `close` and its events (HTML Standard, 4.11.4). */
import type { PageHost } from '../bridge.ts';
import { defineAccessors } from '../channels/define.ts';
import { defineShim } from './use.ts';

export function installDialogElement(window: Window & typeof globalThis, host: PageHost): void {
  const later = window.setTimeout;
  const values = new WeakMap<HTMLDialogElement, string>();
  const dialog = window.HTMLDialogElement.prototype;
  const open = (element: HTMLDialogElement) => {
    element.setAttribute('open', '');
    element.querySelector<HTMLElement>('[autofocus]')?.focus();
  };
  const close = (element: HTMLDialogElement, value?: unknown) => {
    if (value !== undefined) values.set(element, String(value));
    if (!element.hasAttribute('open')) return;
    element.removeAttribute('open');
    later(() => element.dispatchEvent(new window.Event('close')), 0);
  };
  defineShim(dialog, host, 'dialog-element', {
    show(this: HTMLDialogElement) {
      open(this);
    },
    showModal(this: HTMLDialogElement) {
      if (!this.isConnected || this.hasAttribute('open'))
        throw new window.DOMException("Failed to execute 'showModal' on 'HTMLDialogElement'", 'InvalidStateError');
      open(this);
    },
    close(this: HTMLDialogElement, value?: unknown) {
      close(this, value);
    },
    requestClose(this: HTMLDialogElement, value?: unknown) {
      if (this.dispatchEvent(new window.Event('cancel', { cancelable: true }))) close(this, value);
    },
  });
  defineAccessors(dialog, {
    returnValue: {
      get(this: HTMLDialogElement) {
        return values.get(this) ?? '';
      },
      set(this: HTMLDialogElement, value: unknown) {
        values.set(this, String(value));
      },
    },
  });
}
