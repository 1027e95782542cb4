import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { only, placesOf, read, unitsOf, unparsed } from './reading.ts';

const codes = (text: string) => unitsOf(read('html', text)).map((unit) => unit.code.text);

describe('scripts of a page', () => {
  it('reads every executable type in its dialect', () => {
    const text = `<script>a</script><script type=module>b</script><script type="text/babel">c</script>
      <script type="text/jsx">d</script><script type="text/typescript">e</script><script type=" TEXT/JavaScript ">f</script>
      <script language=javascript>g</script>`;
    expect(unitsOf(read('html', text)).map(({ role, dialect, code }) => `${code.text} ${role} ${dialect}`)).toEqual([
      'a script js',
      'b module js',
      'c script tsx',
      'd script jsx',
      'e script ts',
      'f script js',
      'g script js',
    ]);
  });

  it('runs no data, and keeps it for scripts to read', () => {
    const text = `<script type="application/json" id=d>{"a":1}</script><script type=importmap>{}</script><script type="text/template">x</script>
      <script type="text/x-handlebars">x</script><script nomodule>x</script><noscript><form method=post></form></noscript>`;
    const { elements, units } = only(read('html', text));
    expect(units).toEqual([]);
    expect(elements.map(({ tag }) => tag)).toEqual(['script', 'script', 'script', 'script', 'script']);
    expect(elements[0]).toMatchObject({ attributes: { id: 'd' }, text: '{"a":1}' });
  });

  it('decodes entities and CDATA in SVG scripts only', () => {
    expect(codes('<svg><script>a &amp;&amp; b<![CDATA[ && c]]></script></svg>')).toEqual(['a && b && c']);
    expect(codes('<script>a &amp;&amp; b</script>')).toEqual(['a &amp;&amp; b']);
  });

  it('fills the code of a local script from its sibling and says whose offsets they are', () => {
    const siblings = { 'js/app.js': 'save()' };
    const [unit, missing] = unitsOf(
      read('html', '<script src="./js/app.js?v=2"></script><script src="gone.js">x</script>', { siblings }),
    );
    expect(unit).toMatchObject({ src: './js/app.js?v=2', path: 'js/app.js', code: { text: 'save()' } });
    expect(missing).toMatchObject({ src: 'gone.js', code: { text: '' } });
    expect(missing).not.toHaveProperty('path');
  });

  it('keeps a script that is never closed', () => {
    expect(codes('<script>save()')).toEqual(['save()']);
  });
});

describe('code in attributes', () => {
  it('decodes handlers with a map', () => {
    const text = '<button\nonclick="fetch(&quot;/x&quot;, send)">';
    expect(codes(text)).toEqual(['fetch("/x", send)']);
    expect(placesOf(read('html', text), text, 'send')).toEqual(['2:32']);
  });

  it('reads javascript: URLs, percent-decoded, wherever a URL may stand', () => {
    expect(codes('<a href=" JavaScript:save(%22a%22)">x</a>')).toEqual(['save("a")']);
    expect(codes('<form action="java\nscript:go()"></form>')).toEqual(['go()']);
    expect(codes('<a href="/javascript:no()">x</a>')).toEqual([]);
  });

  it('reads Alpine, Vue, Angular and htmx', () => {
    const text = `<div x-data="{ a: 1 }" x-init="load()" @click.prevent="a++" x-on:keyup.enter="b()" v-on:submit="c" (tap)="d()"
      hx-on::after-request="e()" hx-on:click="f()" hx-vals='js:{g: 1}' x-for="i in list" :class="h" :title="fetch('/i')">`;
    expect(unitsOf(read('html', text)).map(({ role, attribute, code }) => `${role} ${attribute} ${code.text}`)).toEqual(
      [
        'expression x-data { a: 1 }',
        'expression x-init load()',
        'expression @click.prevent a++',
        'expression x-on:keyup.enter b()',
        'expression v-on:submit c',
        'expression (tap) d()',
        'handler hx-on::after-request e()',
        'handler hx-on:click f()',
        'expression hx-vals {g: 1}',
        "expression :title fetch('/i')",
      ],
    );
    expect(unparsed(read('html', text))).toEqual([]);
  });
});

describe('forms', () => {
  const formsOf = (text: string) =>
    only(read('html', text)).elements.map(({ tag, form, attributes }) => `${tag}${attributes.id ?? ''}>${form}`);

  it('follows the open form, and form= wherever its form stands', () => {
    const text = `<button form=g id=1></button><form id=f><input id=2></div><button id=3></button></form>
      <button id=4></button><form id=g></form><button form=none id=5>`;
    expect(formsOf(text)).toEqual([
      'button1>5',
      'formf>-1',
      'input2>1',
      'button3>1',
      'button4>-1',
      'formg>-1',
      'button5>-1',
    ]);
  });

  it('gives a control inside an open form to that form, as browsers drop the inner one', () => {
    expect(formsOf('<form id=a><form id=b><button id=c>')).toEqual(['forma>-1', 'formb>-1', 'buttonc>0']);
    expect(formsOf('{% if x %}<form id=a>{% else %}<form id=b>{% endif %}<button id=c>')).toEqual([
      'forma>-1',
      'formb>-1',
      'buttonc>1',
    ]);
  });

  it('knows what is disabled and what a button says', () => {
    const [a, b] = only(
      read('html', '<fieldset disabled><button>Save <b>all</b>\n now</button></fieldset><input disabled>'),
    ).elements;
    expect(a).toMatchObject({ disabled: true, text: 'Save all now' });
    expect(b).toMatchObject({ disabled: true });
  });

  it('says where each attribute stands', () => {
    const text = '<form method=post action="/a&amp;b">';
    const [form] = only(read('html', text)).elements;
    expect(form).toMatchObject({ offset: 0, attributes: { action: '/a&b' } });
  });
});

