/**
 * Listeners that frameworks keep as properties of the element while one real listener sits on the root. In: an element.
 * Out: event types and callbacks. React (`__reactProps$…`), Svelte (`__click`), Solid (`$$click`).
 */

/** React's spelling of a type, where lower case is not enough. */
const RENAMED: Readonly<Record<string, string>> = { doubleclick: 'dblclick', change: '' };

export type Kept = readonly [type: string, callback: EventListener];

export function keptListeners(element: Element): Kept[] {
  const found: Kept[] = [];
  for (const name of Object.keys(element)) {
    const value = (element as unknown as Record<string, unknown>)[name];
    if (name.startsWith('__reactProps$')) found.push(...reactListeners(value));
    else if (/^(?:__|\$\$)[a-z]+$/.test(name) && typeof value === 'function')
      found.push([name.slice(2), value as EventListener]);
  }
  return found;
}

function reactListeners(properties: unknown): Kept[] {
  if (typeof properties !== 'object' || properties === null) return [];
  const found: Kept[] = [];
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'function' || !/^on[A-Z]/.test(name)) continue;
    const plain = name
      .slice(2)
      .replace(/Capture$/, '')
      .toLowerCase();
    // React's change is the browser's input: it says nothing about the leaving of a field.
    const type = RENAMED[plain] ?? plain;
    if (type !== '') found.push([type, value as EventListener]);
  }
  return found;
}

/** Listens to every type there is on behalf of the elements below it. */
export function isFrameworkRoot(target: EventTarget): boolean {
  return Object.keys(target).some((name) => name.startsWith('_reactListening') || name.startsWith('__reactContainer$'));
}
