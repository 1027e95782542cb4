/**
 * Small pages with a state, a change of it, a guard that reads it and a write behind the guard, put together of the rows of a text. In:
 * a text, a seed. Out: a page, and what it was put together of. The same seed gives the same page.
 */

/** The rows of each section, by its name. */
export type Rows = ReadonlyMap<string, readonly (readonly string[])[]>;

export interface SmallPage {
  readonly html: string;
  readonly of: string;
}

const SEND = `fetch('/api/save', { method: 'POST', body: $('note').value }).then(() => { say('Saved'); })`;

/** Sections are headed `[name] …`, of a state `[name] first value: changes` and `[name] asks`. */
export function readRows(text: string): Rows {
  const sections = new Map<string, string[][]>();
  let rows: string[][] = [];
  for (const line of text.split('\n')) {
    const [, name, about = ''] = /^\[([a-z]+)\] (.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      const first = /^(.*): changes$/.exec(about)?.[1];
      rows = [];
      sections.set(about === 'asks' ? `${name} asks` : name, rows);
      if (first !== undefined) sections.set(`${name} is`, [[first]]);
    } else if (line !== '' && !line.startsWith('#')) rows.push(line.split(/ \| |^\| /));
  }
  return sections;
}

/** Numbers from 0 up to 1 that only the seed decides. */
function chances(seed: number): () => number {
  let at = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    at = (Math.imul(at ^ (at >>> 15), 0x2c_1b_3c_6d) + 0x6d_2b_79_f5) >>> 0;
    return ((at ^ (at >>> 13)) >>> 0) / 2 ** 32;
  };
}

export function smallPage(rows: Rows, seed: number): SmallPage {
  const next = chances(seed);
  const pick = (name: string): readonly string[] => {
    const all = rows.get(name) ?? [];
    return all[Math.floor(next() * all.length)] ?? [];
  };
  const states = [...rows.keys()].flatMap((name) => (name.endsWith(' is') ? [name.slice(0, -3)] : []));
  const state = states[Math.floor(next() * states.length)] ?? '';
  const [first = ''] = rows.get(`${state} is`)?.[0] ?? [];
  const [declared = '', read = '', set = ''] = pick('place');
  const code = [fill(declared, { IS: first })];

  const [change = ''] = pick(state);
  let run = change.replace(/(^|\{ )= (.*?)(; \}|$)/, (_all, before: string, to: string, after: string) => {
    return `${before}${fill(set, { TO: to })}${after}`;
  });
  run = fill(run, { GET: read });
  const depth = Math.floor(next() * 3);
  for (let index = 0; index < depth; index += 1) run = through(code, pick('way'), { DO: run, N: `way${index}` });
  const [trigger = ''] = pick('trigger');
  code.push(fill(trigger, { DO: run }));

  const [asks = ''] = pick(`${state} asks`);
  const asked = through(code, pick('ask'), { IF: fill(asks, { GET: read }) });
  const [guard = ''] = pick('guard');
  code.push(`$('b').addEventListener('click', () => { ${fill(guard, { IF: asked, SEND })} });`);
  return { html: page(code.join('\n')), of: [state, change, asks, ...code].join('\n') };
}

/** Puts texts in the places of words. */
function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\b[A-Z]+\b/g, (word) => words[word] ?? word);
}

/** A row of what is declared, and of what is then written in its place. */
function through(code: string[], [declared = '', used = '']: readonly string[], words: Record<string, string>): string {
  if (declared !== '') code.push(fill(declared, words));
  return fill(used, words);
}

function page(code: string): string {
  return `<!doctype html><title>Notes</title><label>Note <input id="note"></label>
<button type="button" id="a">Add</button><button type="button" id="b">Save</button>
<div id="box" data-act="go"></div><p id="said"></p>
<script>
const $ = (id) => document.getElementById(id);
function say(text) { $('said').textContent = text; }
${code}
</script>`;
}
