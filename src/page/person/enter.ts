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
  if (hasOneField(form)) form.requestSubmit();
}

/** Whether Enter in the element is what sends its form, since no button does. */
export function sendsAlone(element: Element): boolean {
  if (!submitsOnEnter(element)) return false;
  const form = element.form as HTMLFormElement;
  return defaultButton(form) === null && hasOneField(form);
}

function hasOneField(form: HTMLFormElement): boolean {
  return [...form.elements].filter((each) => submitsOnEnter(each)).length <= 1;
}

function defaultButton(form: HTMLFormElement): Element | null {
  for (const control of form.elements) {
    const { type } = control as HTMLButtonElement;
    if (type === 'submit') return control;
  }
  return null;
}
