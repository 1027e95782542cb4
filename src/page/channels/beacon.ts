/**
 * `navigator.sendBeacon`: a write without an answer. In: a URL and a body. Out: true where the host queues beacons.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { bodyOf } from './body.ts';
import { define } from './define.ts';
import { documentBase } from './request.ts';

export function installBeacon(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const PageError = Error;
  const sendBeacon = function sendBeacon(url: unknown, content: unknown = null): boolean {
    const parsed = URL.parse(String(url), documentBase());
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      throw new TypeError(
        `Failed to execute 'sendBeacon' on 'Navigator': The URL argument is ill-formed or unsupported.`,
      );
    const stack = new PageError().stack ?? '';
    const body = bodyOf(content);
    const base = documentBase();
    const { id } = ask('request', {
      channel: 'beacon',
      method: 'POST',
      url: parsed.href,
      base,
      body: body.text,
      stack,
    });
    body.later?.then((text) => ask('body', { id, body: text }));
    return ask('facts', {}).beacon === 'true';
  };
  define(window.Navigator.prototype, { sendBeacon });
}
