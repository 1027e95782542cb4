/** `CSS.supports` says yes to anything well formed; `CSS.escape` follows CSSOM ("serialize an identifier"). */
import type { PageHost } from '../bridge.ts';
import { define } from '../channels/define.ts';
import { defineShim } from './use.ts';

export function installCssNamespace(window: Window & typeof globalThis, host: PageHost): void {
  const namespace = window.CSS ?? {};
  if (typeof namespace.escape !== 'function')
    define(namespace, { escape: (text: unknown) => escapeIdentifier(String(text)) });
  if (typeof namespace.supports !== 'function') defineShim(namespace, host, 'css-supports', { supports: () => true });
  define(namespace, { registerProperty() {} });
  define(window, { CSS: namespace });
}

function escapeIdentifier(text: string): string {
  const code = (c: string) => `\\${c.codePointAt(0)?.toString(16)} `;
  return text
    .replace(/\0/g, '\ufffd')
    .replace(/^-$/, '\\-')
    .replace(/^(-?)(\d)/, (_all, dash: string, digit: string) => `${dash}${code(digit)}`)
    .replace(/[\u0001-\u001f\u007f]/g, code)
    .replace(/[^\\\w\u0080-\uffff -]/g, (c) => `\\${c}`)
    .replace(/ (?![0-9a-f]* )/g, (c, at: number, all: string) => (/\\[0-9a-f]+$/.test(all.slice(0, at)) ? c : '\\ '));
}
