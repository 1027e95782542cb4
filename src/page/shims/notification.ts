/** `Notification`: permitted, and perceived as what it says. */
import type { PageHost } from '../bridge.ts';
import { defineEventHandlers, defineInterface } from '../channels/define.ts';

export function installNotification(window: Window & typeof globalThis, host: PageHost): void {
  class PageNotification extends EventTarget {
    static readonly permission = 'granted';
    static readonly maxActions = 0;
    static async requestPermission(callback?: (permission: string) => void): Promise<string> {
      callback?.('granted');
      return 'granted';
    }
    readonly title: string;
    readonly body: string;
    constructor(title: unknown, options: NotificationOptions = {}) {
      super();
      host.shim('notification');
      this.title = String(title);
      this.body = String(options?.body ?? '');
      const text = [this.title, this.body].filter((part) => part !== '').join(': ');
      host.perceive(JSON.stringify({ kind: 'notification', where: '', text }));
    }
    close(): void {}
  }
  defineEventHandlers(PageNotification, ['click', 'close', 'error', 'show']);
  defineInterface(window, 'Notification', PageNotification);
}
