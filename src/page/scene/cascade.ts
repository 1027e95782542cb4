/**
 * What the stylesheets of one document or shadow root say about whether an element is shown. In: rules and an element.
 * Out: the winning values, or null when no hiding rule matches. Only elements named by a hiding rule pay for a match.
 */
import type { HidingProperty, StyleRule } from './style-rules.ts';
import { hides } from './style-rules.ts';

/** What the winning rule of each property says; a property no rule sets is absent. */
export type Winners = Readonly<
  Partial<Record<HidingProperty, { readonly value: string; readonly important: boolean }>>
>;

export interface Shown {
  readonly values: Winners;
  /** The same with the pointer over it and the focus in it. */
  readonly hovered: Winners;
}

type Buckets = Map<string, StyleRule[]>;

function bucket(rules: readonly StyleRule[]): Buckets {
  const buckets: Buckets = new Map();
  for (const rule of rules) {
    const list = buckets.get(rule.parts.subject);
    if (list) list.push(rule);
    else buckets.set(rule.parts.subject, [rule]);
  }
  return buckets;
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    // A selector the engine cannot read drops its rule, as CSS says.
    return false;
  }
}

export class Cascade {
  readonly #all: Buckets;
  readonly #hiding: Buckets;
  readonly #classes = new Set<string>();
  readonly #attributes = new Set<string>();
  /** How far a change of one element may reach: its subtree, its parent's, or the whole root. */
  readonly reach: 'down' | 'siblings' | 'anywhere' = 'down';
  /** Some rule depends on a state that changes without a mutation. */
  readonly state: boolean = false;
  readonly empty: boolean;

  constructor(rules: readonly StyleRule[]) {
    const hiding = rules.filter((rule) => rule.sets.some((set) => hides(set.property, set.value)));
    this.#all = bucket(rules);
    this.#hiding = bucket(hiding);
    this.empty = rules.length === 0;
    if (hiding.length === 0) return;
    for (const { parts } of rules) {
      for (const name of parts.classes) this.#classes.add(name);
      for (const name of parts.attributes) this.#attributes.add(name);
      if (parts.reach === 'anywhere' || this.reach === 'down') this.reach = parts.reach;
      this.state ||= parts.state;
    }
  }

  /** `forced`: an attribute hides the element already, so that even a rule that only shows matters. */
  read(element: Element, tag: string, names: readonly string[], forced: boolean): Shown | null {
    if (this.empty) return null;
    const hit = candidates(this.#hiding, element, tag, names).some((rule) => matches(element, rule.selector));
    if (!hit && !forced) return null;
    const plain: StyleRule[] = [];
    const hovered: StyleRule[] = [];
    for (const rule of candidates(this.#all, element, tag, names)) {
      const met = matches(element, rule.selector);
      if (met) plain.push(rule);
      if (met || (rule.hovered !== '' && matches(element, rule.hovered))) hovered.push(rule);
    }
    return { values: winners(plain), hovered: winners(hovered) };
  }

  /** Whether a change of an attribute may change what some rule matches. */
  concerns(attribute: string, before: string, after: string): boolean {
    if (attribute !== 'class') return this.#attributes.has(attribute);
    if (this.#attributes.has('class')) return true;
    if (this.#classes.size === 0) return false;
    const old = new Set(before.split(/\s+/));
    const now = new Set(after.split(/\s+/));
    return [...old, ...now].some((name) => old.has(name) !== now.has(name) && this.#classes.has(name));
  }
}

const NONE: readonly StyleRule[] = [];

/** Rules whose subject the element may be, by its type, id and classes. */
function candidates(buckets: Buckets, element: Element, tag: string, names: readonly string[]): readonly StyleRule[] {
  if (buckets.size === 0) return NONE;
  const keys = ['*', tag];
  if (names.includes('id')) keys.push(`#${element.getAttribute('id')}`);
  if (names.includes('class'))
    for (const name of new Set((element.getAttribute('class') ?? '').split(/\s+/))) keys.push(`.${name}`);
  let found = NONE;
  for (const key of keys) {
    const rules = buckets.get(key);
    if (rules) found = found.length === 0 ? rules : [...found, ...rules];
  }
  return found;
}

function winners(rules: readonly StyleRule[]): Winners {
  const values: { -readonly [Property in keyof Winners]: Winners[Property] } = {};
  const ranks: Partial<Record<HidingProperty, readonly [number, number]>> = {};
  for (const rule of rules)
    for (const { property, value, important } of rule.sets) {
      const rank = [(important ? 1e9 : 0) + rule.parts.weight, rule.order] as const;
      const held = ranks[property];
      if (held && (held[0] > rank[0] || (held[0] === rank[0] && held[1] > rank[1]))) continue;
      ranks[property] = rank;
      values[property] = { value, important };
    }
  return values;
}
