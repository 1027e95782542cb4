/**
 * Tokens of an HTML text as open tags with attributes, close tags and text, with offsets.
 * In: text (template tags masked) and a listener. Out: calls in document order. Linear and never recursive.
 */
import { Tokenizer } from 'htmlparser2';

export interface RawAttribute {
  /** Lower case. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface RawTag {
  /** Lower case. */
  readonly name: string;
  /** Offset of `<`. */
  readonly start: number;
  /** Offset after `>`. */
  readonly end: number;
  readonly attributes: readonly RawAttribute[];
  readonly selfClosing: boolean;
}

export interface TokenListener {
  open(tag: RawTag): void;
  close(name: string, start: number, end: number): void;
  text(start: number, end: number): void;
  cdata(start: number, end: number): void;
  /** Whether the reader stands inside SVG or MathML, where scripts hold markup text. */
  inForeign(): boolean;
}

export function readTokens(text: string, listener: TokenListener): void {
  let name = '';
  let start = 0;
  let attributes: RawAttribute[] = [];
  let attribute = { name: '', start: 0, end: 0 };
  const finish = (end: number, selfClosing: boolean): void => {
    const tag = { name, start, end: end + 1, attributes, selfClosing };
    attributes = [];
    listener.open(tag);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(from, to) {
        name = text.slice(from, to).toLowerCase();
        start = from - 1;
        attributes = [];
      },
      onattribname(from, to) {
        attribute = { name: text.slice(from, to).toLowerCase(), start: to, end: to };
        attribute.start = -1;
      },
      onattribdata(from, to) {
        if (attribute.start < 0) attribute.start = from;
        attribute.end = to;
      },
      onattribentity() {},
      onattribend(_quote, to) {
        if (attribute.start < 0) attribute.start = attribute.end = to;
        attributes.push(attribute);
      },
      onopentagend: (end) => finish(end, false),
      onselfclosingtag: (end) => finish(end, true),
      onclosetag(from, to) {
        listener.close(text.slice(from, to).toLowerCase(), from - 2, to);
      },
      ontext: (from, to) => listener.text(from, to),
      ontextentity() {},
      oncdata: (from, to, extra) => listener.cdata(from, to - extra),
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
      isInForeignContext: () => listener.inForeign(),
    },
  );
  tokenizer.write(text);
  tokenizer.end();
}
