import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesOf, read, unitsOf, unparsed } from './reading.ts';

const codes = (text: string) => unitsOf(read('python', text)).map((unit) => unit.code.text);
const calls = (text: string) => {
  const extraction = read('python', text);
  expect(unparsed(extraction)).toEqual([]);
  return placesOf(extraction, text, 'fetch(');
};
const elements = (text: string) => read('python', text).documents.flatMap((document) => [...document.elements]);

describe('literals', () => {
  it('maps every kind of escape to its backslash', () => {
    const text = 'x = "<script>\\x66etch(\\"/a\\", \\u0022b\\N{BULLET}\\101\\\nc\\q\\")</script>"';
    expect(codes(text)).toEqual(['fetch("/a", "b\ufffdAc\\q")']);
    expect(placesOf(read('python', text), text, 'fetch')).toEqual(['1:14']);
  });

  it('leaves raw strings raw, and bytes without unicode escapes', () => {
    expect(codes('x = rb"<script>/\\d+\\n/</script>"')).toEqual(['/\\d+\\n/']);
    expect(codes('x = b"<script>\\u0041</script>"')).toEqual(['\\u0041']);
  });

  it('reads the braces of f-strings', () => {
    const text = 'API = "/api"\nx = f"<script>fetch(\'{API}/{n:>3}\', {{m: {1}, k: {a!r}}})</script>"';
    expect(codes(text)[0]).toMatch(/^fetch\('\/api\/__H\d+__', \{m: 1, k: __H\d+__\}\)$/);
    expect(calls(text)).toEqual(['2:15']);
  });

  it('joins neighbours, also across lines and prefixes', () => {
    const text = 'x = ("<script>"\n  r"fetch("\n  f"\'{u}\'" \')</script>\')';
    expect(codes(text)[0]).toMatch(/^fetch\('__H\d+__'\)$/);
    expect(calls(text)).toEqual(['2:5']);
  });
});

describe('expressions', () => {
  it('adds, formats by %, .format, .replace, Template and join', () => {
    expect(codes('x = "<script>f(" + str(n) + ",\'" + API + "\')</script>"\nAPI = "/s"')[0]).toMatch(
      /^f\(__H\d+__,'\/s'\)$/,
    );
    expect(codes('x = "<script>f(\'%(a)s\', %d, 5 %% 2)</script>" % {"a": "/s"}')).toEqual(["f('/s', __H24__, 5 % 2)"]);
    expect(codes('x = "<script>f(\'%s\', %s)</script>" % ("/s", n)')[0]).toMatch(/^f\('\/s', __H\d+__\)$/);
    expect(codes('x = "<script>f(\'{}\', \'{b}\', {{}})</script>".format("/s", b="/t")')).toEqual([
      "f('/s', '/t', {})",
    ]);
    expect(codes('x = "<script>f(\'{a}\')</script>".format(**{"a": "/s"})')).toEqual(["f('/s')"]);
    expect(codes('x = "<script>__CODE__</script>".replace("__CODE__", "f(1)")')).toEqual(['f(1)']);
    expect(codes(`x = Template("<script>f('$a', $$, \`\${id}\`, \${b.c})</script>").safe_substitute(a="/s")`)).toEqual([
      `f('/s', $, \`\${id}\`, \${b.c})`,
    ]);
    expect(codes('x = "\\n".join(["<script>", "f(1)", "</script>"])')).toEqual(['\nf(1)\n']);
    expect(codes('x = "<ul>" + "".join(f"<li onclick=\\"go({i})\\">" for i in xs)')[0]).toMatch(/^go\(__H\d+__\)$/);
  });

  it('follows names, attributes, dictionaries and functions', () => {
    expect(codes('class A:\n  U = "/s"\n  def r(self):\n    return f"<script>f(\'{self.U}\')</script>"')).toEqual([
      "f('/s')",
    ]);
    expect(codes('T = {"page": "<script>f(\'%s\')</script>"}\nx = T["page"] % "/s"')).toEqual(["f('/s')"]);
    expect(codes('def page(u, m="POST"):\n  return f"<script>f(\'{u}\', \'{m}\')</script>"\nx = page("/s")')).toEqual([
      "f('/s', 'POST')",
    ]);
    expect(codes('def js():\n  return "f(1)"\nx = f"<script>{js()}</script>"')).toEqual(['f(1)']);
    expect(codes('class B:\n  H = "<script>"\nclass C(B):\n  def r(self): return self.H + "f(1)</script>"')).toEqual([
      'f(1)',
    ]);
    expect(codes('x = "<script>f(1)</script>" if a else ""')).toEqual(['f(1)']);
  });

  it('fills Jinja and leaves what it does not know as holes', () => {
    const text = `return_value = render_template_string("""<script>f({{ u|tojson }}, '{{ v }}', "{{ url_for('s') }}")</script>
{% for i in l %}<form action="{{ url_for("save") }}" method=post>{% endfor %}""", u="/s")`;
    expect(codes(text)[0]).toMatch(/^f\("\/s", '__H\d+__', "\/s"\)$/);
    expect(elements(text)[0]?.attributes).toMatchObject({ action: '/save' });
  });

  it('undoes doubled braces of a template that is formatted elsewhere', () => {
    const text = 'PAGE = """<script>\nfunction save() {{\n  fetch("{url}", {{method: "POST"}});\n}}\n</script>"""';
    expect(calls(text)).toEqual(['3:3']);
  });
});

