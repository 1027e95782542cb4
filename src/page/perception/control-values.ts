/**
 * Remembers what each control holds, since a value changes without a mutation. In: controls that may have changed.
 * Out: value and state (checked, selected) perceptions. Passwords are held like the rest: nothing leaves the process.
 */

export interface ValueEvent {
  readonly kind: 'value' | 'state';
  readonly text: string;
  readonly before: string;
}

const TAGS = new Set(['input', 'textarea', 'select', 'progress', 'meter', 'output']);

export const holdsValue = (element: Element): boolean => TAGS.has(element.localName);

interface Held {
  readonly value: string;
  readonly checked: string;
}

function read(element: Element): Held {
  if (element.localName === 'select') {
    const chosen = [...(element as HTMLSelectElement).selectedOptions].map((option) => option.label || option.text);
    return { value: chosen.join(', '), checked: '' };
  }
  if (element.localName === 'progress' || element.localName === 'meter')
    return { value: element.getAttribute('value') ?? '', checked: '' };
  if (element.localName !== 'input') return { value: (element as HTMLTextAreaElement).value, checked: '' };
  const input = element as HTMLInputElement;
  if (input.type === 'file')
    return { value: [...(input.files ?? [])].map((file) => file.name).join(', '), checked: '' };
  if (input.type !== 'checkbox' && input.type !== 'radio') return { value: input.value, checked: '' };
  return { value: '', checked: input.indeterminate ? 'mixed' : input.checked ? 'checked' : 'unchecked' };
}

export class ControlValues {
  readonly #held = new Map<Element, Held>();

  /** Baseline of a control the person sees for the first time. */
  note(element: Element): void {
    if (!this.#held.has(element)) this.#held.set(element, read(element));
  }

  controls(): Iterable<Element> {
    return this.#held.keys();
  }

  /** What one control shows that it did not show before. */
  compare(element: Element): ValueEvent[] {
    const before = this.#held.get(element);
    if (!element.isConnected) {
      this.#held.delete(element);
      return [];
    }
    const after = read(element);
    this.#held.set(element, after);
    if (!before) return [];
    const events: ValueEvent[] = [];
    if (before.value !== after.value) events.push({ kind: 'value', text: after.value, before: before.value });
    if (before.checked !== after.checked) events.push({ kind: 'state', text: after.checked, before: before.checked });
    return events;
  }
}
