/**
 * One person's visit of a page: what they see and do. In: the engine's functions and a window whose channels and shims
 * stand already. Out: the script the engine calls. Works in any window, with or without them.
 */
import type { PageEntry, PageScript } from './bridge.ts';
import { Perception } from './perception/perception.ts';
import { leavePage } from './person/leaving.ts';
import { Person } from './person/person.ts';
import { announceFrame, collectFrames } from './watch/frame-link.ts';
import type { Watch } from './watch/watch-window.ts';
import { watchWindow } from './watch/watch-window.ts';

interface Visitor {
  readonly perception: Perception;
  readonly person: Person;
}

export const visitPage: PageEntry = (host, window): PageScript => {
  let watches: readonly Watch[] = [];
  let visitor: Visitor | null = null;
  let wanted = Number.POSITIVE_INFINITY;
  const open = (): Visitor => {
    if (visitor) return visitor;
    const perception: Perception = new Perception(host, watches, (element, names) => person.note(element, names));
    const person = new Person(host, perception, watches);
    visitor = { perception, person };
    return visitor;
  };
  return {
    install() {
      const watch = watchWindow(window, host);
      if (window.top === window) watches = collectFrames(watch);
      else announceFrame(watch);
    },
    begin: () => open().perception.begin(),
    look() {
      const { perception, person } = open();
      if (perception.look()) wanted = person.watch();
      return wanted;
    },
    act() {
      wanted = Number.POSITIVE_INFINITY;
      return open().person.act();
    },
    leave: (kind) =>
      leavePage(
        watches.map((watch) => watch.window),
        kind,
      ),
    coverage: () => JSON.stringify(open().person.coverage()),
  };
};
