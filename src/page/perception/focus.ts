/**
 * Focus that the page moved to an error. In: the focused element after each look. Out: whether the page, not the
 * person, moved it to something that is marked as wrong.
 */

const WRONG = /(?:^|[\s_-])(?:error|err|invalid|danger|warning|alert|fail(?:ed|ure)?)(?=$|[\s_-])/i;

export class FocusWatch {
  #last: Element | null = null;

  /** The person put the focus here. */
  moved(element: Element | null): void {
    this.#last = element;
  }

  /** The element at fault that got the focus since the last call, or null. */
  compare(document: Document): Element | null {
    const now = innermost(document);
    if (now === this.#last) return null;
    this.#last = now;
    return now && isWrong(now) ? now : null;
  }
}

function innermost(document: Document): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

function isWrong(element: Element): boolean {
  if (element.getAttribute('aria-invalid') === 'true') return true;
  const role = element.getAttribute('role');
  if (role === 'alert' || role === 'alertdialog') return true;
  return WRONG.test(`${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`);
}
