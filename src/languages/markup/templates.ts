/**
 * Server-side template tags in markup: Jinja, Django, Handlebars, ERB, EJS, PHP.
 * In: text. Out: the tags as regions, and the text with every tag masked at equal length, so that no quote or angle
 * bracket inside a tag ends an attribute. Linear: a closer that is not there is looked for once.
 */
import type { MappedText } from '../../contracts.ts';
import { TextBuilder } from '../../syntax/mapped-text.ts';

export interface TemplateTag {
  readonly start: number;
  readonly end: number;
  /** `value`: prints something. `control`: prints nothing itself. `path`: prints a path of the page's own server. */
  readonly kind: 'value' | 'control' | 'path';
  /** For `path`: what it prints, in quotes when a filter makes it a JavaScript string. */
  readonly text?: string;
}

const CLOSERS: readonly (readonly [opener: string, closer: string])[] = [
  ['{{{', '}}}'],
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
  ['<%', '%>'],
  ['<?php', '?>'],
  ['<?=', '?>'],
];

const OPENER = /\{\{\{?|\{%|\{#|<%|<\?php\b|<\?=/g;
/** Characters between the ends of one tag. Longer is not taken for a tag. */
const TAG_CHARS = 2_000;

/** Every template tag of a text, in order. */
export function templateTags(text: string): TemplateTag[] {
  const tags: TemplateTag[] = [];
  const nextCloser = new Map<string, number>();
  let from = 0;
  for (const found of text.matchAll(OPENER)) {
    const start = found.index;
    if (start < from) continue;
    const closer = CLOSERS.find(([opener]) => found[0] === opener)?.[1];
    if (!closer) continue;
    const inside = start + found[0].length;
    let close = nextCloser.get(closer) ?? 0;
    if (close !== -1 && close < inside) {
      close = text.indexOf(closer, inside);
      nextCloser.set(closer, close);
    }
    if (close < 0 || close - inside > TAG_CHARS) continue;
    const body = text.slice(inside, close);
    if (!couldBeTag(found[0], body, text.slice(Math.max(0, start - 20), start))) continue;
    from = close + closer.length;
    tags.push({ start, end: from, ...meaning(found[0], body) });
  }
  return tags;
}

function couldBeTag(opener: string, body: string, before: string): boolean {
  if (/<\/script/i.test(body)) return false;
  if (!opener.startsWith('{{')) return true;
  // `style={{…}}` is JSX, `{{a: 1}}` and `{{ a; }}` are blocks and objects, `=> {{ a() }}` awaits a formatter.
  if (/\|\s*[a-z]\w*|\b(?:url_for|static|url)\s*\(/.test(body) && !/\|\||[{};]/.test(body)) return true;
  if (/(?:[=$]|=>\s*|\)\s*)$/.test(before)) return false;
  return !/[{};]|^\s*$/.test(body) && !/^\s*['"]?[\w-]+['"]?\s*:/.test(body);
}

function meaning(opener: string, body: string): Pick<TemplateTag, 'kind' | 'text'> {
  if (opener === '{#') return { kind: 'control' };
  if (opener === '<?php') return /^\s*echo\b/.test(body) ? { kind: 'value' } : { kind: 'control' };
  if (opener === '<%')
    return /^[-=]/.test(body) && !body.startsWith('--') ? pathOr(body, 'value') : { kind: 'control' };
  if (opener === '{%') return pathOr(body, 'control');
  if (/^[#/^!>~]|^\s*else\b/.test(body)) return { kind: 'control' };
  return pathOr(body, 'value');
}

/** `url_for('save')`, `{% url 'save' %}`, `{% static 'x.js' %}`, `save_path`: the page's own server, whatever the route. */
function pathOr(body: string, kind: 'value' | 'control'): Pick<TemplateTag, 'kind' | 'text'> {
  const call =
    /^[-=~]?\s*(?:url_for|url|static|route|path)\s*\(\s*(['"])([\w./-]{1,200})\1|^-?\s*(?:url|static)\s+(['"])([\w.:/-]{1,200})\3/.exec(
      body,
    );
  const name = call?.[2] ?? call?.[4];
  if (name === undefined || /_external\s*=\s*True/.test(body)) return { kind };
  const path = `/${name.replace(/^\/+/, '').replaceAll(':', '/')}`;
  const quoted = /\|\s*(?:tojson|dump|json_encode|safe_json|escapejs_string)\b/.test(body);
  return { kind: 'path', text: quoted ? JSON.stringify(path) : path };
}

/** The text with every tag as letters of equal length: nothing in it ends a value or a tag of the markup. */
export function maskTags(text: string, tags: readonly TemplateTag[]): string {
  if (tags.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const tag of tags) {
    pieces.push(text.slice(from, tag.start), (tag.kind === 'control' ? ' ' : 'x').repeat(tag.end - tag.start));
    from = tag.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** The tags that lie within `[start, end)`. */
export function tagsWithin(tags: readonly TemplateTag[], start: number, end: number): readonly TemplateTag[] {
  let low = 0;
  let high = tags.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tags[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  let to = low;
  while (to < tags.length && tags[to]!.end <= end) to++;
  return tags.slice(low, to);
}

/**
 * The piece `[start, end)` with values as holes, paths as text and controls as nothing; in a plain attribute a control is a
 * hole as well, since it chooses between texts. `piece` appends what stands between two tags.
 */
export function substituteTags(
  text: MappedText,
  start: number,
  end: number,
  tags: readonly TemplateTag[],
  controls: 'hole' | 'nothing',
  piece: (out: TextBuilder, start: number, end: number) => void,
): MappedText {
  const out = new TextBuilder();
  let from = start;
  for (const tag of tags) {
    piece(out, from, tag.start);
    if (tag.kind === 'path') out.atom(tag.text ?? '/', text.at(tag.start));
    else if (tag.kind === 'value' || controls === 'hole') out.hole(text.at(tag.start));
    from = tag.end;
  }
  piece(out, from, end);
  return out.build();
}
