/**
 * Reads, through CSSOM, the rules of a document or shadow root that can hide or show an element. In: a root. Out: rules
 * in cascade order. Rules that set nothing of the kind are dropped; at-rules that do not apply to a screen as well.
 */
import { mediaApplies } from './media.ts';
import type { SelectorParts } from './selector-parts.ts';
import { readSelector, splitSelectors } from './selector-parts.ts';

const HIDING_PROPERTIES = ['display', 'visibility', 'opacity'] as const;
export type HidingProperty = (typeof HIDING_PROPERTIES)[number];

export interface StyleRule {
  readonly selector: string;
  /** The selector with the pointer or focus states a person can bring about taken as met; '' if it names none. */
  readonly hovered: string;
  readonly parts: SelectorParts;
  readonly order: number;
  readonly sets: readonly { readonly property: HidingProperty; readonly value: string; readonly important: boolean }[];
}

const HOVER = /:(?:hover|focus-within|focus-visible|focus|active)(?![\w-])/g;

export const hides = (property: HidingProperty, value: string): boolean =>
  property === 'opacity'
    ? /^0*(?:\.0+)?%?$/.test(value) && value !== ''
    : value === 'none' || value === 'hidden' || value === 'collapse';

interface RuleLike {
  readonly selectorText?: string;
  readonly cssText?: string;
  readonly style?: CSSStyleDeclaration;
  readonly media?: { readonly mediaText: string };
  readonly conditionText?: string;
  readonly styleSheet?: { readonly cssRules: CSSRuleList };
  readonly cssRules?: CSSRuleList;
}

export function readSheets(sheets: Iterable<CSSStyleSheet>, window: Window): StyleRule[] {
  const found: StyleRule[] = [];
  for (const sheet of sheets) {
    if (sheet.disabled || !mediaApplies(sheet.media?.mediaText ?? '', window)) continue;
    readRules(rulesOf(sheet), '', window, found);
  }
  return found;
}

/** A sheet of another origin keeps its rules to itself: it is loaded by nobody here. */
export function rulesOf(sheet: CSSStyleSheet): ArrayLike<CSSRule> & Iterable<CSSRule> {
  try {
    return sheet.cssRules ?? [];
  } catch {
    // A SecurityError is the defined answer for a sheet whose rules may not be read.
    return [];
  }
}

function readRules(rules: Iterable<CSSRule>, parent: string, window: Window, found: StyleRule[]): void {
  for (const each of rules) {
    const rule = each as unknown as RuleLike;
    if (rule.selectorText !== undefined) {
      const selector = nest(rule.selectorText, parent);
      addRule(selector, rule.style, found);
      if (rule.cssRules?.length) readRules(rule.cssRules, selector, window, found);
    } else if (rule.styleSheet) readRules(rule.styleSheet.cssRules, parent, window, found);
    else if (rule.cssRules && groupApplies(each, rule, window)) readRules(rule.cssRules, parent, window, found);
    else if (rule.style && parent !== '' && each.constructor.name === 'CSSNestedDeclarations')
      addRule(parent, rule.style, found);
  }
}

function groupApplies(rule: CSSRule, like: RuleLike, window: Window): boolean {
  const kind = rule.constructor.name;
  if (kind.includes('Keyframes') || kind.includes('StartingStyle')) return false;
  return kind !== 'CSSMediaRule' || mediaApplies(like.media?.mediaText ?? like.conditionText ?? '', window);
}

function nest(selector: string, parent: string): string {
  if (parent === '') return selector;
  const outer = `:is(${parent})`;
  return splitSelectors(selector)
    .map((part) => (part.includes('&') ? part.replaceAll('&', outer) : `${outer} ${part}`))
    .join(', ');
}

function addRule(list: string, style: CSSStyleDeclaration | undefined, found: StyleRule[]): void {
  if (!style) return;
  const sets: StyleRule['sets'][number][] = [];
  for (const property of HIDING_PROPERTIES) {
    const value = style.getPropertyValue(property).trim();
    if (value === '') continue;
    sets.push({ property, value, important: style.getPropertyPriority(property) === 'important' });
  }
  if (sets.length === 0) return;
  for (const selector of splitSelectors(list)) {
    const parts = readSelector(selector);
    if (!parts) continue;
    const held = selector.replace(HOVER, ':not(savecheck-none)');
    const hovered = held === selector ? '' : held;
    found.push({ selector, hovered, parts, order: found.length, sets });
  }
}
