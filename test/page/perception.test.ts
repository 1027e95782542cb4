import { describe, expect, test } from 'vitest';
import type { Told } from './support/visit.ts';
import { openPage } from './support/visit.ts';

/** Runs code in an open page and returns what a person then perceived. */
async function perceive(html: string, code: string): Promise<Told[]> {
  const visit = await openPage(html);
  visit.window.eval(code);
  await visit.settle();
  const told = visit.since();
  expect(visit.errors).toEqual([]);
  visit.window.close();
  return told;
}

const briefly = (told: readonly Told[]): string[] => told.map(({ kind, where, text }) => `${kind} ${where} ${text}`);

describe('text of visible nodes', () => {
  test('a text that comes, changes and goes', async () => {
    const visit = await openPage('<p id=m></p>');
    const m = visit.window.document.getElementById('m')!;
    m.textContent = 'Saved';
    await visit.settle();
    expect(visit.since()).toEqual([{ kind: 'text-added', where: '#m', text: 'Saved' }]);
    m.firstChild!.nodeValue = 'Not saved';
    await visit.settle();
    expect(visit.since()).toEqual([
      { kind: 'text-removed', where: '#m', text: 'Saved' },
      { kind: 'text-added', where: '#m', text: 'Not saved', before: 'Saved' },
    ]);
    m.remove();
    await visit.settle();
    expect(briefly(visit.since())).toEqual(['text-removed #m Not saved']);
  });

  test('the same text set again is no change', async () => {
    expect(await perceive('<p id=m>Saved</p>', `m.textContent='Saved'`)).toEqual([]);
    expect(await perceive('<p id=m>Saved</p>', `m.innerHTML='<b>Saved</b>'; m.textContent='Saved'`)).toEqual([]);
  });

  test('a list drawn again with a new row in front tells of the new row alone', async () => {
    const told = await perceive('<ul id=l><li>A</li><li>B</li></ul>', `l.innerHTML='<li>New</li><li>A</li><li>B</li>'`);
    expect(briefly(told)).toEqual(['text-added #l > li New']);
  });

  test('a card that moves from one column to another is gone here and come there', async () => {
    const told = await perceive(
      '<div id=a><p>One</p><p>Two</p></div><div id=b><p>Three</p></div>',
      'b.append(a.firstElementChild)',
    );
    expect(briefly(told)).toEqual(['text-removed #a One', 'text-added #b > p:nth-of-type(2) One']);
  });

  describe('the order of siblings', () => {
    const list = '<ul id=l><li>A</li><li>B</li><li>C</li><li>D</li></ul>';
    const rows: readonly (readonly [string, string, readonly string[]])[] = [
      ['one that moves up is gone below and come above', 'l.prepend(l.children[2])', ['-3 C', '+1 C']],
      ['one that moves down is told alone', 'l.append(l.children[0])', ['-1 A', '+4 A']],
      ['the same order, set again, is no change', 'for (const row of [...l.children]) l.append(row)', []],
      ['nor is one that comes back where it was', 'l.prepend(l.children[3]); l.append(l.children[0])', []],
      [
        'a row put in front moves nobody',
        `l.prepend(Object.assign(document.createElement('li'), { textContent: 'N' }), ...l.children)`,
        ['+1 N'],
      ],
      ['a row taken away moves nobody', 'l.replaceChildren(...[...l.children].slice(1))', ['-1 A']],
      [
        'rows sorted again: the fewest that moved',
        'l.append(l.children[2], l.children[0], l.children[1], l.children[3])',
        ['-3 C', '+1 C'],
      ],
      ['drawn again in another order', `l.innerHTML='<li>C</li><li>A</li><li>B</li><li>D</li>'`, ['-3 C', '+1 C']],
      ['drawn again in the same order', 'l.innerHTML=l.innerHTML', []],
      ['a change of text is told as such', `l.children[1].textContent='E'; l.prepend(l.children[1])`, ['-1 B', '+1 E']],
    ];
    test.each(rows)('%s', async (_, code, expected) => {
      const told = await perceive(list, code);
      const brief = told.map(({ kind, where, text }) => {
        const [, place = '1'] = /nth-of-type\((\d+)\)$/.exec(where) ?? [];
        return `${kind === 'text-added' ? '+' : '-'}${place} ${text}`;
      });
      expect(brief).toEqual(expected);
    });

    test('what shows no text may stand anywhere', async () => {
      const told = await perceive(
        '<ul id=l><li>A</li><li></li><li hidden>B</li><li>C</li></ul>',
        'l.prepend(l.children[1], l.children[2])',
      );
      expect(told).toEqual([]);
    });

    test('a row of its own name, with what it holds, is named by its place', async () => {
      const told = await perceive(
        '<div id=l><p id=a>A</p><p id=b>B <span>two</span></p></div>',
        'l.prepend(l.lastElementChild)',
      );
      expect(briefly(told)).toEqual([
        'text-removed #l > p:nth-of-type(2) B',
        'text-added #l > p B',
        'text-removed #l > p:nth-of-type(2) > span two',
        'text-added #l > p > span two',
      ]);
    });
  });

  test('what went is named by where it stood when it came, whatever went before it', async () => {
    const visit = await openPage('<div id=l><p>Kept</p></div>');
    const { document } = visit.window;
    const l = document.getElementById('l')!;
    const toasts = ['One', 'Two'].map((text) => Object.assign(document.createElement('p'), { textContent: text }));
    l.append(...toasts);
    await visit.settle();
    expect(briefly(visit.since())).toEqual([
      'text-added #l > p:nth-of-type(2) One',
      'text-added #l > p:nth-of-type(3) Two',
    ]);
    for (const toast of toasts) {
      toast.remove();
      await visit.settle();
    }
    expect(briefly(visit.since())).toEqual([
      'text-removed #l > p:nth-of-type(2) One',
      'text-removed #l > p:nth-of-type(3) Two',
    ]);
  });

  test('what stood there from the start is named by what stood before it', async () => {
    const told = await perceive(
      '<div id=l><p>A</p><i>x</i><p>B</p><p>C</p><p>D</p></div>',
      'const [,, b, c]=l.children; b.remove(); c.remove()',
    );
    expect(briefly(told)).toEqual(['text-removed #l > p:nth-of-type(2) B', 'text-removed #l > p:nth-of-type(2) C']);
  });

  test('formatting tags do not break a sentence, other tags do', async () => {
    expect(
      briefly(await perceive('<p id=m></p>', `m.innerHTML='It was <b>not</b> saved<button>Again</button>'`)),
    ).toEqual(['text-added #m It was not saved', 'text-added #m > button Again']);
  });

  test('a table of text is told in document order, and blanks are collapsed', async () => {
    const told = await perceive('<div id=m></div>', `m.innerHTML='<p> one\\n two </p><div><span>three</span></div>'`);
    expect(told.map(({ text }) => text)).toEqual(['one two', 'three']);
  });
});

