/**
 * Buttons that name what they open: `popovertarget` and `commandfor` (HTML Standard, 4.10.6 and 6.12). In: the window.
 * Out: nothing; after a click that was not prevented, the named element is shown or hidden.
 */
import type { PageHost } from '../bridge.ts';

type Invoked = HTMLElement & Record<string, (() => void) | undefined>;

const COMMANDS: Readonly<Record<string, string>> = {
  'show-modal': 'showModal',
  close: 'close',
  'request-close': 'requestClose',
  'show-popover': 'showPopover',
  'hide-popover': 'hidePopover',
  'toggle-popover': 'togglePopover',
};

export function installInvokers(window: Window & typeof globalThis, host: PageHost): void {
  if ('popoverTargetElement' in window.HTMLButtonElement.prototype) return;
  window.addEventListener('click', (event) => {
    const button = event.composedPath().find((each) => (each as Element).localName === 'button') as Element | undefined;
    if (!button || event.defaultPrevented) return;
    const call = invokedBy(button);
    if (!call) return;
    host.shim('invokers');
    call();
  });
}

function invokedBy(button: Element): (() => void) | null {
  const root = button.getRootNode() as Document | ShadowRoot;
  const find = (name: string): Invoked | null => {
    const id = button.getAttribute(name);
    return id ? (root.getElementById(id) as Invoked | null) : null;
  };
  const popover = find('popovertarget');
  if (popover) {
    const action = (button.getAttribute('popovertargetaction') ?? 'toggle').toLowerCase();
    return () => popover[`${action}Popover`]?.();
  }
  const target = find('commandfor');
  const method = COMMANDS[(button.getAttribute('command') ?? '').toLowerCase()];
  return target && method ? () => target[method]?.() : null;
}
