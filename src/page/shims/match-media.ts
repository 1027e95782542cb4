/** `matchMedia`: a desktop screen of the window's size, light, with a mouse. In: a query. Out: a list that never changes. */
import type { PageHost } from '../bridge.ts';
import { defineEventHandlers } from '../channels/define.ts';
import { defineShim } from './use.ts';

const TRUE_FEATURES =
  /^\((?:prefers-color-scheme:\s*light|hover(?::\s*hover)?|pointer(?::\s*fine)?|any-hover:\s*hover|any-pointer:\s*fine|orientation:\s*landscape|prefers-reduced-motion:\s*no-preference|color|scripting:\s*enabled)\)$/;
const TYPES = /^(?:all|screen|only screen|only all)$/;

class PageMediaQueryList extends EventTarget {
  readonly media: string;
  readonly matches: boolean;
  constructor(media: string, matches: boolean) {
    super();
    this.media = media;
    this.matches = matches;
  }
  addListener(listener: EventListener): void {
    this.addEventListener('change', listener);
  }
  removeListener(listener: EventListener): void {
    this.removeEventListener('change', listener);
  }
}
defineEventHandlers(PageMediaQueryList, ['change']);

export function installMatchMedia(window: Window & typeof globalThis, host: PageHost): void {
  defineShim(window, host, 'match-media', {
    matchMedia: (query: unknown) => {
      const media = String(query);
      return new PageMediaQueryList(
        media,
        media.split(',').some((one) => matches(one.trim().toLowerCase(), window)),
      );
    },
  });
}

function matches(query: string, window: Window): boolean {
  if (query.startsWith('not ')) return !matches(query.slice(4), window);
  return query
    .split(/\s+and\s+/)
    .every((part) => TYPES.test(part) || TRUE_FEATURES.test(part) || inRange(part, window));
}

function inRange(feature: string, window: Window): boolean {
  const bound = /^\((min|max)-(width|height):\s*([\d.]+)(px|em|rem)\)$/.exec(feature);
  if (!bound) return false;
  const size = bound[2] === 'width' ? window.innerWidth : window.innerHeight;
  const limit = Number(bound[3]) * (bound[4] === 'px' ? 1 : 16);
  return bound[1] === 'min' ? size >= limit : size <= limit;
}
