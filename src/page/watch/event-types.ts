/** The event types that matter to a person's actions, by what the person does. */

export const POINTER: ReadonlySet<string> = new Set(
  'click pointerdown pointerup mousedown mouseup touchstart touchend dblclick contextmenu'.split(' '),
);
export const KEYS: ReadonlySet<string> = new Set(['keydown', 'keypress', 'keyup']);
export const LEAVING_FIELD: ReadonlySet<string> = new Set(['change', 'blur', 'focusout']);
export const DRAG_SOURCE: ReadonlySet<string> = new Set(['dragstart', 'dragend', 'drag']);
export const DROP: ReadonlySet<string> = new Set(['drop']);

const OTHERS =
  'input beforeinput focus focusin submit reset dragenter dragover dragleave paste ' +
  'pointerover pointerenter pointermove pointerout pointerleave pointercancel ' +
  'mouseover mouseenter mousemove mouseout mouseleave touchmove touchcancel auxclick compositionstart compositionend ' +
  'transitionend animationend scroll selectionchange wheel';

/** Types whose `on…` properties are watched. */
export const WATCHED: ReadonlySet<string> = new Set([
  ...POINTER,
  ...KEYS,
  ...LEAVING_FIELD,
  ...DRAG_SOURCE,
  ...DROP,
  ...OTHERS.split(' '),
]);
