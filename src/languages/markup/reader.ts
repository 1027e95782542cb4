/**
 * One HTML text as one document: the elements a write can hang on and the code units, in document order.
 * In: mapped text. Out: the document, and the texts of documents nested in attributes. No tree is built: which form owns a control
 * is all it would tell us, and that is kept by `element-list.ts`.
 */
import type { CodeUnit, MappedText, SourceDocument } from '../../contracts.ts';
import { withGuesses } from '../../syntax/holes.ts';
import { sliceText, TextBuilder, wholeText } from '../../syntax/mapped-text.ts';
import { siblingOfUrl } from '../../syntax/references.ts';
import { codeInAttribute, isCodeAttribute, isUrlAttribute, percentDecoded } from './code-attributes.ts';
import { ElementList, FORM_TAGS, TEXT_CHARS } from './element-list.ts';
import { decodeInto, decodeSlice } from './entities.ts';
import { scriptKind } from './scripts.ts';
import type { TemplateTag } from './templates.ts';
import { maskTags, substituteTags, tagsWithin, templateTags } from './templates.ts';
import type { RawAttribute, RawTag, TokenListener } from './tokens.ts';
import { readTokens } from './tokens.ts';

const FRAME_TAGS: ReadonlySet<string> = new Set(['iframe', 'object', 'embed', 'frame']);
/** Ways a script takes what a template holds. */
const TAKES_TEMPLATE =
  /\.\s*content\b|\[\s*['"]content['"]|importNode|querySelector[^;]{0,80}template[^;]{0,80}innerHTML/;

/** A template that is a shadow root of its own is live. */
function isShadow(tag: RawTag): boolean {
  return tag.attributes.some(({ name }) => name === 'shadowrootmode' || name === 'shadowroot');
}

/** Attributes of elements that scripts look for, and of those that wait to be shown. */
const NAMING: ReadonlySet<string> = new Set(['id', 'name', 'hidden', 'role', 'aria-live', 'aria-hidden']);

/** The id of a template that no framework draws by itself. */
function plainId(tag: RawTag, text: string): string | null {
  if (tag.attributes.some(({ name }) => isCodeAttribute(name))) return null;
  const id = tag.attributes.find(({ name }) => name === 'id');
  const value = id ? text.slice(id.start, id.end) : '';
  return /^[\w-]+$/.test(value) ? value : null;
}

export interface ReadDocument {
  readonly document: SourceDocument;
  /** Whole documents in attributes (`srcdoc`, `data:text/html`). */
  readonly nested: readonly MappedText[];
}

export function readDocument(
  text: MappedText,
  kind: 'page' | 'fragment',
  siblings: Readonly<Record<string, string>>,
): ReadDocument {
  const tags = templateTags(text.text);
  const reader = new DocumentReader(text, tags, siblings);
  readTokens(maskTags(text.text, tags), reader);
  return reader.finish(kind);
}

interface OpenScript {
  readonly foreign: boolean;
  /** Null of what is data. */
  readonly unit: Omit<CodeUnit, 'code'> | null;
  readonly tag: RawTag;
  readonly values: ReadonlyMap<string, MappedText>;
  readonly code: TextBuilder;
  at: number;
}

class DocumentReader implements TokenListener {
  readonly #text: MappedText;
  readonly #tags: readonly TemplateTag[];
  readonly #siblings: Readonly<Record<string, string>>;
  readonly #elements = new ElementList();
  readonly #units: CodeUnit[] = [];
  readonly #nested: MappedText[] = [];
  readonly #foreign: string[] = [];
  #base: string | undefined;
  #silent = 0;
  /** Open templates: a script in one is text, until something clones it. */
  #templates = 0;
  readonly #inert = new Set<CodeUnit>();
  #script: OpenScript | null = null;

  constructor(text: MappedText, tags: readonly TemplateTag[], siblings: Readonly<Record<string, string>>) {
    this.#text = text;
    this.#tags = tags;
    this.#siblings = siblings;
  }

  open(tag: RawTag): void {
    if (this.#script && !this.#script.foreign) this.#endScript();
    this.#enterForeign(tag);
    // With scripting on, what is in <noscript> is text.
    if (tag.name === 'noscript' && !tag.selfClosing) this.#silent++;
    if (this.#silent > 0) return;
    if (tag.name === 'template' && !isShadow(tag) && this.#templates++ === 0)
      this.#elements.template = plainId(tag, this.#text.text);
    if (tag.name === 'fieldset') this.#elements.openFieldset(tag);
    if (tag.name === 'base') this.#readBase(tag);
    if (tag.name === 'script') this.#openScript(tag);
    else this.#readElement(tag);
  }

  close(name: string): void {
    if (name === 'noscript' && this.#silent > 0) this.#silent--;
    if (name === 'script') this.#endScript();
    if (name === 'template' && this.#templates > 0 && --this.#templates === 0) this.#elements.template = null;
    if (name === this.#foreign.at(-1)) this.#foreign.pop();
    this.#elements.close(name);
  }

  text(start: number, end: number): void {
    if (this.#script) {
      if (this.#script.foreign) this.#foreignCode(start, end);
      else this.#script.code.copy(this.#scriptCode(start, end));
      this.#script.at = end;
      return;
    }
    for (const tag of tagsWithin(this.#tags, start, end))
      if (tag.kind === 'value') this.#elements.addShown(this.#text.text.slice(tag.start, tag.end));
    if (!this.#elements.wantsText()) return;
    const piece = decodeSlice(this.#text, start, Math.min(end, start + 4 * TEXT_CHARS), 'text').text;
    this.#elements.addText(piece.replace(/\s+/g, ' '));
  }

  cdata(start: number, end: number): void {
    if (this.#script?.foreign) this.#script.code.copy(this.#text, start, end);
  }

  inForeign(): boolean {
    const inner = this.#foreign.at(-1);
    return inner === 'svg' || inner === 'math';
  }

  finish(kind: 'page' | 'fragment'): ReadDocument {
    this.#endScript();
    const document: SourceDocument = {
      kind,
      ...(this.#base === undefined ? {} : { base: this.#base }),
      elements: this.#elements.finish(),
      units: this.#liveUnits(),
    };
    return { document, nested: this.#nested };
  }

  /** Scripts in templates run where something takes a template's content. */
  #liveUnits(): readonly CodeUnit[] {
    if (this.#inert.size === 0) return this.#units;
    const isTaken = this.#units.some((unit) => !this.#inert.has(unit) && TAKES_TEMPLATE.test(unit.code.text));
    return isTaken ? this.#units : this.#units.filter((unit) => !this.#inert.has(unit));
  }

  #enterForeign(tag: RawTag): void {
    if (tag.selfClosing) return;
    const { name } = tag;
    if (name === 'svg' || name === 'math') this.#foreign.push(name);
    else if (this.inForeign() && /^(?:foreignobject|desc|title|annotation-xml)$/.test(name)) this.#foreign.push(name);
  }

  #value(attribute: RawAttribute): MappedText {
    const { start, end, name } = attribute;
    const tags = tagsWithin(this.#tags, start, end);
    if (tags.length === 0) return decodeSlice(this.#text, start, end, 'attribute');
    const controls = isCodeAttribute(name) ? 'nothing' : 'hole';
    return substituteTags(this.#text, start, end, tags, controls, (out, from, to) =>
      decodeInto(out, this.#text, from, to, 'attribute'),
    );
  }

  #readBase(tag: RawTag): void {
    const href = tag.attributes.find((attribute) => attribute.name === 'href');
    if (href && this.#base === undefined) this.#base = withGuesses(this.#value(href).text).trim();
  }

  #readElement(tag: RawTag): void {
    const frame = FRAME_TAGS.has(tag.name);
    let wanted = FORM_TAGS.has(tag.name);
    for (const { name } of tag.attributes) wanted ||= NAMING.has(name) || isCodeAttribute(name);
    if (!wanted && !frame && !tag.attributes.some((attribute) => this.#mayBeScriptUrl(attribute))) return;
    const values = new Map<string, MappedText>();
    const units: Omit<CodeUnit, 'element'>[] = [];
    for (const attribute of tag.attributes) {
      const { name } = attribute;
      if (values.has(name)) continue;
      const value = this.#value(attribute);
      values.set(name, value);
      const found = codeInAttribute(name, value);
      if (found) units.push({ ...found, dialect: 'js', attribute: name });
      wanted ||= found !== null;
    }
    if (frame) this.#readFrame(values);
    if (!wanted) return;
    // A form inside an open form is dropped by browsers; two of them in two branches of a template are not.
    const element = this.#elements.add(tag, values, this.#text.at(tag.start), this.#tags.length > 0);
    for (const unit of units) this.#units.push({ ...unit, element });
  }

  #mayBeScriptUrl({ name, start, end }: RawAttribute): boolean {
    return isUrlAttribute(name) && /[&:]|\{\{|<[%?]/.test(this.#text.text.slice(start, Math.min(end, start + 200)));
  }

  #readFrame(values: ReadonlyMap<string, MappedText>): void {
    const srcdoc = values.get('srcdoc');
    if (srcdoc) {
      this.#nested.push(srcdoc);
      return;
    }
    const url = values.get('src') ?? values.get('data');
    const head = url ? /^\s*data:text\/html(?:;charset=[\w-]+)?,/i.exec(url.text.slice(0, 80)) : null;
    if (url && head) this.#nested.push(percentDecoded(sliceText(url, head[0].length, url.text.length)));
  }

  #openScript(tag: RawTag): void {
    const values = new Map<string, MappedText>();
    for (const one of tag.attributes) if (!values.has(one.name)) values.set(one.name, this.#value(one));
    const attributes = Object.fromEntries([...values].map(([name, { text }]) => [name, withGuesses(text)]));
    const kind = scriptKind(attributes);
    const src = attributes.src ?? attributes.href ?? attributes['xlink:href'];
    const unit = kind ? { ...kind, element: -1, ...(src === undefined ? {} : { src }) } : null;
    this.#script = { foreign: this.inForeign(), unit, tag, values, code: new TextBuilder(), at: tag.end };
    if (tag.selfClosing && this.#script.foreign) this.#endScript();
  }

  #endScript(): void {
    const script = this.#script;
    this.#script = null;
    if (!script) return;
    if (!script.unit) {
      this.#elements.addData(script.tag, script.values, this.#text.at(script.tag.start), script.code.build().text);
      return;
    }
    if (script.unit.src === undefined) {
      const code = script.code.build();
      if (code.text.trim() === '') return;
      const unit = { ...script.unit, code };
      if (this.#templates > 0) this.#inert.add(unit);
      this.#units.push(unit);
      return;
    }
    const key = siblingOfUrl(script.unit.src, this.#base);
    const sibling = key === null ? undefined : this.#siblings[key];
    if (key !== null && sibling !== undefined)
      this.#units.push({ ...script.unit, code: wholeText(sibling), path: key });
    else this.#units.push({ ...script.unit, code: wholeText('') });
  }

  #scriptCode(start: number, end: number): MappedText {
    const tags = tagsWithin(this.#tags, start, end);
    if (tags.length === 0) return sliceText(this.#text, start, end);
    return substituteTags(this.#text, start, end, tags, 'nothing', (out, from, to) => out.copy(this.#text, from, to));
  }

  #foreignCode(start: number, end: number): void {
    decodeInto(this.#script!.code, this.#text, start, end, 'text');
  }
}
