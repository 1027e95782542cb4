import { describe, expect, it } from 'vitest';
import type { LanguageName } from '../../src/model.ts';
import { parseUnit } from '../../src/syntax/parse.ts';
import { read } from './reading.ts';

/** Each bound is ten times what the slowest of three runs took, and at least one second. */
const ROWS: readonly (readonly [
  id: string,
  language: LanguageName,
  text: string,
  cpuSeconds: number,
  path?: string,
])[] = [
  ['an open tag, 480 kB', 'html', '<script '.repeat(60_000), 1],
  ['unclosed scripts', 'html', '<script>'.repeat(60_000), 1],
  ['small scripts', 'html', '<script>a()</script>'.repeat(60_000), 5],
  ['forms', 'html', '<form method=post action=/x><button>Go</button></form>'.repeat(8_000), 1],
  ['open forms', 'html', '<form method=post action=/x><button>Go</button>'.repeat(8_000), 1],
  ['angle brackets, 2 MB', 'html', '<'.repeat(2e6), 1],
  ['blanks, 2 MB', 'html', ' '.repeat(2e6), 1],
  ['attributes', 'html', `<div ${Array.from({ length: 300_000 }, (_, i) => `a${i}=1`).join(' ')}>`, 2],
  ['directives', 'html', `<div ${Array.from({ length: 300_000 }, (_, i) => `x-a${i}=1`).join(' ')}>`, 5],
  ['tag openers', 'html', '{{'.repeat(3e5), 1],
  ['tag openers in a script', 'html', `<script>${'{{'.repeat(3e5)}</script>`, 1],
  ['mixed tag openers', 'html', '{{{ %} {% }} <%= <?php '.repeat(1e5), 1],
  ['open elements', 'html', '<div>'.repeat(2e5), 1],
  ['open buttons', 'html', '<button id=a>'.repeat(2e5), 3],
  ['fieldsets and controls', 'html', '<fieldset>'.repeat(50_000) + '<input>'.repeat(50_000), 5],
  ['ampersands', 'html', `<a onclick="${'&'.repeat(2e6)}">`, 1],
  ['references', 'html', `<a onclick="${'&amp;'.repeat(4e5)}">`, 1],
  ['percent signs', 'html', `<a href="javascript:${'%41%'.repeat(3e5)}">`, 1],
  ['foreign content', 'html', '<svg>'.repeat(1e5), 1],
  ['comments', 'html', '<!--'.repeat(3e5), 1],
  ['parentheses', 'javascript', '('.repeat(1e5) + ')'.repeat(1e5), 1],
  ['terms', 'javascript', `x=${'"<form>"+'.repeat(1e5)}"a"`, 1],
  ['else if', 'javascript', `${'if(a){}else '.repeat(5_000)}{}`, 1],
  ['nested templates', 'javascript', `x=${'`<form>${'.repeat(700)}1${'}`'.repeat(700)}`, 1],
  ['member chain', 'javascript', `a${'.b'.repeat(1e5)}`, 1],
  ['bad lines', 'javascript', 'let a = ;\n'.repeat(1e5), 1],
  ['bad lines with holes', 'html', `<script>${'let __H1__ __H2__ = ;\n'.repeat(50_000)}</script>`, 1],
  ['placeholders', 'html', `<script>${'f({{ a | b }}, {% c %}) %s;\n'.repeat(20_000)}</script>`, 2],
  ['generic arrows', 'javascript', 'const f=<T extends X>(a:T)=>a;\n'.repeat(5_000), 8, 'a.tsx'],
  ['a text that grows', 'javascript', `let x="<script>";${'x+="<b id=x>";'.repeat(20_000)}`, 4],
  [
    'a list that is read as it grows',
    'javascript',
    `const x=[];${'x.push("<b id=x>");f(x.join(""));'.repeat(3_000)}`,
    5,
  ],
  ['parentheses in Python', 'python', `"<form>"\nx=${'('.repeat(5e4)}${')'.repeat(5e4)}`, 9],
  ['doubling', 'python', `x="<script>fetch(1)"\n${'x=x+x\n'.repeat(40)}`, 1],
  ['adding', 'python', `x="<script>fetch(1)"\n${'x=x+"a"\n'.repeat(20_000)}`, 5],
  ['concatenation', 'python', `x="<script>"${'+"a"'.repeat(20_000)}`, 2],
  ['appending', 'python', `x=[]\n${'x.append("<b id=x>")\n'.repeat(20_000)}y="".join(x)`, 5],
  [
    'a list that is read as it grows, in Python',
    'python',
    `x=[]\n${'x.append("<b id=x>")\nf("".join(x))\n'.repeat(3_000)}`,
    9,
  ],
  ['quotes', 'python', `"<form>" ${'"'.repeat(2e5)}`, 2],
  [
    'a tree of calls',
    'python',
    `${Array.from({ length: 60 }, (_, i) => `def f${i}(x): return f${i + 1}(x)+f${i + 1}(x)`).join('\n')}\ndef f60(x): return x+"<form>"\ny=f0("a")`,
    6,
  ],
  [
    'replacements that multiply',
    'python',
    `x="${'a'.repeat(1e5)}<form>"\ny=x.replace("a","${'b'.repeat(50)}").replace("b","${'a'.repeat(50)}")`,
    2,
  ],
];

const CASES = ROWS.map(([id, language, text, cpuSeconds, path]) => ({ id, language, text, cpuSeconds, path }));

describe('hostile inputs', () => {
  it.each(CASES)('$id', ({ language, text, cpuSeconds, path }) => {
    const before = process.cpuUsage();
    const { documents } = read(language, text, path === undefined ? {} : { path });
    for (const document of documents) for (const unit of document.units) parseUnit(unit);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(cpuSeconds);
  });

  it('say so when a budget was spent', () => {
    const text = `x=[]\n${'x.append("<form method=post>")\nf("".join(x))\n'.repeat(3_000)}`;
    expect(read('python', text).failures).toMatchObject([{ stage: 'extract', code: 'budget', candidate: true }]);
  });

  it('lose no literal when a budget was spent', () => {
    const text = `x=[]\n${'x.append("<b id=x>")\nf("".join(x))\n'.repeat(3_000)}y = "<form id=last>"`;
    const ids = read('python', text).documents.flatMap((document) =>
      document.elements.map((element) => element.attributes.id),
    );
    expect(ids).toContain('last');
  });
});
