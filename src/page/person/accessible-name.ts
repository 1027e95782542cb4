/**
 * What a person would call a control. In: an element. Out: its accessible name, capped; '' when it has none.
 * Order of sources: aria-label, aria-labelledby, label, text, title, placeholder, value, alt, name.
 */

const NAME_CHARS = 80;
const VALUED = new Set(['input', 'select', 'textarea']);

const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

export function accessibleName(element: Element): string {
  return (
    tidy(element.getAttribute('aria-label')) ||
    labelledBy(element) ||
    labelOf(element) ||
    textOf(element) ||
    tidy(element.getAttribute('title')) ||
    tidy(element.getAttribute('placeholder')) ||
    ownValue(element) ||
    tidy(element.querySelector('[alt], [aria-label], svg > title')?.getAttribute('alt')) ||
    tidy(element.getAttribute('name'))
  ).slice(0, NAME_CHARS);
}

function labelledBy(element: Element): string {
  const ids = tidy(element.getAttribute('aria-labelledby'));
  if (ids === '') return '';
  const root = element.getRootNode() as Document | ShadowRoot;
  return tidy(
    ids
      .split(' ')
      .map((id) => root.getElementById?.(id)?.textContent ?? '')
      .join(' '),
  );
}

function labelOf(element: Element): string {
  // A button is called by its text; asking for its labels costs a walk through the whole page.
  if (!VALUED.has(element.localName)) return '';
  const labels = (element as HTMLInputElement).labels;
  return labels?.length ? tidy([...labels].map((label) => label.textContent).join(' ')) : '';
}

function textOf(element: Element): string {
  if (VALUED.has(element.localName)) return '';
  const text = element.textContent ?? '';
  return tidy(text.length > 2_000 ? text.slice(0, 2_000) : text);
}

function ownValue(element: Element): string {
  if (element.localName !== 'input') return '';
  const type = (element as HTMLInputElement).type;
  return ['submit', 'button', 'reset', 'image'].includes(type) ? tidy(element.getAttribute('value')) || type : '';
}
