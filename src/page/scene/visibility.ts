/**
 * Decides for one element, from its parent's flags, what a person can see of it and do with it. In: the element, its
 * parent's flags, its root's cascade. Out: flags. Never asks for computed style.
 */
import type { Cascade, Shown, Winners } from './cascade.ts';

/** Not rendered, itself or through an ancestor. */
export const HIDDEN = 1;
/** Computed `visibility` other than visible. */
export const VEILED = 2;
/** Fully transparent, itself or through an ancestor: not seen, though an input may still be clicked. */
export const FADED = 4;
/** Inert or aria-hidden, itself or through an ancestor: seen, not operable. */
const INERT = 8;
/** Not rendered until the pointer or the focus is on it or an ancestor: a person gets there, but does not see it now. */
const HOVERED = 16;

const UNSEEN = HIDDEN | VEILED | FADED | HOVERED;
const INHERITED = HIDDEN | FADED | INERT | HOVERED;

export const isSeen = (flags: number): boolean => (flags & UNSEEN) === 0;
export const isOperable = (flags: number): boolean => (flags & (HIDDEN | VEILED | INERT | FADED)) === 0;

const NEVER = new Set(
  (
    'script style template head title meta link base noscript datalist param source track area ' +
    'defs symbol metadata desc clipPath mask linearGradient radialGradient'
  ).split(' '),
);
const OPAQUE = new Set(['iframe', 'canvas', 'video', 'audio', 'object', 'textarea', 'progress', 'meter']);

/** Elements whose content is a fallback or is read as a value, never as text of the page. */
export const hidesContent = (element: Element): boolean => OPAQUE.has(element.localName);

/** What the element's own attributes and place say, before any stylesheet: hidden unless an author rule shows it. */
function hiddenByMarkup(element: Element, tag: string, names: readonly string[]): boolean {
  if (names.includes('hidden')) return true;
  if (tag === 'dialog') return !names.includes('open');
  return names.includes('popover') && !popoverIsOpen(element);
}

function popoverIsOpen(element: Element): boolean {
  return element.matches(':popover-open');
}

/** Never rendered, whatever a stylesheet says. */
function hiddenByKind(element: Element, tag: string): boolean {
  return NEVER.has(tag) || (tag === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden');
}

/** What the children of an element take over from it; `shown` is the one child that stays when the rest is closed away. */
export function flagsBelow(
  element: Element,
  flags: number,
): { readonly flags: number; readonly shown: Element | null } {
  const tag = element.localName;
  if (OPAQUE.has(tag)) return { flags: flags | HIDDEN, shown: null };
  if (tag !== 'details' || element.hasAttribute('open')) return { flags, shown: null };
  return { flags: flags | HIDDEN, shown: firstSummary(element) };
}

function firstSummary(details: Element): Element | null {
  for (let child = details.firstElementChild; child; child = child.nextElementSibling)
    if (child.localName === 'summary') return child;
  return null;
}

const DECLARATION = /(?:^|;)\s*(display|visibility|opacity)\s*:\s*([^;!]*)(!\s*important)?/gi;

interface Inline {
  readonly value: string;
  readonly important: boolean;
}

function readInline(element: Element): Record<string, Inline> {
  const found: Record<string, Inline> = {};
  for (const [, name, value, important] of (element.getAttribute('style') ?? '').matchAll(DECLARATION))
    found[name!.toLowerCase()] = { value: value!.trim().toLowerCase(), important: important !== undefined };
  return found;
}

const NOTHING: Shown = { values: {}, hovered: {} };

export function resolveFlags(element: Element, inherited: number, cascade: Cascade, names: readonly string[]): number {
  const tag = element.localName;
  let flags = inherited & INHERITED;
  if (names.includes('inert') || (names.includes('aria-hidden') && element.getAttribute('aria-hidden') === 'true'))
    flags |= INERT;
  if (hiddenByKind(element, tag)) return flags | HIDDEN | (inherited & VEILED);
  const forced = hiddenByMarkup(element, tag, names);
  const styled = names.includes('style') ? readInline(element) : {};
  const shown = cascade.read(element, tag, names, forced) ?? NOTHING;
  const pick = (name: keyof Winners, from: Winners): string | undefined => {
    const [own, rule] = [styled[name], from[name]];
    return own && (own.important || !rule?.important) ? own.value : rule?.value;
  };
  const display = pick('display', shown.values) ?? (forced ? 'none' : '');
  if (display === 'none') {
    const reached = shown !== NOTHING && (pick('display', shown.hovered) ?? 'none') !== 'none';
    flags |= reached ? HOVERED : HIDDEN;
  }
  const visibility = pick('visibility', shown.values);
  if (visibility === undefined || visibility === 'inherit') flags |= inherited & VEILED;
  else if (visibility !== 'visible' && visibility !== 'initial')
    flags |= pick('visibility', shown.hovered) === 'visible' ? HOVERED : VEILED;
  const opacity = pick('opacity', shown.values);
  if (opacity !== undefined && Number.parseFloat(opacity) === 0)
    flags |= Number.parseFloat(pick('opacity', shown.hovered) ?? '0') === 0 ? FADED : HOVERED;
  return flags;
}
