/**
 * What an element is to a person's hand. In: an element and its attribute names. Out: a field to fill, a control to
 * press, or nothing. By markup alone; listeners are the listener book's matter.
 */

export type ControlKind = 'field' | 'press';

const PRESSED_ROLES = new Set(
  'button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch treeitem'.split(' '),
);
const PRESSED_TYPES = new Set(['submit', 'button', 'reset', 'image']);

export function controlKind(element: Element, names: readonly string[]): ControlKind | null {
  switch (element.localName) {
    case 'input':
      return inputKind((element.getAttribute('type') ?? 'text').toLowerCase());
    case 'textarea':
    case 'select':
      return 'field';
    case 'button':
    case 'summary':
      return 'press';
    case 'body':
    case 'html':
      return null;
    case 'a':
    case 'area':
      return names.includes('href') || names.includes('onclick') ? 'press' : null;
    default:
      return markedKind(element, names);
  }
}

function inputKind(type: string): ControlKind | null {
  if (type === 'hidden') return null;
  return PRESSED_TYPES.has(type) ? 'press' : 'field';
}

function markedKind(element: Element, names: readonly string[]): ControlKind | null {
  if (names.includes('contenteditable')) {
    const value = element.getAttribute('contenteditable')?.toLowerCase();
    if (value === '' || value === 'true' || value === 'plaintext-only') return 'field';
  }
  if (names.includes('role')) {
    const role = element.getAttribute('role') ?? '';
    if (PRESSED_ROLES.has(role)) return 'press';
    if (role === 'textbox' && names.includes('tabindex')) return 'press';
  }
  return names.includes('onclick') ||
    names.includes('ondblclick') ||
    names.includes('onpointerdown') ||
    names.includes('onmousedown')
    ? 'press'
    : null;
}
