/**
 * What is evaluated inside the page: channels, shims, perception and the synthetic person. In: the engine's functions
 * and a window. Out: the script the engine calls. Compiled to one text; imports nothing from outside this folder but types.
 */
import type { PageEntry } from './bridge.ts';
import { installChannels } from './channels/install.ts';
import { installShims } from './shims/install.ts';
import { visitPage } from './visit.ts';

const entry: PageEntry = (host, window) => {
  const visit = visitPage(host, window);
  return {
    ...visit,
    install() {
      installChannels(window, host);
      installShims(window, host);
      visit.install();
    },
  };
};

export default entry;
