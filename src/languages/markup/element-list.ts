/**
 * The elements of a document that a write can hang on. In: start and end tags, text, in document order. Out: elements with the form
 * that owns them and the text they show. Follows the open-form pointer of the HTML standard, and `form=` by id.
 */
import type { MappedText, MarkupElement } from '../../contracts.ts';
import { withGuesses } from '../../syntax/holes.ts';
import type { RawTag } from './tokens.ts';

export const FORM_TAGS: ReadonlySet<string> = new Set(['form', 'button', 'input', 'select', 'textarea']);
/** Attributes that code compares with; of the others, what they are most likely filled with is good enough. */
const COMPARED = /^(?:data-.*|value|content)$/;
const TEXT_TAGS: ReadonlySet<string> = new Set(['button', 'a', 'label', 'summary', 'option', 'textarea', 'output']);
/** Elements that may hold a message, hidden until it is time. */
const MESSAGE_TAGS =
  /^(?:p|div|span|section|article|aside|dialog|li|h[1-6]|strong|em|small|header|footer|figure|figcaption|td|mark|ins)$/;
/** Characters of text kept of one element. */
export const TEXT_CHARS = 200;
/** Characters of a message; an element with more of them is no message, and goes without. */
const MESSAGE_CHARS = 160;
/** Characters of data in a script that are kept. */
const DATA_CHARS = 20_000;
/** Open elements that collect text at a time; deeper ones go without. */
const OPEN_TEXTS = 64;

type Mutable<T> = { -readonly [K in keyof T]: T[K] } & { shows?: string[] };

export class ElementList {
  readonly #elements: Mutable<MarkupElement>[] = [];
  readonly #texts: { readonly tag: string; readonly element: Mutable<MarkupElement> }[] = [];
  readonly #messages: { readonly tag: string; readonly element: Mutable<MarkupElement>; isOver: boolean }[] = [];
  readonly #fieldsets: boolean[] = [];
  /** Id of the template that is open. */
  template: string | null = null;
  #disabledFieldsets = 0;
  #form = -1;

  openFieldset(tag: RawTag): void {
    const disabled = tag.attributes.some((attribute) => attribute.name === 'disabled');
    this.#fieldsets.push(disabled);
    if (disabled) this.#disabledFieldsets++;
  }

  /** Its index. `nests`: a form inside an open form may be one of its own. */
  add(tag: RawTag, values: ReadonlyMap<string, MappedText>, offset: number, nests: boolean): number {
    const index = this.#elements.length;
    const element: Mutable<MarkupElement> = {
      tag: tag.name,
      attributes: Object.fromEntries(
        [...values].map(([name, { text }]) => [name, COMPARED.test(name) ? text : withGuesses(text)]),
      ),
      offset,
      form: tag.name === 'form' ? -1 : this.#form,
      disabled: values.has('disabled') || this.#disabledFieldsets > 0,
      text: '',
      ...(this.template === null ? {} : { template: this.template }),
    };
    this.#elements.push(element);
    if (tag.name === 'form' && (this.#form < 0 || nests)) this.#form = index;
    if (TEXT_TAGS.has(tag.name) && this.#texts.length < OPEN_TEXTS) this.#texts.push({ tag: tag.name, element });
    if (MESSAGE_TAGS.test(tag.name) && this.#messages.length < OPEN_TEXTS)
      this.#messages.push({ tag: tag.name, element, isOver: false });
    return index;
  }

  /** A script that does not run holds data for others to read. */
  addData(tag: RawTag, values: ReadonlyMap<string, MappedText>, offset: number, data: string): void {
    if (data.length > DATA_CHARS) return;
    const index = this.add(tag, values, offset, false);
    this.#elements[index]!.text = data;
  }

  close(name: string): void {
    if (name === 'form') this.#form = -1;
    if (name === 'fieldset' && this.#fieldsets.pop()) this.#disabledFieldsets--;
    for (const texts of [this.#texts, this.#messages]) {
      const open = texts.findLastIndex(({ tag }) => tag === name);
      if (open >= 0) texts.length = open;
    }
  }

  /** Whether an open element takes more text. */
  wantsText(): boolean {
    return (
      this.#messages.at(-1)?.isOver === false || this.#texts.some(({ element }) => element.text.length < TEXT_CHARS)
    );
  }

  addText(written: string): void {
    const piece = withGuesses(written);
    for (const { element } of this.#texts)
      if (element.text.length < TEXT_CHARS) element.text = (element.text + piece).slice(0, TEXT_CHARS);
    // What a control says is no part of the message around it.
    if (piece !== ' ' && this.#texts.length === 0) this.#addToMessages(piece);
  }

  /** What an element has too much of, those around it have as well. */
  #addToMessages(piece: string): void {
    for (let index = this.#messages.length - 1; index >= 0; index -= 1) {
      const message = this.#messages[index]!;
      if (message.isOver) return;
      const { element } = message;
      message.isOver = element.text.length + piece.length > MESSAGE_CHARS;
      element.text = message.isOver ? '' : `${element.text}${piece}`;
    }
  }

  /** What a template shows, braces and all, stands behind the last tag that was opened. */
  addShown(tag: string): void {
    const code = /^\{\{([^{}]+)\}\}$/.exec(tag)?.[1];
    const last = this.#elements.at(-1);
    if (code === undefined || !last) return;
    last.shows ??= [];
    last.shows.push(code.trim());
  }

  finish(): readonly MarkupElement[] {
    this.#resolveFormAttributes();
    for (const element of this.#elements) element.text = element.text.trim();
    return this.#elements;
  }

  /** `form=` names its form by id, wherever that stands; a name that is not there means no form. */
  #resolveFormAttributes(): void {
    const forms = new Map<string, number>();
    this.#elements.forEach((element, index) => {
      const { id } = element.attributes;
      if (element.tag === 'form' && id !== undefined && !forms.has(id)) forms.set(id, index);
    });
    for (const element of this.#elements) {
      const { form } = element.attributes;
      if (form !== undefined && FORM_TAGS.has(element.tag)) element.form = forms.get(form) ?? -1;
    }
  }
}
