/**
 * Candidate texts for a field in which a person writes freely. In: a token to carry, what the field is called, and its
 * type. Out: candidates, the likeliest first; the caller keeps the first that the field accepts.
 */

export interface TextWish {
  readonly token: string;
  /** Digits that tell this field from others. */
  readonly digits: string;
  /** Type, name, id, label, placeholder and autocomplete of the field, lower case. */
  readonly hint: string;
  readonly type: string;
  /** How often it was filled before: a second entry is not the first again. */
  readonly round: number;
}

type Recipe = readonly [RegExp, (wish: TextWish) => string];

const email = ({ token }: TextWish): string => `${token}@example.com`;
const url = ({ token }: TextWish): string => `https://example.com/${token}`;
const phone = ({ digits }: TextWish): string => `+1555${digits.padStart(7, '0')}`;
const secret = ({ token }: TextWish): string => `${token}-Aa1!`;

/** "Type DELETE to confirm": the word a field asks for, as it is written. */
const ASKED =
  /(?:type|enter|write|tippen?|gib|geben|schreiben?|saisissez|tapez|écrivez|escrib[ae]|teclee|digite|digita|scrivi|typ|wpisz|введите|напишите)\s+(?:sie\s+)?(?:\p{L}+\s+){0,3}?(?:["'“”‘’«`]\s*([^"'“”‘’»`]{1,30}?)\s*["'“”‘’»`]|([A-ZÄÖÜ]{3,20})\b)/u;

/** Null where nothing is asked for. */
export function askedWord(prose: string): string | null {
  const match = ASKED.exec(prose.replace(/(?<=^|[.!?]\s)(\p{Lu})(?=\p{Ll})/gmu, (letter) => letter.toLowerCase()));
  return match?.[1] ?? match?.[2] ?? null;
}

/** "At least 50 words", "0 / 200 characters": a text of just that length satisfies what asks for it and what allows it. */
const LENGTH =
  /(?<![\d.,])(\d{1,4})\s*\+?\s*(?:(words?|w[öo]rter|mots|palabras|parole|palavras|woorden|słów|слов)|(?:char(?:acter)?s?|zeichen|caract[èe]res|caracteres|caratteri|tekens|znaków|символов|文字|字))(?!\p{L})/iu;
const MOST_WORDS = 500;

/** How long a text is asked to be: so many words, or characters. Null where nothing is said of it. */
export function askedLength(prose: string): { readonly count: number; readonly inWords: boolean } | null {
  const [, count, words] = LENGTH.exec(prose) ?? [];
  if (count === undefined || (words !== undefined && Number(count) > MOST_WORDS)) return null;
  return { count: Number(count), inWords: words !== undefined };
}

/** The text with words of the same kind behind it, until there are so many. */
export function fitWords(text: string, count: number): string {
  const own = text.split(' ');
  return [
    ...own,
    ...Array.from({ length: Math.max(0, count - own.length) }, (_, at) => WORDS[at % WORDS.length]!),
  ].join(' ');
}

const RECIPES: readonly Recipe[] = [
  [/e-?mail|courriel|correo/, email],
  [/\burl\b|website|web site|\blink\b|homepage|https?:/, url],
  [/phone|mobile|\btel\b|telefon|téléphone|fax/, phone],
  [/passw|passphrase|passwort|contraseña/, secret],
  [/\bzip\b|postal|postcode|\bplz\b/, ({ digits }) => digits.padStart(5, '1').slice(-5)],
  [/credit.?card|card.?number|cc-number/, () => '4111111111111111'],
  [/\bcvv\b|\bcvc\b|cc-csc/, () => '123'],
  [/yyyy-mm-dd|\biso date\b/, () => '2031-04-05'],
  [/mm\/dd\/yyyy/, () => '04/05/2031'],
  [/dd[./]mm[./]yyyy/, () => '05.04.2031'],
  [/\bhh:mm\b/, () => '10:30'],
  [/#rrggbb|hex colou?r/, () => '#1a2b3c'],
  [/\bage\b|\balter\b/, () => '34'],
  [/\byear\b|\bjahr\b/, () => '2027'],
  [
    /numeric|decimal|budget|salary|\bcost\b|weight|height|percent|amount|quantity|\bqty\b|price|betrag|number of|how many/,
    ({ digits }) => digits,
  ],
];

const BY_TYPE: Readonly<Record<string, (wish: TextWish) => string>> = { email, url, tel: phone, password: secret };

const WORDS = ['note', 'entry', 'remark', 'line', 'detail', 'memo', 'point', 'idea'];

/** What is written freely: the token and a word, another word each time. */
export function sentence(token: string, round: number): string {
  const word = WORDS[round % WORDS.length]!;
  return round < WORDS.length ? `${token} ${word}` : `${token} ${word} ${round}`;
}

export function textCandidates(wish: TextWish): string[] {
  const plain = sentence(wish.token, wish.round);
  const typed = BY_TYPE[wish.type];
  const hinted = typed ?? RECIPES.find(([pattern]) => pattern.test(wish.hint))?.[1];
  const candidates = hinted ? [hinted(wish)] : [];
  if (wish.type === 'email' || wish.type === 'url') candidates.push(...shortTyped(wish));
  return [
    ...candidates,
    plain,
    wish.token,
    wish.token.toUpperCase(),
    secret(wish),
    phone(wish),
    phone(wish).slice(1),
    wish.digits,
    '2031-04-05',
    email(wish),
    url(wish),
    'Quince',
    'quince',
    'QX',
    'q',
    '7',
  ];
}

/** Shorter spellings of an address, for a field that is short of room. */
function shortTyped({ type, token }: TextWish): string[] {
  return type === 'email' ? [`${token}@e.co`, 'q@e.co', 'q@e'] : [`http://e.co/${token}`, 'http://e', 'a:b'];
}

/** An address made long enough and still an address: in front of its @, or at the end of its path. */
export function lengthen(address: string, min: number): string {
  const more = Math.max(0, min - address.length);
  const [local, domain] = address.split('@');
  return domain === undefined ? address + 'x'.repeat(more) : `${local}${'x'.repeat(more)}@${domain}`;
}

/** The text, lengthened by words or cut, so that its length lies within the limits; `max` below 0 means none. */
export function fitLength(text: string, min: number, max: number): string {
  let fitted = text;
  if (fitted.length < min)
    fitted += ' and some more words to say enough about it'
      .repeat(Math.ceil((min - fitted.length) / 40))
      .slice(0, min - fitted.length);
  if (fitted.endsWith(' ')) fitted = `${fitted.slice(0, -1)}s`;
  return max >= 0 ? fitted.slice(0, max) : fitted;
}
