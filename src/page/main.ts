/**
 * What is evaluated inside the page: channels, shims, perception and the synthetic person. In: the engine's functions
 * and a window. Out: the script the engine calls. Compiled to one text; imports nothing from outside this folder but types.
 */
import type { PageEntry, PageScript } from './bridge.ts';
import { installChannels } from './channels/install.ts';
import { Perception } from './perception/perception.ts';
import { leavePage } from './person/leaving.ts';
import { Person } from './person/person.ts';
import { installShims } from './shims/install.ts';
import { announceFrame, collectFrames } from './watch/frame-link.ts';
import type { Watch } from './watch/watch-window.ts';
import { watchWindow } from './watch/watch-window.ts';

interface Visit {
  readonly perception: Perception;
  readonly person: Person;
}

const entry: PageEntry = (host, window): PageScript => {
  let watches: readonly Watch[] = [];
  let visit: Visit | null = null;
  const open = (): Visit => {
    if (visit) return visit;
    const perception: Perception = new Perception(host, watches, (element, names) => person.note(element, names));
    const person = new Person(host, perception, watches);
    visit = { perception, person };
    return visit;
  };
  return {
    install() {
      installChannels(window, host);
      installShims(window, host);
      const watch = watchWindow(window);
      if (window.top === window) watches = collectFrames(watch);
      else announceFrame(watch);
    },
    begin: () => open().perception.begin(),
    look: () => visit?.perception.look(),
    act: () => open().person.act(),
    leave: (kind) =>
      leavePage(
        watches.map((watch) => watch.window),
        kind,
      ),
    coverage: () => JSON.stringify(open().person.coverage()),
  };
};

export default entry;
