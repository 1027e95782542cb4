/**
 * Listeners that frameworks keep as properties of the element while one real listener sits on the root. In: an element.
 * Out: whether a press on it is listened to. React (`__reactProps$…`), Svelte (`__click`), Solid (`$$click`), Vue (`_vei`).
 */

const PRESSES = [
  'onClick',
  'onPointerDown',
  'onMouseDown',
  'onMouseUp',
  'onPointerUp',
  'onDoubleClick',
  'onTouchStart',
];

export function hasPressProperty(element: Element): boolean {
  for (const name of Object.keys(element)) {
    if (name.startsWith('__reactProps$')) return hasAny((element as unknown as Record<string, unknown>)[name]);
    if (name === '__click' || name === '$$click') return true;
    if (name === '_vei') return hasAny((element as unknown as Record<string, unknown>)[name]);
  }
  return false;
}

function hasAny(properties: unknown): boolean {
  if (typeof properties !== 'object' || properties === null) return false;
  return PRESSES.some(
    (name) =>
      typeof (properties as Record<string, unknown>)[name] === 'function' ||
      (properties as Record<string, unknown>)[name] instanceof Object,
  );
}

/** The one listener of such a root stands for properties already read: the leaves below it need no guessing. */
export function isFrameworkRoot(target: EventTarget): boolean {
  return Object.keys(target).some((name) => name.startsWith('_reactListening') || name.startsWith('__reactContainer$'));
}
