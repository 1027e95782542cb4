/**
 * Which attribute changes a person perceives, and as what. In: an attribute's name. Out: the kind of perception, or
 * null: `data-*` and the rest are machinery.
 */

const STATES = new Set(['open', 'disabled', 'hidden']);
const NAMED = new Set(['title', 'alt', 'placeholder']);

export type AttributeKind = 'state' | 'style' | 'attribute';

export function attributeKind(name: string): AttributeKind | null {
  if (name === 'class' || name === 'style') return 'style';
  if (STATES.has(name)) return 'state';
  return NAMED.has(name) || name.startsWith('aria-') ? 'attribute' : null;
}
