/**
 * `Element.animate`, view transitions and fonts. In: an animation. Out: one that is over when its duration has passed.
 */
import type { PageHost } from '../bridge.ts';
import { defineEventHandlers, defineGetters, defineInterface } from '../channels/define.ts';
import { defineShim } from './use.ts';

class PageAnimation extends EventTarget {
  playState = 'running';
  currentTime: number | null = 0;
  playbackRate = 1;
  readonly finished: Promise<PageAnimation>;
  readonly ready: Promise<PageAnimation> = Promise.resolve(this);
  #finish: (animation: PageAnimation) => void = () => {};

  constructor() {
    super();
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }
  finish(): void {
    if (this.playState === 'finished') return;
    this.playState = 'finished';
    this.#finish(this);
    this.dispatchEvent(new Event('finish'));
  }
  cancel(): void {
    this.playState = 'idle';
  }
  play(): void {}
  pause(): void {}
  reverse(): void {}
  commitStyles(): void {}
  persist(): void {}
  updatePlaybackRate(): void {}
}
defineEventHandlers(PageAnimation, ['finish', 'cancel', 'remove']);

export function installAnimation(window: Window & typeof globalThis, host: PageHost): void {
  const ends = ['transitionend', 'animationend'].filter((type) => !(`on${type}` in window.HTMLElement.prototype));
  defineEventHandlers(window.HTMLElement, ends);
  const later = window.setTimeout;
  defineInterface(window, 'Animation', PageAnimation);
  defineShim(window.Element.prototype, host, 'animate', {
    animate: (_frames: unknown, options: number | KeyframeAnimationOptions = 0) => {
      const animation = new PageAnimation();
      const duration = typeof options === 'number' ? options : Number(options?.duration ?? 0);
      const endless = typeof options === 'object' && options?.iterations === Infinity;
      if (!endless)
        later(() => animation.playState === 'running' && animation.finish(), Number.isFinite(duration) ? duration : 0);
      return animation;
    },
    getAnimations: () => [],
  });
  defineShim(window.Document.prototype, host, 'view-transition', {
    getAnimations: () => [],
    startViewTransition: (update?: (() => unknown) | { update?: () => unknown }) => {
      const run = typeof update === 'function' ? update : update?.update;
      const done = Promise.resolve().then(() => run?.());
      return { finished: done, ready: done, updateCallbackDone: done, skipTransition() {} };
    },
  });
  const fonts = Object.assign(new EventTarget(), {
    status: 'loaded',
    ready: Promise.resolve() as Promise<unknown>,
    check: () => true,
    load: async () => [],
    add() {},
    delete: () => false,
    forEach() {},
  });
  fonts.ready = Promise.resolve(fonts);
  defineGetters(window.Document.prototype, { fonts: () => fonts });
}
