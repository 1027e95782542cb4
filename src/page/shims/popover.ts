/**
 * The popover methods. In: an element with the `popover` attribute. Out: shown or hidden by its inline style, with the
 * events of the standard (HTML Standard, 6.12).
 */
import type { PageHost } from '../bridge.ts';
import { defineAccessors } from '../channels/define.ts';
import { defineShim } from './use.ts';

export function installPopover(window: Window & typeof globalThis, host: PageHost): void {
  const showing = new WeakSet<HTMLElement>();
  const turn = (element: HTMLElement, on: boolean) => {
    if (showing.has(element) === on) return;
    const states = { oldState: on ? 'closed' : 'open', newState: on ? 'open' : 'closed' };
    const before = Object.assign(new window.Event('beforetoggle', { cancelable: on }), states);
    if (!element.dispatchEvent(before)) return;
    if (on) showing.add(element);
    else showing.delete(element);
    element.style.display = on ? 'block' : 'none';
    element.dispatchEvent(Object.assign(new window.Event('toggle'), states));
  };
  defineShim(window.HTMLElement.prototype, host, 'popover', {
    showPopover(this: HTMLElement) {
      turn(this, true);
    },
    hidePopover(this: HTMLElement) {
      turn(this, false);
    },
    togglePopover(this: HTMLElement, force?: boolean) {
      const on = force ?? !showing.has(this);
      turn(this, on);
      return on;
    },
  });
  defineAccessors(window.HTMLElement.prototype, {
    popover: {
      get(this: HTMLElement) {
        return this.getAttribute('popover');
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null) this.removeAttribute('popover');
        else this.setAttribute('popover', String(value));
      },
    },
  });
}
