/**
 * The part of Tailwind's generated stylesheet that decides what a person can see. In: the texts of an artifact. Out: rules for
 * every utility of display, visibility and opacity that they name, with its variants; null when one of them cannot be
 * told, since a guess would show or hide a control wrongly. Nothing else of that stylesheet is perceived.
 */

const DISPLAYS =
  'block inline-block inline flex inline-flex table inline-table table-caption table-cell table-row grid inline-grid contents list-item flow-root';
/** In the order of the stylesheet, in which a later utility wins. */
const UTILITIES = new Map<string, string>([
  ...DISPLAYS.split(' ').map((name) => [name, `display:${name}`] as const),
  ['hidden', 'display:none'],
  ['visible', 'visibility:visible'],
  ['invisible', 'visibility:hidden'],
  ['collapse', 'visibility:collapse'],
]);
const WIDTHS = new Map([
  ['sm', 640],
  ['md', 768],
  ['lg', 1024],
  ['xl', 1280],
  ['2xl', 1536],
]);
const MEDIA = new Map([
  ['print', 'print'],
  ['motion-safe', '(prefers-reduced-motion: no-preference)'],
  ['motion-reduce', '(prefers-reduced-motion: reduce)'],
  ['portrait', '(orientation: portrait)'],
  ['landscape', '(orientation: landscape)'],
]);
const STATES = new Map<string, string>([
  ...'hover focus focus-visible focus-within active disabled enabled checked required optional valid invalid empty target visited read-only placeholder-shown indeterminate default in-range out-of-range autofill'
    .split(' ')
    .map((name) => [name, `:${name}`] as const),
  ['first', ':first-child'],
  ['last', ':last-child'],
  ['only', ':only-child'],
  ['odd', ':nth-child(odd)'],
  ['even', ':nth-child(even)'],
  ['open', '[open]'],
]);
/** What changes the meaning of names, or gives names of its own a look. */
const OWN_MEANINGS =
  /\b(?:prefix|screens|addVariant|addUtilities|addComponents)\s*:?\s*['"({[]|@custom-variant(?!\s+dark\b)|--breakpoint-/;
const OWN_STYLE = /<style\b[^>]{0,200}\btype\s{0,5}=\s{0,5}["']?text\/tailwindcss[^>]{0,200}>/gi;
const DARK_BY_CLASS = /\bdarkMode\s*:\s*\[?\s*['"](?:class|selector)|@custom-variant\s+dark\b/;
/** Words with which a variant begins; any other word before a colon is no variant (`display:block` in a stylesheet). */
const FAMILIES = /^(?:\[|\*|(?:group|peer|data|aria|has|not|in|supports|min|max|nth|before|after)-)/;

interface Styled {
  readonly selector: string;
  readonly media: readonly string[];
}

export function utilityStyles(texts: readonly string[]): string | null {
  if (texts.some((text) => /tailwind/i.test(text) && (OWN_MEANINGS.test(text) || hasOwnLook(text)))) return null;
  const darkByClass = texts.some((text) => DARK_BY_CLASS.test(text));
  const rules: { readonly rank: number; readonly text: string }[] = [];
  for (const token of tokensOf(texts)) {
    const rule = ruleOf(token, darkByClass);
    if (rule === 'unknown') return null;
    if (rule) rules.push(rule);
  }
  return rules
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ text }) => text)
    .join('\n');
}

/** A component class that is put together from utilities may hide what carries it. */
function hasOwnLook(text: string): boolean {
  for (const opening of text.matchAll(OWN_STYLE)) {
    const from = opening.index + opening[0].length;
    const to = text.indexOf('</style', from);
    const css = text.slice(from, to < 0 ? text.length : to);
    if (/\b(?:display|visibility|opacity)\s*:/.test(css) || tokensOf([css]).size > 0) return true;
    if (to < 0) return false;
  }
  return false;
}

const TOKEN = /[^\s"'`<>{};,\\]{1,120}/g;
const ENDS = new RegExp(`(?:^|:|!)(?:${[...UTILITIES.keys()].join('|')}|opacity-(?:\\d{1,3}|\\[[\\d.%]+\\]))!?$`);

function tokensOf(texts: readonly string[]): ReadonlySet<string> {
  const tokens = new Set<string>();
  for (const text of texts)
    for (const [found] of text.matchAll(TOKEN)) {
      // An attribute without quotes; inside brackets the sign belongs to the name.
      const token = found.includes('[') ? found : found.slice(found.lastIndexOf('=') + 1);
      if (ENDS.test(token)) tokens.add(token);
    }
  return tokens;
}

function ruleOf(
  token: string,
  darkByClass: boolean,
): { readonly rank: number; readonly text: string } | 'unknown' | null {
  const parts = token.split(/:(?![^[]*\])/);
  const name = (parts.pop() ?? '').replace(/^!|!$/g, '');
  const declaration = UTILITIES.get(name) ?? opacityOf(name);
  if (declaration === null) return null;
  let styled: Styled = { selector: `.${escaped(token)}`, media: [] };
  for (const variant of parts.reverse()) {
    const next = varied(styled, variant, darkByClass);
    if (next === null) return FAMILIES.test(variant) ? 'unknown' : null;
    styled = next;
  }
  const isImportant = /(?:^|:)!|!$/.test(token);
  const body = `${styled.selector}{${declaration}${isImportant ? '!important' : ''}}`;
  const text = styled.media.reduce((inner, query) => `@media ${query}{${inner}}`, body);
  const width = styled.media
    .map((query) => Number(/min-width: (\d+)/.exec(query)?.[1] ?? 0))
    .reduce((a, b) => a + b, 0);
  const place = [...UTILITIES.keys()].indexOf(name) + 1;
  return { rank: (parts.length > 0 ? 100 : 0) + width * 100 + place, text };
}

function opacityOf(name: string): string | null {
  const [, percent, exact] = /^opacity-(?:(\d{1,3})|\[([\d.%]+)\])$/.exec(name) ?? [];
  if (percent !== undefined) return `opacity:${Number(percent) / 100}`;
  return exact === undefined ? null : `opacity:${exact}`;
}

function varied(inner: Styled, variant: string, darkByClass: boolean): Styled | null {
  const { selector, media } = inner;
  const within = (query: string): Styled => ({ selector, media: [...media, query] });
  const width = WIDTHS.get(variant) ?? lengthOf(variant, 'min');
  if (width !== undefined) return within(`(min-width: ${width}px)`);
  const below = WIDTHS.get(variant.replace(/^max-/, '')) ?? lengthOf(variant, 'max');
  if (below !== undefined) return within(`(max-width: ${below - 0.02}px)`);
  const query = MEDIA.get(variant);
  if (query !== undefined) return within(query);
  if (variant === 'dark')
    return darkByClass ? { selector: `.dark ${selector}`, media } : within('(prefers-color-scheme: dark)');
  if (variant === 'rtl' || variant === 'ltr') return { selector: `[dir=${variant}] ${selector}`, media };
  if (variant === '*') return { selector: `${selector} > *`, media };
  const written = /^\[(.*&.*)\]$/.exec(variant)?.[1];
  if (written !== undefined) return { selector: spaced(written).replaceAll('&', selector), media };
  const [, kin, state = variant, label] = /^(group|peer)-([^/]+)(?:\/([\w-]+))?$/.exec(variant) ?? [];
  const suffix = stateOf(state);
  if (suffix === null) return null;
  if (kin === undefined) return { selector: `${selector}${suffix}`, media };
  const owner = `.${escaped(label === undefined ? kin : `${kin}/${label}`)}${suffix}`;
  return { selector: `${owner} ${kin === 'peer' ? '~ ' : ''}${selector}`, media };
}

function lengthOf(variant: string, side: 'min' | 'max'): number | undefined {
  const [, number, unit] = new RegExp(`^${side}-\\[([\\d.]+)(px|rem|em)\\]$`).exec(variant) ?? [];
  return number === undefined ? undefined : Number(number) * (unit === 'px' ? 1 : 16);
}

/** The suffix of a selector, or null. */
function stateOf(state: string): string | null {
  const known = STATES.get(state);
  if (known !== undefined) return known;
  const not = /^not-(.+)$/.exec(state)?.[1];
  if (not !== undefined) return STATES.has(not) ? `:not(${STATES.get(not)})` : null;
  const [, family, value] = /^(data|aria|has)-\[(.+)\]$/.exec(state) ?? [];
  if (value !== undefined) {
    if (family === 'has') return `:has(${spaced(value)})`;
    const [key = '', ...rest] = value.split('=');
    return rest.length === 0 ? `[${family}-${key}]` : `[${family}-${key}="${rest.join('=').replace(/["']/g, '')}"]`;
  }
  const aria = /^aria-([a-z]+)$/.exec(state)?.[1];
  if (aria !== undefined) return `[aria-${aria}="true"]`;
  const attribute = /^data-([a-z-]+)$/.exec(state)?.[1];
  return attribute === undefined ? null : `[data-${attribute}]`;
}

/** A blank is written as an underscore there. */
const spaced = (written: string): string => written.replaceAll('_', ' ');

function escaped(name: string): string {
  return name.replace(/[^\w-]/g, String.raw`\$&`).replace(/^\d/, (digit) => `\\3${digit} `);
}
