/**
 * Enter in a field, as HTML's implicit submission says: the form's default button is clicked; without one, a form of
 * one text field is submitted. In: a field. Out: events. A page that prevents the key prevents the submission.
 */
import type { Gestures } from './gestures.ts';

const BLOCKING = new Set('text search tel url email password date month week time datetime-local number'.split(' '));

/** Whether Enter in the element submits its form by itself. */
export const submitsOnEnter = (element: Element): element is HTMLInputElement =>
  element.localName === 'input' &&
  BLOCKING.has((element as HTMLInputElement).type) &&
  (element as HTMLInputElement).form !== null;

export function pressEnter(gestures: Gestures, element: Element): void {
  gestures.focus(element);
  const press = { key: 'Enter' };
  const submits = gestures.key(element, 'keydown', press) && gestures.key(element, 'keypress', press);
  if (submits && element.isConnected && submitsOnEnter(element)) submitImplicitly(gestures, element);
  gestures.key(element, 'keyup', press);
}

function submitImplicitly(gestures: Gestures, input: HTMLInputElement): void {
  const form = input.form;
  if (!form) return;
  const button = defaultButton(form);
  if (button) {
    if (!button.matches(':disabled')) gestures.pointer(button, 'click', { detail: 0 });
    return;
  }
  const fields = [...form.elements].filter((each) => submitsOnEnter(each));
  if (fields.length <= 1) form.requestSubmit();
}

function defaultButton(form: HTMLFormElement): Element | null {
  for (const control of form.elements) {
    const { type } = control as HTMLButtonElement;
    if (type === 'submit') return control;
  }
  return null;
}
