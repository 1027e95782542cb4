/**
 * What is evaluated inside the page: channels, shims, perception and the synthetic person. In: the engine's functions
 * and a window. Out: the script the engine calls. Compiled to one text; imports nothing from outside this folder but types.
 */
import type { PageEntry, PageHost } from './bridge.ts';
import { installChannels } from './channels/install.ts';
import { installShims } from './shims/install.ts';
import { visitPage } from './visit.ts';

/**
 * The engine's functions, whose errors would be objects of another realm: the page gets an error of its own instead. A
 * stack that is nearly full overflows in any function.
 */
function guarded(host: PageHost): PageHost {
  const guard =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return call(...args);
      } catch (error) {
        const { message } = error as { readonly message?: unknown };
        throw new RangeError(typeof message === 'string' ? message : 'the engine failed');
      }
    };
  const { now, step, wrote, perceive, canary, actionsLeft, acting, shim, listeners, call } = host;
  return {
    now: guard(now),
    step: guard(step),
    wrote: guard(wrote),
    perceive: guard(perceive),
    canary: guard(canary),
    actionsLeft: guard(actionsLeft),
    acting: guard(acting),
    shim: guard(shim),
    listeners: guard(listeners),
    call: guard(call),
  };
}

const entry: PageEntry = (unguarded, window) => {
  const host = guarded(unguarded);
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
