/**
 * `IntersectionObserver` and `ResizeObserver`: everything observed is in view at the size of its box, once.
 * `PerformanceObserver` never has anything to report.
 */
import type { PageHost } from '../bridge.ts';
import { defineInterface } from '../channels/define.ts';

export function installObservers(window: Window & typeof globalThis, host: PageHost): void {
  const later = window.setTimeout;

  class Observing {
    readonly #callback: (entries: object[], observer: unknown) => void;
    readonly #targets = new Set<Element>();
    #waiting: Element[] = [];
    constructor(callback: (entries: object[], observer: unknown) => void) {
      if (typeof callback !== 'function') throw new TypeError('The callback provided is not a function.');
      this.#callback = callback;
    }
    observe(target: Element): void {
      if (this.#targets.has(target)) return;
      this.#targets.add(target);
      if (this.#waiting.push(target) === 1) later(() => this.#report(), 0);
    }
    unobserve(target: Element): void {
      this.#targets.delete(target);
    }
    disconnect(): void {
      this.#targets.clear();
    }
    takeRecords(): object[] {
      return [];
    }
    entryOf(_target: Element): object {
      return {};
    }
    #report(): void {
      const targets = this.#waiting.filter((target) => this.#targets.has(target));
      this.#waiting = [];
      if (targets.length > 0)
        this.#callback(
          targets.map((target) => this.entryOf(target)),
          this,
        );
    }
  }

  class PageIntersectionObserver extends Observing {
    readonly root = null;
    readonly rootMargin = '0px';
    readonly thresholds = [0];
    constructor(callback: (entries: object[], observer: unknown) => void) {
      host.shim('intersection-observer');
      super(callback);
    }
    override entryOf(target: Element): object {
      const boundingClientRect = target.getBoundingClientRect();
      const seen = { isIntersecting: true, intersectionRatio: 1, rootBounds: null, time: window.performance.now() };
      return { target, boundingClientRect, intersectionRect: boundingClientRect, ...seen };
    }
  }

  class PageResizeObserver extends Observing {
    constructor(callback: (entries: object[], observer: unknown) => void) {
      host.shim('resize-observer');
      super(callback);
    }
    override entryOf(target: Element): object {
      const size = [{ inlineSize: target.clientWidth, blockSize: target.clientHeight }];
      return { target, contentRect: target.getBoundingClientRect(), contentBoxSize: size, borderBoxSize: size };
    }
  }

  class PagePerformanceObserver extends Observing {
    static readonly supportedEntryTypes: readonly string[] = [];
    override observe(): void {
      host.shim('performance-observer');
    }
  }
  defineInterface(window, 'IntersectionObserver', PageIntersectionObserver);
  defineInterface(window, 'ResizeObserver', PageResizeObserver);
  defineInterface(window, 'PerformanceObserver', PagePerformanceObserver);
}
