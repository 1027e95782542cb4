/**
 * Blobs and workers. In: a machine. Out: `Blob`, `File`, `Worker`: a worker made of a blob runs the blob's text, its
 * messages are events; one made of a file that is not at hand is opaque.
 */

import type { Machine } from '../machine/machine.ts';
import { native } from '../values/objects.ts';
import type { Obj } from '../values/values.ts';
import { STATE, UNDEFINED } from '../values/values.ts';
import { loadScript } from './dynamic-code.ts';

export function blobGlobal(name: string): Obj {
  return native<Machine>(name, (m, _s, [parts]) => {
    const made = m.plain({}, STATE);
    const [first] = parts?.t === 'obj' && parts.items ? parts.items.v : [];
    if (first && parts?.t === 'obj' && parts.items?.v.length === 1) made.slots.set('code', first);
    return made;
  });
}

export function workerGlobal(name: string): Obj {
  return native<Machine>(name, (m, _s, [url], site) => {
    loadScript(m, url ?? UNDEFINED, site);
    return m.plain({ postMessage: native('postMessage', () => UNDEFINED) }, STATE);
  });
}