describe('text that grows', () => {
  it('by += and by lists', () => {
    expect(codes('h = "<script>"\nh += "f("\nfor i in x:\n  h += "1"\nh += ")</script>"')).toEqual(['f(1)']);
    expect(
      codes('p = []\np.append("<script>")\np.extend(["f(", "1"])\np += [")", "</script>"]\nx = "".join(p)'),
    ).toEqual(['f(1)']);
  });

  it('by writing to a file, each file by itself', () => {
    const text = `with open("a") as f:\n  f.write("<script>")\n  f.write("f(1)</script>")\nwith open("b") as f:\n  f.write("<script>g(2)</script>")`;
    expect(codes(text).sort()).toEqual(['f(1)', 'g(2)']);
  });

  it('by printing, line by line', () => {
    expect(codes('def a():\n  print("<script>")\n  print("f(1)")\n  print("g()</script>")')).toEqual(['\nf(1)\ng()']);
  });

  it('by yielding', () => {
    expect(codes('def s():\n  yield "<script>"\n  yield "f(1)"\n  yield "</script>"')).toEqual(['f(1)']);
  });
});

describe('what is and is not emitted', () => {
  it('leaves out docstrings, comments, assertions, patterns and comparisons', () => {
    const text = `"""<form method=post action=/a>"""
class A:
  '''<script>f()</script>'''
  def m(self):
    "<form method=post>"
    assert "<form method=post>" in page
    re.search(r"<form method=post>", page)
    # x = "<form method=post>"
    if "<form method=post" in html: pass
    return html.replace("<form method=post>", "")`;
    expect(read('python', text).documents).toEqual([]);
  });

  it('sweeps up every literal that no candidate reached', () => {
    expect(elements('foo(bar=lambda: [{"x": ("<form id=a>",)}])').map((element) => element.attributes.id)).toEqual([
      'a',
    ]);
    expect(elements('x = a("<form id=a>") or b("<form id=b>")').map((element) => element.attributes.id)).toEqual([
      'a',
      'b',
    ]);
  });

  it('reads strings with browser calls as scripts, prose not', () => {
    expect(codes("JS = \"async function s() { await fetch('/s', {method: 'POST'}) }\"")).toHaveLength(1);
    expect(codes('MSG = "Call fetch() to save the thing"')).toEqual([]);
  });

  it('gives one page for a template used many times', () => {
    const text = 'T = "<script>f(1)</script><b>{t}</b>"\na = T.format(t=x)\nb = T.format(t=y)\nc = T.format(t=z)';
    expect(codes(text)).toEqual(['f(1)']);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '"',
      "'",
      '"""',
      'f"',
      'r"',
      '{',
      '}',
      '{{',
      '\\',
      '\n',
      '\n  ',
      '<script>',
      '</script>',
      '<form ',
      'x',
      '=',
      '+',
      '+=',
      '%',
      '(',
      ')',
      '[',
      ']',
      '.join',
      '.format',
      '.replace',
      'def f(a):',
      'class A:',
      'return ',
      ' if ',
      ' else ',
      'yield ',
      ',',
      ':',
      'x.append(',
      '\r\n',
    ),
    fc.string({ maxLength: 4 }),
  );

  it('never throws and maps into the file', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = `x="<b id=a>"\n${pieces.join('')}`;
        for (const { code } of unitsOf(read('python', text)))
          for (let i = 0; i <= code.text.length; i++) expect(code.at(i)).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 400 },
    );
  });
});
