/**
 * Lets the script of a frame hand its Watch to the script of the top window, whichever realm each was evaluated in.
 * In: events of a name nobody else listens to. Out: the watches of all same-origin windows, the top one first.
 */
import type { Watch } from './watch-window.ts';

const NAME = 'savecheck:frame';

/** Called in the top window before any frame exists. */
export function collectFrames(watch: Watch): readonly Watch[] {
  const watches = [watch];
  watch.window.document.addEventListener(NAME, (event) => {
    event.stopImmediatePropagation();
    watches.push((event as CustomEvent<Watch>).detail);
  });
  return watches;
}

/** Called in a frame; a frame whose top is of another origin has nobody to tell. */
export function announceFrame(watch: Watch): void {
  const top = sameOriginTop(watch.window);
  if (!top) return;
  top.document.dispatchEvent(new top.CustomEvent(NAME, { detail: watch }));
}

function sameOriginTop(window: Window & typeof globalThis): (Window & typeof globalThis) | null {
  try {
    const top = window.top as (Window & typeof globalThis) | null;
    return top?.document ? top : null;
  } catch {
    // Reading `document` across origins throws by design; such a frame is out of the person's reach as well.
    return null;
  }
}