describe('documents', () => {
  it('takes the first base', () => {
    expect(only(read('html', '<base target=x><base href="/a/"><base href="/b/">'))).toMatchObject({ base: '/a/' });
  });

  it('reads srcdoc and data: documents as pages of their own, with a map to the file', () => {
    const text = `<iframe srcdoc="<b onclick='go(&quot;x&quot;)'>"></iframe><iframe src="data:text/html,%3Cscript%3Ehi()%3C/script%3E">`;
    const extraction = read('html', text);
    expect(extraction.documents.map((document) => document.units.map((unit) => unit.code.text))).toEqual([
      [],
      ['go("x")'],
      ['hi()'],
    ]);
    expect(placesOf(extraction, text, 'go')).toEqual(['1:29']);
  });

  it('reads whole pages that a script writes as strings, and leaves fragments to the page', () => {
    const text =
      '<script>frame.srcdoc = `<!doctype html><body>\n<script>go(1)<\\/script>`; el.innerHTML = "<form id=f>"</script>';
    const extraction = read('html', text);
    expect(extraction.documents).toHaveLength(2);
    expect(extraction.documents[1]).toMatchObject({ kind: 'page', units: [{ code: { text: 'go(1)' } }] });
    expect(placesOf({ ...extraction, documents: extraction.documents.slice(1) }, text, 'go')).toEqual(['2:9']);
  });

  it('reports what is nested too deeply, when it may hold a write', () => {
    const nest = (inner: string): string => {
      let text = inner;
      for (let i = 0; i < 5; i++)
        text = `<iframe srcdoc="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
      return text;
    };
    expect(read('html', nest('<form method=post>')).failures).toMatchObject([
      { stage: 'extract', code: 'nested-documents', candidate: true, line: 1 },
    ]);
    expect(read('html', nest('<p>text</p>')).failures).toEqual([]);
  });
});

describe('template tags', () => {
  it('do not end an attribute at their own quotes', () => {
    const [form] = only(read('html', '<form method="post" action="{{ url_for("save") }}">')).elements;
    expect(form?.attributes).toEqual({ method: 'post', action: '/save' });
  });

  it('become holes, paths and nothing', () => {
    const text = `<a id="{{ x }}" onclick="go({% if a %}1{% endif %})"></a><form action="{% url 'app:save' %}" method="{% if a %}post{% endif %}">
      <form action="<%= root %>/x"><form action="/a/<?= $id ?>">`;
    const { elements, units } = only(read('html', text));
    const attributes = elements.map((element) => element.attributes);
    expect(attributes[0]?.id).toMatch(/^__H\d+__$/);
    expect(units[0]?.code.text).toBe('go(1)');
    expect(attributes[1]?.action).toBe('/app/save');
    expect(attributes[1]?.method).toMatch(/^__H\d+__post__H\d+__$/);
    expect(attributes[2]?.action).toMatch(/^__H\d+__\/x$/);
    expect(attributes[3]?.action).toMatch(/^\/a\/__H\d+__$/);
  });

  it('leave scripts that parse', () => {
    const text = `<script>const a = {{ items|tojson }}; {% if x %}f("{{ b }}/s");{% endif %} {# note #}
      fetch({{ url_for('save')|tojson }}, <%= opts %>)</script>`;
    expect(unparsed(read('html', text))).toEqual([]);
    expect(codes(text)[0]).toContain('fetch("/save", __H');
  });

  it('are not taken for braces doubled for a formatter', () => {
    const text = '<script>function a() {{ b().then(() => {{ save() }}) }}</script>';
    expect(codes(text)).toEqual([text.slice(8, -9)]);
    expect(unparsed(read('html', text))).toEqual([]);
  });

  it('are not seen where there are none', () => {
    const text = `<script type="text/babel">const a = <p style={{color: "red"}}>{\`\${{a: 1}.a}\`}</p>; class B { #x = 1; get x() { return this.#x } }</script>`;
    expect(codes(text)[0]).toBe(text.slice(26, -9));
    expect(unparsed(read('html', text))).toEqual([]);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<script>',
      '</script>',
      '<form method=post action="',
      '">',
      "'",
      '{{',
      '}}',
      '{%',
      '%}',
      '<%',
      '%>',
      '&quot;',
      '&',
      '<svg>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<iframe srcdoc="',
      '<a href="javascript:',
      ' onclick=',
      '\r\n',
      '<noscript>',
      '<button ',
      'f()',
      '`',
      `\${`,
      '\u{1f600}',
    ),
    fc.string({ maxLength: 6 }),
  );

  it('never throws, and copied characters stand where they are', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        for (const { code } of unitsOf(read('html', text)))
          for (let i = 0; i < code.text.length; i++) {
            const there = text[code.at(i)];
            if (!'&{<%'.includes(there ?? '')) expect(there).toBe(code.text[i]);
          }
      }),
      { numRuns: 400 },
    );
  });
});