describe('visibility', () => {
  const hidden: readonly (readonly [string, string, string])[] = [
    ['the hidden attribute', '<p id=m hidden>Saved</p>', 'm.hidden=false'],
    ['an inline style', '<p id=m style="display:none">Saved</p>', `m.style.display=''`],
    [
      'inline visibility',
      '<div id=d style="visibility:hidden"><p id=m>Saved</p></div>',
      `d.style.visibility='visible'`,
    ],
    ['inline opacity', '<div id=d style="opacity:0"><p id=m>Saved</p></div>', `d.style.opacity='1'`],
    ['a class', '<style>.off{display:none}</style><p id=m class=off>Saved</p>', `m.className=''`],
    [
      'a class of an ancestor',
      '<style>.ok .msg{display:block}.msg{display:none}</style><div id=d><p id=m class=msg>Saved</p></div>',
      `d.classList.add('ok')`,
    ],
    [
      'a class of a sibling',
      '<style>#m{display:none} .done + #m{display:block}</style><div id=d></div><p id=m>Saved</p>',
      `d.className='done'`,
    ],
    [
      'a data attribute that a rule selects by',
      '<style>[data-state=off]{visibility:hidden}</style><p id=m data-state=off>Saved</p>',
      `m.dataset.state='on'`,
    ],
    [
      'a rule with :has',
      '<style>#m{display:none} body:has(.done) #m{display:block}</style><i id=d></i><p id=m>Saved</p>',
      `d.className='done'`,
    ],
    [
      'a stylesheet that is switched off',
      '<style id=s>#m{opacity:0}</style><p id=m>Saved</p>',
      's.sheet.disabled=true',
    ],
    [
      'a stylesheet that is written anew',
      '<style id=s>#m{display:none}</style><p id=m>Saved</p>',
      `s.textContent='#m{display:flex}'`,
    ],
    [
      'a rule that is inserted',
      '<style id=s>#m{display:none}</style><p id=m>Saved</p>',
      `s.sheet.insertRule('#m{display:block}',1)`,
    ],
    [
      'an important rule',
      '<style id=s>#m{display:none!important}</style><p id=m style="display:block">Saved</p>',
      's.remove()',
    ],
    [
      'a nested rule',
      '<style>.box{ .off{display:none} }</style><div class=box><p id=m class=off>Saved</p></div>',
      `m.className=''`,
    ],
    ['closed details', '<details id=d><summary>More</summary><p id=m>Saved</p></details>', 'd.open=true'],
    ['a closed dialog', '<dialog id=d><p id=m>Saved</p></dialog>', `d.setAttribute('open','')`],
  ];
  test.each(hidden)('%s hides a text, and its going shows it', async (_name, html, code) => {
    const told = (await perceive(html, code)).filter(({ kind }) => kind.startsWith('text'));
    expect(briefly(told)).toEqual(['text-added #m Saved']);
  });

  test.each(hidden)('%s: a text set while hidden is not perceived', async (_name, html) => {
    const told = await perceive(html, `m.textContent='Failed'`);
    expect(told).toEqual([]);
  });

  test('a rule that shows what the hidden attribute hides wins', async () => {
    expect(
      briefly(await perceive('<style>.m{display:flex}</style><p id=m class=m hidden></p>', `m.textContent='Saved'`)),
    ).toEqual(['text-added #m Saved']);
  });

  test('media queries for print hide nothing', async () => {
    const html = '<style>@media print{#m{display:none}} @media (max-width:300px){#m{display:none}}</style><p id=m></p>';
    expect(briefly(await perceive(html, `m.textContent='Saved'`))).toEqual(['text-added #m Saved']);
  });

  test('visibility inside a hidden parent may be visible again', async () => {
    const html = '<div style="visibility:hidden"><p id=m style="visibility:visible"></p></div>';
    expect(briefly(await perceive(html, `m.textContent='Saved'`))).toEqual(['text-added #m Saved']);
  });

  test('hiding a part takes its texts away', async () => {
    const told = await perceive(
      '<style>.off{display:none}</style><div id=d><p>One</p><p>Two</p></div>',
      `d.className='off'`,
    );
    expect(briefly(told)).toContain('text-removed #d > p One');
    expect(briefly(told)).toContain('text-removed #d > p:nth-of-type(2) Two');
  });

  test('a box that is ticked shows what a :checked rule shows', async () => {
    const html =
      '<style>#m{display:none} #c:checked ~ #m{display:block}</style><input type=checkbox id=c><p id=m>Tab</p>';
    expect(briefly(await perceive(html, 'c.checked=true'))).toEqual(['state #c checked', 'text-added #m Tab']);
  });
});

