/**
 * Showing and hiding: `classList`, `style`, `hidden` of an element. In: an element and a change of its looks. Out: an effect
 * with the text that comes or goes.
 */

import type { Node } from '../../syntax/tree.ts';
import { classOfTexts } from '../ledger/effect-classes.ts';
import { textsOf } from '../machine/effects.ts';
import type { Machine } from '../machine/machine.ts';
import { native, object } from '../values/objects.ts';
import type { Behaviour, Obj, Value } from '../values/values.ts';
import { exact, STATE, top, truth, UNDEFINED } from '../values/values.ts';
import { givenText, nameOfElement, shownTexts } from './dom-parts.ts';

/** Showing an element says its text; hiding it takes that away. */
export function visibility(machine: Machine, target: Value, key: string, isShown: boolean, site: Node): void {
  machine.effect(
    'dom',
    `${nameOfElement(target)}.${key}`,
    shownTexts(machine, target),
    site,
    isShown ? 'change' : 'hide',
  );
}

/** `classList` and `style` of an element. */
export function looksOf(target: Value, key: 'classList' | 'style'): Obj {
  const made = object({
    kind: key,
    name: nameOfElement(target),
    behaviour: key === 'style' ? STYLE : CLASSES,
  });
  made.slots.set('of', target);
  return made;
}

const STYLE: Behaviour<Machine> = {
  get: (_machine, self, key) => (key === 'setProperty' ? styleProperty(self) : top(STATE)),
  set: (machine, self, key, value, site) => {
    const target = self.slots.get('of') as Value;
    if (!['display', 'visibility', 'opacity', 'transform'].includes(key)) return true;
    const shown = exact(value);
    const isHiding = shown === 'none' || shown === 'hidden' || shown === '0';
    if (key === 'transform') return true;
    visibility(machine, target, `style.${key}`, !isHiding, site);
    return true;
  },
};

function styleProperty(self: Obj): Obj {
  return native<Machine>('setProperty', (m, _self, args, site) => {
    STYLE.set?.(m, self, exact(args[0]) ?? '', args[1] ?? UNDEFINED, site);
    return UNDEFINED;
  });
}

const HIDING =
  /^(?:hidden|hide|d-none|is-hidden|invisible|collapsed?|closed|display-none|visually-hidden|sr-only|none|off)$/i;

const CLASSES: Behaviour<Machine> = {
  get: (_machine, self, key) => {
    if (key === 'contains') return native<Machine>(key, () => top(STATE));
    if (!['add', 'remove', 'toggle', 'replace'].includes(key)) return top(STATE);
    return native<Machine>(key, (m, _self, args, site) => {
      changeClass(m, self.slots.get('of') as Value, key, args, site);
      return top(STATE);
    });
  },
};

function changeClass(machine: Machine, target: Value, key: string, args: readonly Value[], site: Node): void {
  const names = args.map((argument) => exact(argument) ?? '');
  const hides = names.some((name) => HIDING.test(name));
  const forced = key === 'toggle' && args[1] ? truth(args[1]) : null;
  const adds = key === 'add' || key === 'replace' || (key === 'toggle' && forced !== false);
  if (hides) {
    visibility(machine, target, `classList.${key}`, !adds || (key === 'toggle' && forced === null), site);
    return;
  }
  if (adds) restyle(machine, target, `classList.${key}`, args.slice(0, key === 'toggle' ? 1 : undefined), site);
  else machine.effect('dom', `${nameOfElement(target)}.classList.${key}`, args, site, 'hide');
}

/** An element is given classes: their names may claim, and so may what it says; for sure only what a script made it say. */
export function restyle(machine: Machine, target: Value, key: string, classes: readonly Value[], site: Node): void {
  const texts = shownTexts(machine, target);
  const isMessage = givenText(target) !== undefined && classOfTexts(textsOf(texts)) === 'claim';
  machine.effect(
    'dom',
    `${nameOfElement(target)}.${key}`,
    [...classes, ...texts],
    site,
    isMessage ? 'change' : 'style',
  );
}
