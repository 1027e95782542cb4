/**
 * `structuredClone`, `MessageChannel` and `BroadcastChannel`. In: a value. Out: a copy made in the page's realm, cycles
 * kept; functions and nodes are refused as the platform refuses them. Messages arrive as tasks.
 */
import type { PageHost } from '../bridge.ts';
import { define, defineEventHandlers, defineInterface } from '../channels/define.ts';

function refuse(value: unknown): never {
  throw new DOMException(`${typeof value} could not be cloned.`, 'DataCloneError');
}

export function clone(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') refuse(value);
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof Blob) return value;
  if (value instanceof Node || value instanceof Window) refuse(value);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (ArrayBuffer.isView(value)) return cloneView(value);
  return cloneContainer(value, seen);
}

function cloneView(view: ArrayBufferView): unknown {
  const bytes = view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength);
  return Reflect.construct(view.constructor as new (buffer: ArrayBufferLike) => unknown, [bytes]);
}

function cloneContainer(value: object, seen: Map<object, unknown>): unknown {
  if (value instanceof Map) {
    const copy = new Map();
    seen.set(value, copy);
    for (const [key, item] of value) copy.set(clone(key, seen), clone(item, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = new Set();
    seen.set(value, copy);
    for (const item of value) copy.add(clone(item, seen));
    return copy;
  }
  if (value instanceof Error) return Object.assign(new Error(value.message), { name: value.name, stack: value.stack });
  const copy: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {};
  seen.set(value, copy);
  for (const [key, item] of Object.entries(value)) copy[key] = clone(item, seen);
  return copy;
}

export function installStructuredClone(window: Window & typeof globalThis, host: PageHost): void {
  const later = window.setTimeout;
  const post = (target: EventTarget, message: unknown) => {
    const data = clone(message);
    later(() => target.dispatchEvent(new MessageEvent('message', { data })), 0);
  };

  class PagePort extends EventTarget {
    other: PagePort | null = null;
    postMessage(message: unknown): void {
      if (this.other) post(this.other, message);
    }
    start(): void {}
    close(): void {
      this.other = null;
    }
  }
  class PageMessageChannel {
    readonly port1 = new PagePort();
    readonly port2 = new PagePort();
    constructor() {
      this.port1.other = this.port2;
      this.port2.other = this.port1;
    }
  }
  const channels = new Set<PageBroadcastChannel>();
  class PageBroadcastChannel extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      host.shim('broadcast-channel');
      this.name = String(name);
      channels.add(this);
    }
    postMessage(message: unknown): void {
      for (const channel of channels) if (channel !== this && channel.name === this.name) post(channel, message);
    }
    close(): void {
      channels.delete(this);
    }
  }
  defineEventHandlers(PagePort, ['message', 'messageerror']);
  defineEventHandlers(PageBroadcastChannel, ['message', 'messageerror']);
  define(window, { structuredClone: (value: unknown) => clone(value) });
  defineInterface(window, 'MessagePort', PagePort);
  defineInterface(window, 'MessageChannel', PageMessageChannel);
  defineInterface(window, 'BroadcastChannel', PageBroadcastChannel);
}