describe('what controls hold and how things look', () => {
  const changes: readonly (readonly [string, string, readonly string[]])[] = [
    ['<input id=t value=a>', `t.value='b'`, ['value #t b']],
    ['<textarea id=t>a</textarea>', `t.value='b'`, ['value #t b']],
    ['<input id=t type=checkbox>', 't.checked=true', ['state #t checked']],
    ['<input id=t type=checkbox>', 't.indeterminate=true', ['state #t mixed']],
    ['<select id=t><option>a<option>b</select>', 't.selectedIndex=1', ['value #t b']],
    ['<form id=f><input id=t value=a></form>', `t.value='b';f.reset()`, []],
    ['<button id=t>x</button>', 't.disabled=true', ['state #t disabled=']],
    ['<details id=t><summary>x</summary></details>', 't.open=true', ['state #t open=']],
    ['<progress id=t max=100 value=1></progress>', 't.value=50', ['value #t 50']],
    ['<p id=t>x</p>', `t.className='ok'`, ['style #t class=ok']],
    ['<p id=t>x</p>', `t.style.color='red'`, ['style #t style=color: red;']],
    ['<p id=t>x</p>', `t.title='Saved'`, ['attribute #t title=Saved']],
    ['<img id=t>', `t.alt='Saved'`, ['attribute #t alt=Saved']],
    ['<p id=t>x</p>', `t.setAttribute('aria-busy','true')`, ['attribute #t aria-busy=true']],
    ['<p id=t>x</p>', `document.title='Saved'`, ['title title Saved']],
    ['<input id=t class=error>', 't.focus()', ['focus #t ']],
    ['<input id=t aria-invalid=true aria-label=Name>', 't.focus()', ['focus #t Name']],
    ['<input id=t>', 't.focus()', []],
    ['<p id=t class=a>x</p>', `t.className='b';t.className='a'`, []],
  ];
  test.each(changes)('%s %s', async (html, code, expected) => {
    expect(briefly(await perceive(html, code))).toEqual(expected);
  });

  test('a spinner without text that is taken away was seen', async () => {
    const html = '<style>.off{display:none}</style><div id=s class=spinner></div>';
    expect(briefly(await perceive(html, `s.className='spinner off'`))).toEqual(['style #s class=spinner off']);
  });
});

