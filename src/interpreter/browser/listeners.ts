/**
 * `addEventListener` and its opposite, on elements, the document and the window. In: what they are given. Out: a handler, with what it
 * can do to its event; a handler that is gone.
 */
import type { HandlerSpec, Machine } from '../machine/machine.ts';
import type { Value } from '../values/values.ts';
import { exact, TRUE, truth, UNDEFINED } from '../values/values.ts';

/** `element`: as in a handler. */
export function listenTo(machine: Machine, element: number, args: readonly Value[]): Value {
  const [type, fn = UNDEFINED, options] = args;
  machine.listen({ fn, kind: 'event', event: exact(type) ?? '', element, ...modeOf(options) });
  return UNDEFINED;
}

export function stopListening(machine: Machine, args: readonly Value[]): Value {
  const [type, fn = UNDEFINED] = args;
  machine.unlisten(exact(type) ?? '', fn);
  return UNDEFINED;
}

/** Passive listeners stop no event, and those for one time not the next. */
function modeOf(options: Value | undefined): Pick<HandlerSpec, 'stops' | 'captures'> {
  if (options?.t !== 'obj') return options === TRUE ? { captures: true } : {};
  const told = (key: string): boolean | null => truth(options.props.get(key)?.v ?? UNDEFINED);
  const isPassive = told('passive');
  const stops = isPassive === true ? 'never' : isPassive === null || told('once') !== false ? 'maybe' : 'always';
  return { stops, ...(told('capture') === true ? { captures: true } : {}) };
}
