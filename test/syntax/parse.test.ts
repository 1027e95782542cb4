import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/contracts.ts';
import type { Goal } from '../../src/syntax/grammar.ts';
import { hasHole, holeFill, isHole, splitHoles } from '../../src/syntax/holes.ts';
import { parseJs } from '../../src/syntax/parse.ts';
import { walk } from '../../src/syntax/walk.ts';

const parse = (text: string, dialect: Dialect = 'js', goal: Goal = 'script') => parseJs(text, { dialect, goal });

/** How the ladder took a text: `js script`, with what it left out. */
function how(text: string, dialect: Dialect = 'js', goal: Goal = 'script'): string {
  const result = parse(text, dialect, goal);
  if (!result.ok) return result.code;
  expect(result.text).toHaveLength(text.length);
  const lost = result.blanked.map(({ start, end }) => text.slice(start, end).trim());
  return [`${result.dialect} ${result.goal}`, ...lost].join(' | ');
}

describe('the ladder', () => {
  it('takes the named grammar first, then its neighbours', () => {
    expect(how('with (a) b')).toBe('js script');
    expect(how('import a from "b"; await a()')).toBe('js module');
    expect(how('with (a) b', 'js', 'module')).toBe('js script');
    expect(how('x = <p>hi</p>')).toBe('jsx script');
    expect(how('let a: string = <p/>')).toBe('tsx script');
    expect(how('x = <string>y', 'tsx', 'module')).toBe('ts module');
    expect(how('#!/bin/node\nf()')).toBe('js script');
  });

  it('allows in attributes what stands in a function', () => {
    expect(how('return confirm("x")', 'js', 'body')).toBe('js body');
    expect(how('await fetch("/x"); saved = true', 'js', 'expression')).toBe('js body');
    expect(how('{ saved: false, async save() { await f() } }', 'js', 'expression')).toBe('js expression');
    expect(how(' open = !open ', 'js', 'expression')).toBe('js expression');
  });

  it('takes generic arrow functions in TSX', () => {
    expect(
      how('const f = <T extends { a: () => void }>(x: T) => x; const g = async <U extends X>(y: U) => y', 'tsx'),
    ).toBe('tsx script');
    expect(
      how('class A<T extends B ? C : D> { x: E<F extends G ? H : I> }; const f = <T extends X>(a: T) => a', 'tsx'),
    ).toMatch(/^tsx script/);
    expect(how('interface A { b<const U extends readonly X[], const V>(u: U): V }; f()', 'ts')).toBe('ts script');
    expect(
      how('declare function a<const T extends readonly string[]>(x: T): T; class B { c<const U>(x: U) {} }', 'ts'),
    ).toBe('ts script');
  });

  it('lets pass what leaves the tree whole', () => {
    expect(how('const a = 1; const a = 2; export { gone }', 'js', 'module')).toBe('js module');
  });

  it('finds what a hole stands for', () => {
    for (const text of [
      'f(a __H1__ b)',
      'const x = { a: 1 __H12__ };',
      '__H1__ let y = 1',
      'if (a) __H1__ else b()',
      'let x = [1 __H1__ 2]',
      'a __H1__; b()',
    ])
      expect(how(text)).toMatch(/^js script$/);
  });

  it('reads placeholders of generators as holes, after the text as it stands', () => {
    for (const text of [
      'const a = {{ x | tojson }};',
      'const a = {% if b %} 1 {% endif %};',
      'const a = <%= x %>;',
      `const a = \${DATA} ? @@x@@ : [[y]];`,
      'const a = %(x)s + %s;',
    ])
      expect(how(text)).toMatch(/^jsx? script$/);
    const doubled = parse('function f() {{ g("{url}", {{method: "POST"}}) }}');
    expect(doubled.ok && doubled.text).toBe('function f() {  g("{url}", { method: "POST" })  }');
    const kept = parse('fetch("/x", {method: "POST"}); f({data});g({{ a }} {{ b }})');
    expect(kept.ok && kept.text).toContain('{method: "POST"}');
  });

  it('leaves out lines that cannot be read, and says which', () => {
    expect(how('a();\nlet = = 3;\nb();')).toBe('js script | let = = 3;');
    expect(how('f(')).toBe('js script | f(');
    expect(how(`${'a b c\n'.repeat(13)}`)).toBe('syntax');
  });

  it('ends with a failure that says where', () => {
    expect(parse('a b\n'.repeat(13))).toMatchObject({ ok: false, code: 'syntax', at: 2 });
    expect(parse('('.repeat(100_000))).toMatchObject({ ok: false, code: 'nested-too-deeply' });
    expect(parse(`x = ${'!'.repeat(200_000)}y`)).toMatchObject({ ok: false, code: 'nested-too-deeply' });
  });

  it('never throws and keeps the length', () => {
    const piece = fc.constantFrom(
      'a',
      '(',
      ')',
      '{',
      '}',
      '`',
      '${',
      '"',
      '=>',
      '<',
      '>',
      '/',
      '__H1__',
      '{{ x }}',
      '%s',
      ';',
      '\n',
      'let ',
      'class ',
      '\u157c',
      'async ',
      'extends ',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 25 }),
        fc.constantFrom<Dialect>('js', 'jsx', 'ts', 'tsx'),
        (pieces, dialect) => {
          const text = pieces.join('');
          const result = parse(text, dialect);
          if (result.ok) expect(result.text).toHaveLength(text.length);
          else expect(result.at).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('holes', () => {
  it('split a text into known pieces and nulls', () => {
    expect(splitHoles('/a')).toEqual(['/a']);
    expect(splitHoles('')).toEqual(['']);
    expect(splitHoles('__H1__/save/__H22__')).toEqual([null, '/save/', null]);
    expect(splitHoles(`x${holeFill(3)}y`)).toEqual(['x', null, 'y']);
  });

  it('are told from names that look alike', () => {
    expect([isHole('__H1__'), isHole(holeFill(2)), isHole('__H__'), isHole('a__H1__')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([hasHole('a__H1__'), hasHole('__HELLO__')]).toEqual([true, false]);
  });
});

describe('the walker', () => {
  const identifiers = (text: string, dialect: Dialect = 'tsx') => {
    const result = parse(text, dialect, 'module');
    if (!result.ok) throw new Error(result.detail);
    const names: unknown[] = [];
    walk(result.program, {
      enter(node) {
        if (node.type === 'Identifier' && 'name' in node) names.push(node.name);
      },
    });
    return names.join(' ');
  };

  it('enters code in source order, and no types', () => {
    expect(identifiers('const a: B = c as D; interface E { f: G } type H = I; enum J { K = l() }')).toMatch(
      /^a c J K l$/,
    );
    expect(
      identifiers('class A<T> extends B<T> implements C { d: E = f; constructor(private g: H = i()) {} }', 'ts'),
    ).toContain('f');
    expect(identifiers('const { a, b: [c], ...d } = e; for (const f of g) h?.i!.j()')).toContain('g h');
    expect(identifiers('x = <P a={b} {...c}><d.e>{f()}</d.e></P>')).toMatch(/x.*b c.*f/);
  });

  it('leaves in the order of nesting, and skips on false', () => {
    const result = parse('f(g(h()), function () { k() })');
    if (!result.ok) throw new Error(result.detail);
    const seen: string[] = [];
    walk(result.program, {
      enter(node) {
        if (node.type === 'FunctionExpression') return false;
        if (node.type === 'CallExpression') seen.push(`+${node.start}`);
        return true;
      },
      leave(node) {
        if (node.type === 'CallExpression') seen.push(`-${node.start}`);
      },
    });
    expect(seen).toEqual(['+0', '+2', '+4', '-4', '-2', '-0']);
  });

  it('is not recursive', () => {
    const result = parse(`x${'.a'.repeat(50_000)}`);
    if (!result.ok) throw new Error(result.detail);
    let count = 0;
    walk(result.program, { enter: () => count++ });
    expect(count).toBe(50_003);
  });
});