describe('not perceived', () => {
  const silent: readonly (readonly [string, string])[] = [
    ['<p id=t>x</p>', `console.log('Saved')`],
    ['<p id=t>x</p>', `t.dataset.state='saved'`],
    ['<p id=t>x</p>', `t.append(document.createComment('Saved'))`],
    ['<p id=t>x</p>', `const s=document.createElement('script');s.textContent='1';t.append(s)`],
    ['<p id=t>x</p>', `const s=document.createElement('template');s.innerHTML='<p>Saved</p>';t.append(s)`],
    ['<p id=t>x</p>', `const s=document.createElement('style');s.textContent='b{color:red}';t.append(s)`],
    ['<p id=t hidden>x</p>', `t.className='ok';t.title='Saved'`],
    ['<p id=t>x</p>', `const s=document.createElement('p');s.textContent='Saved'`],
  ];
  test.each(silent)('%s %s', async (html, code) => {
    expect(await perceive(html, code)).toEqual([]);
  });
});

describe('frames and shadow roots', () => {
  test('an open shadow root, made before or after', async () => {
    const html = `<x-a id=a></x-a><script>a.attachShadow({mode:'open'}).innerHTML='<p id=m>Before</p>'</script>`;
    expect(briefly(await perceive(html, `a.shadowRoot.getElementById('m').textContent='After'`))).toEqual([
      'text-removed #m Before',
      'text-added #m After',
    ]);
    const later = await perceive(
      '<div id=d></div>',
      `d.append(document.createElement('x-b'));d.firstChild.attachShadow({mode:'open'}).innerHTML='<p>Late</p>'`,
    );
    expect(later.map(({ text }) => text)).toEqual(['Late']);
  });

  test('a same-origin frame, also one that comes later', async () => {
    const visit = await openPage('<iframe id=f></iframe><div id=d></div>');
    const frames = visit.window.document;
    const first = (frames.getElementById('f') as HTMLIFrameElement).contentDocument!;
    first.body.innerHTML = '<p id=m>Saved</p>';
    await visit.settle();
    expect(briefly(visit.since())).toEqual(['text-added #m Saved']);
    visit.window.eval(`d.innerHTML='<iframe></iframe>'`);
    await visit.settle();
    visit.window.frames[1]!.document.body.innerHTML = '<p id=n>Sent</p>';
    await visit.settle();
    expect(briefly(visit.since())).toContain('text-added #n Sent');
  });
});

describe('order and cost', () => {
  test('elements and shadow roots nested deeper than a stack', async () => {
    const visit = await openPage(`<div id=d></div><div id=e></div><script>
      let at = d; for (let i = 0; i < 1500; i++) { const host = document.createElement('div'); at.append(host); at = host.attachShadow({ mode: 'open' }); }
      at.innerHTML = '<p>deep</p>';
      at = e; for (let i = 0; i < 3000; i++) { const next = document.createElement('b'); at.append(next); at = next; } at.append('bold');
    </script>`);
    visit.window.eval('d.remove(); e.remove()');
    await visit.settle();
    expect(visit.since().map(({ kind, text }) => `${kind} ${text}`)).toContain('text-removed deep');
    expect(visit.errors).toEqual([]);
  });

  test('two equal pages tell the same, in the same order', async () => {
    const html = '<div id=a></div><div id=b></div><input id=c>';
    const code = `b.innerHTML='<p>1</p>';a.textContent='2';c.value='3';b.className='x';a.remove()`;
    expect(await perceive(html, code)).toEqual(await perceive(html, code));
  });

  test('looking at a large page that did not change reads none of its nodes', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `<p>Row ${index}</p>`).join('');
    const visit = await openPage(`<div id=m></div>${rows}`);
    const prototype = visit.window.Node.prototype;
    const first = Object.getOwnPropertyDescriptor(prototype, 'firstChild')!;
    let reads = 0;
    Object.defineProperty(prototype, 'firstChild', {
      ...first,
      get() {
        reads++;
        return first.get!.call(this) as Node | null;
      },
    });
    visit.script.look();
    expect(reads).toBe(0);
    visit.window.document.getElementById('m')!.textContent = 'Saved';
    await visit.settle();
    expect(briefly(visit.since())).toEqual(['text-added #m Saved']);
    expect(reads).toBeLessThan(20);
  });
});
