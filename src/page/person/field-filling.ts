/**
 * Fills one field. In: a field and how often it was filled before. Out: events, and whether it took a value. Values
 * satisfy the field's constraints where any candidate does; the field's own validity decides.
 */

import { chooseFile, chooseOption, fileFor, radioChoice, tick } from './choosing.ts';
import type { Control } from './controls.ts';
import type { Gestures } from './gestures.ts';
import type { Reach } from './reach.ts';
import type { Tokens } from './tokens.ts';
import { setNative, typeEditable, typeText } from './typing.ts';
import { askedWord, sentence } from './values/free-text.ts';
import { valuesFor } from './values/value-for.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const REPEATED = /confirm|repeat|again|verif|re-?(?:type|enter)|bestätig|wiederhol/;

export class FieldFilling {
  readonly #gestures: Gestures;
  readonly #reach: Reach;
  readonly #tokens: Tokens;
  /** The last password or address typed: a field that asks to repeat it gets the same. */
  readonly #last = new Map<string, string>();

  constructor(gestures: Gestures, reach: Reach, tokens: Tokens) {
    this.#gestures = gestures;
    this.#reach = reach;
    this.#tokens = tokens;
  }

  fill(control: Control, round: number): void {
    const element = control.element;
    if (element.localName === 'select') this.#choose(element as HTMLSelectElement);
    else if (element.localName === 'textarea') this.#type(control, element as HTMLTextAreaElement, round);
    else if (element.localName === 'input') this.#fillInput(control, element as HTMLInputElement, round);
    else this.#edit(control, round);
  }

  #fillInput(control: Control, input: HTMLInputElement, round: number): void {
    if (input.type === 'checkbox') tick(this.#gestures, input, this.#hand(input));
    else if (input.type === 'radio') this.#pick(input);
    else if (input.type === 'file') this.chooseFile(control);
    else if (input.type === 'range' || input.type === 'color') this.#set(control, input, round);
    else this.#type(control, input, round);
  }

  /** The input itself, or the label through which a person reaches it. */
  #hand(input: HTMLInputElement): Element {
    return this.#reach.state(input) === 'ok' ? input : (this.#reach.label(input) ?? input);
  }

  #choose(select: HTMLSelectElement): void {
    this.#gestures.focus(select);
    chooseOption(this.#gestures, select);
  }

  #pick(radio: HTMLInputElement): void {
    const group = radioGroup(radio).filter((each) => this.#reach.state(each) === 'ok' || this.#reach.label(each));
    const choice = radioChoice(radio, group);
    if (choice) this.#gestures.click(this.#hand(choice));
  }

  /** Takes out what was typed: a person whose search found nothing does so. */
  empty(field: TextField): void {
    this.#gestures.focus(field);
    setNative(field, 'value', '');
    this.#gestures.input(field, 'input', '');
  }

  chooseFile(control: Control): void {
    const input = control.element as HTMLInputElement;
    const token = this.#tokens.of(control.key);
    this.#tokens.announce(token.text, control.label);
    const file = fileFor(this.#gestures.realm(input), input.accept, token.text);
    chooseFile(this.#gestures, input, file);
  }

  #set(control: Control, input: HTMLInputElement, round: number): void {
    this.#gestures.focus(input);
    const value = this.#candidates(control, input, round)[0]!;
    this.#tokens.announce(value, control.label);
    setNative(input, 'value', value);
    this.#gestures.input(input, 'input', value);
  }

  #type(control: Control, field: TextField, round: number): void {
    // What the page has given the focus is typed into at once.
    if ((field.getRootNode() as Document).activeElement !== field) this.#gestures.click(field);
    if (!field.isConnected) return;
    const value = this.#accepted(field, this.#candidates(control, field, round));
    this.#announce(control, value);
    if (typeText(this.#gestures, field, value)) this.#last.set((field as HTMLInputElement).type, value);
    else typeText(this.#gestures, field, String(1_000 + this.#tokens.of(control.key).ordinal));
  }

  #edit(control: Control, round: number): void {
    this.#gestures.click(control.element);
    if (!control.element.isConnected) return;
    const token = this.#tokens.of(control.key).text;
    this.#tokens.announce(token, control.label);
    typeEditable(this.#gestures, control.element, sentence(token, round));
  }

  #candidates(control: Control, field: TextField, round: number): string[] {
    const token = this.#tokens.of(control.key);
    const hint = hintOf(control, field);
    const prose = `${control.name}\n${field.placeholder}\n${textBefore(field)}`;
    const repeats = REPEATED.test(hint) && askedWord(prose) === null;
    const repeated = repeats ? this.#last.get((field as HTMLInputElement).type) : undefined;
    const values = valuesFor(field, {
      token: token.text,
      ordinal: token.ordinal,
      hint,
      prose,
      around: `${prose}\n${textAfter(field)}`,
      round,
    });
    return repeated === undefined ? values : [repeated, ...values];
  }

  /** The first value under which the field is valid; set without an event, as the typing sets it again. */
  #accepted(field: TextField, values: readonly string[]): string {
    const held = field.value;
    let accepted = values[0]!;
    for (const value of values) {
      setNative(field, 'value', value);
      const { valid, customError } = field.validity;
      const kept = field.value !== '' || value === '';
      if (!kept || !(valid || customError)) continue;
      accepted = value;
      break;
    }
    setNative(field, 'value', held);
    return accepted;
  }

  #announce(control: Control, value: string): void {
    const { text } = this.#tokens.of(control.key);
    const carries = value.toLowerCase().includes(text);
    this.#tokens.announce(carries ? text : value, control.label);
  }
}

