import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesOf, read, unitsOf, unparsed } from './reading.ts';

const made = (text: string, path = 'gen.js') => read('javascript', text, { path }).documents.slice(1);
const codes = (text: string) => made(text).flatMap((document) => document.units.map((unit) => unit.code.text));

describe('the program', () => {
  it('is always the first document, in its dialect', () => {
    const roles = ['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.tsx', 'a.jsx'].map((path) => {
      const [unit] = unitsOf(read('javascript', 'f()', { path }));
      return `${unit?.role} ${unit?.dialect}`;
    });
    expect(roles).toEqual(['script js', 'module js', 'script js', 'module ts', 'module tsx', 'module jsx']);
    expect(unitsOf(read('javascript', 'import a from "b";'))[0]?.role).toBe('module');
    expect(unparsed(read('javascript', '#!/usr/bin/env node\nawait f()', { path: 'a.mjs' }))).toEqual([]);
  });

  it('stays alone when its strings hold no markup', () => {
    expect(made(`const a = "x < y"; f(\`<b>\${a}</b>\`)`)).toEqual([]);
    expect(read('javascript', 'x = "<form>" ((').documents).toHaveLength(1);
  });
});

describe('pages in strings', () => {
  it('cooks templates and strings with a map', () => {
    const page = '<html><script>a(\\`x\\`, "\\u0041\\x42\\n", \\#{b});\n  save()<\\/script>';
    const text = `const p = \`${page.replace('#', '$')}\``;
    expect(codes(text)).toEqual([`a(\`x\`, "AB\n", \${b});\n  save()`]);
    expect(placesOf({ documents: made(text), failures: [] }, text, 'save')).toEqual(['2:3']);
  });

  it('joins +, arrays, map and functions, and inlines constants', () => {
    expect(codes('const U = "/s"; x = "<script>f(\'" + U + "\')</scr" + "ipt>"')).toEqual(["f('/s')"]);
    expect(codes('x = ["<script>", "f(1)", "</script>"].join("\\n")')).toEqual(['\nf(1)\n']);
    expect(
      codes(`const row = r => \`<b onclick="go(\${r.id})">\`; x = \`<ul>\${rows.map(row).join("")}</ul>\``)[0],
    ).toMatch(/^go\(__H\d+__\)$/);
    expect(codes(`function page(u) { return \`<script>f("\${u}")</script>\` }\nwrite(page("/s"))`)).toEqual([
      'f("/s")',
    ]);
    expect(codes(`const C = { api: "/s" }; x = \`<script>f("\${C.api}")</script>\``)).toEqual(['f("/s")']);
    expect(codes(`x = \`<div>\${open ? \`<b onclick="a()">\` : ""}</div>\``)).toEqual(['a()']);
    expect(codes('x = "<script>/*CODE*/</script>".replace("/*CODE*/", () => "f(1)")')).toEqual(['f(1)']);
  });

  it('follows text that grows', () => {
    expect(codes('let h = "<script>"; h += "f("; h += "1)</script>"; out(h)')).toEqual(['f(1)']);
    expect(codes('const p = []; p.push("<script>", "f(1)"); p.push("</script>"); out(p.join(""))')).toEqual(['f(1)']);
    expect(codes('function h(q, res) { res.write("<script>"); res.write("f(1)"); res.end("</script>") }')).toEqual([
      'f(1)',
    ]);
  });

  it('tells pages from fragments of the program', () => {
    const [fragment] = made('el.innerHTML = `<form method="post" action="/s">`');
    expect(fragment).toMatchObject({ kind: 'fragment', owner: 0, elements: [{ tag: 'form' }] });
    const [page] = made('write(`<!doctype html><form method="post">`)');
    expect(page).toMatchObject({ kind: 'page' });
    expect(page).not.toHaveProperty('owner');
  });

  it('leaves out what is compared, logged, thrown or looked for', () => {
    const text = `if (x === '<form method=post>') {} console.log('<form method=post>'); throw new Error('<form method=post>');
      s.includes('<form method=post>'); describe('a', () => { expect(r).toBe('<form method=post>') })`;
    expect(made(text)).toEqual([]);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '`',
      '"',
      "'",
      `\${`,
      '}',
      '\\',
      '\n',
      '<script>',
      '<form ',
      'x',
      '=',
      '+',
      '+=',
      '(',
      ')',
      '[',
      ']',
      '.join(',
      '.map(',
      '=>',
      '{',
      'function f(a){',
      'return ',
      '?',
      ':',
      ',',
      ';',
      'let x=',
      '<a id=',
      '/>',
      'as X',
      '\r\n',
    ),
    fc.string({ maxLength: 4 }),
  );

  it('never throws and maps into the file', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('a.js', 'a.tsx'), (pieces, path) => {
        const text = `x="<b id=a>";${pieces.join('')}`;
        for (const { code } of unitsOf(read('javascript', text, { path })))
          for (let i = 0; i <= code.text.length; i++) expect(code.at(i)).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 300 },
    );
  });
});
