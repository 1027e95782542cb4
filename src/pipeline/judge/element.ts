/**
 * How elements are told apart and called. In: element references of either half. Out: a name for keys and reports, and
 * whether two references mean one element.
 */
import type { ElementRef } from '../../model.ts';

/** Its selector, else what tells it best from others. */
export function elementName(element: ElementRef): string {
  if (element.selector) return element.selector;
  if (element.id) return `${element.tag}#${element.id}`;
  if (element.name) return `${element.tag}[name=${element.name}]`;
  const classes = (element.className ?? '').split(/\s/).filter((word) => word !== '');
  return [element.tag, ...classes].join('.');
}

/** By id, else by name, else by class: whichever either of them has. */
export function isSameElement(a: ElementRef, b: ElementRef): boolean {
  if (a.id || b.id) return a.id === b.id;
  if (a.name || b.name) return a.tag === b.tag && a.name === b.name;
  return a.tag === b.tag && (a.className ?? '') === (b.className ?? '');
}

/** Two elements of one tag with different ids are surely two; a form and its button are not told apart. */
export function surelyTwo(a: ElementRef, b: ElementRef): boolean {
  return a.tag === b.tag && Boolean(a.id && b.id) && a.id !== b.id;
}