/** The radios of which one can be checked at a time; a radio without a name stands alone. */
export function radioGroup(radio: HTMLInputElement): HTMLInputElement[] {
  if (!radio.name) return [radio];
  const scope = radio.form
    ? [...radio.form.elements]
    : [...(radio.getRootNode() as Document).querySelectorAll('input')];
  return (scope as HTMLInputElement[]).filter(
    (each) =>
      each.localName === 'input' && each.type === 'radio' && each.name === radio.name && each.form === radio.form,
  );
}

const QUOTED: ReadonlySet<string> = new Set(['code', 'kbd', 'b', 'strong', 'em', 'mark', 'samp', 'q']);
const BEFORE_CHARS = 200;

/** What stands before the field in its block or right before it, with what is set off there in quotation marks. */
function textBefore(field: Element): string {
  const parts: string[] = [];
  for (let node = field.previousSibling; node && parts.length < 6; node = node.previousSibling)
    parts.unshift(quoting(node));
  if (parts.join('').trim() === '') parts.push(quoting(field.parentElement?.previousElementSibling ?? null));
  return parts.join('\n').slice(-BEFORE_CHARS);
}

/** What stands after the field in its block, up to the next control, or in the block after it. */
function textAfter(field: Element): string {
  const start = field.nextSibling ?? field.parentElement?.nextSibling ?? null;
  let text = '';
  for (let node: Node | null = start, seen = 0; node && seen < 6; node = node.nextSibling, seen++) {
    if (node.nodeType === 1 && (node as Element).matches('input, textarea, select, button, script, style')) break;
    text += `${node.nodeType === 1 || node.nodeType === 3 ? (node.textContent ?? '').slice(0, BEFORE_CHARS) : ''}\n`;
  }
  return text.slice(0, BEFORE_CHARS);
}

function quoting(node: Node | null): string {
  if (!node) return '';
  const name = (node as Element).localName;
  if (node.nodeType !== 1) return node.nodeType === 3 ? (node.nodeValue ?? '') : '';
  if (QUOTED.has(name)) return ` “${node.textContent ?? ''}” `;
  if (name === 'script' || name === 'style' || node.childNodes.length > 12) return '';
  return [...node.childNodes].map(quoting).join('');
}

function hintOf(control: Control, field: TextField): string {
  const parts = ['id', 'name', 'placeholder', 'autocomplete', 'inputmode', 'title', 'aria-label'];
  return [control.name, ...parts.map((name) => field.getAttribute(name) ?? '')].join(' ').toLowerCase();
}
