import { describe, expect, test } from 'vitest';
import type { Visit } from './support/visit.ts';
import { openPage } from './support/visit.ts';

/** Drives a page to its end and returns the visit. */
async function drive(html: string, budget?: number): Promise<Visit> {
  const visit = await openPage(html, budget);
  await visit.drive();
  return visit;
}

const steps = (visit: Visit): string[] =>
  visit.done.map(({ kind, on, name }) => `${kind} ${on.id ?? on.selector} ${name}`);
const kinds = (visit: Visit): string[] => visit.done.map(({ kind }) => kind);

describe('fills what can be filled', () => {
  test('text with a canary that is announced under the name of its control', async () => {
    const visit = await drive('<label>Title <input id=t></label><button onclick="record(t.value)">Save</button>');
    const [token, control] = [...visit.canaries][0]!;
    expect(control).toBe('Title');
    expect(visit.records).toEqual([`${token} note`]);
    expect(steps(visit)).toEqual(['edit t Title', 'pointer body > button Save']);
  });

  test('two fields carry two canaries, in every drive the same', async () => {
    const html = '<input id=a><input id=b>';
    const first = await drive(html);
    const second = await drive(html);
    expect([...first.canaries.keys()]).toHaveLength(2);
    expect([...first.canaries]).toEqual([...second.canaries]);
    expect(first.done).toEqual(second.done);
  });

  test('a last option, a ticked box, a radio that stays checked', async () => {
    const visit = await drive(
      `<select id=s onchange="record(value)"><option value="">Choose<option>a<option>b<option disabled>c</select>
       <input type=checkbox id=c onchange="record(checked)">
       <input type=radio name=r value=1><input type=radio name=r value=2><input type=radio name=r value=3 disabled>`,
    );
    expect(visit.records).toEqual(['b', 'true']);
    const radios = [...visit.window.document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map((radio) => radio.checked)).toEqual([false, true, false]);
  });

  test('a box that is ticked already is ticked in the end, and its listener heard of it', async () => {
    const visit = await drive('<input type=checkbox id=c checked onchange="record(checked)">');
    expect(visit.records).toEqual(['false', 'true']);
  });

  test('a file of a kind that is accepted', async () => {
    const visit = await drive(
      '<form><input type=file id=f accept=".json" required><button>Send</button></form><script>f.onchange=()=>record(f.files.length+f.files[0].name.slice(-5)+f.value.slice(0,3)); document.forms[0].onsubmit=e=>{e.preventDefault();record("sent")}</script>',
    );
    expect(visit.records[0]).toBe('1.jsonC:\\');
    expect(visit.records).toContain('sent');
  });

  test('a chooser that is replaced by another of a made-up id comes to an end', async () => {
    const visit = await drive(
      `<div id=d></div><script>let n=0; const next=()=>{ d.innerHTML='<input type=file id="uid_1je'+(n++)+'m4uk21rg7i1u1cemo">'; d.firstChild.onchange=()=>{ record(1); next(); }; }; next()</script>`,
    );
    expect(visit.records.length).toBeGreaterThan(1);
    expect(visit.records.length).toBeLessThan(10);
    expect(visit.coverage().budgetSpent).toBe(false);
  });

  test('a chooser that a button opens', async () => {
    const visit = await drive(
      '<input type=file id=f hidden onchange="record(files[0].name)"><button onclick="f.click()">Attach</button>',
    );
    expect(visit.records).toHaveLength(1);
  });

  test('an editable element, keeping what is in it', async () => {
    const visit = await drive('<div id=d contenteditable oninput="record(textContent)"><p>Old</p></div>');
    expect(visit.records).toEqual([`Old ${[...visit.canaries.keys()][0]} note`]);
  });

  test('a box behind a drawn one is ticked through its label', async () => {
    const visit = await drive(
      '<style>#c{display:none}</style><input type=checkbox id=c onchange="record(checked)"><label for=c>Agree</label>',
    );
    expect(visit.records).toEqual(['true']);
  });

  test('a framework that tracks the value property of a field sees the change', async () => {
    const visit = await drive(`<input id=t><script>
      const proto = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); let tracked = '';
      Object.defineProperty(t, 'value', {configurable: true, get() { return proto.get.call(this) }, set(v) { tracked = v; proto.set.call(this, v) }});
      t.addEventListener('input', () => record(t.value !== tracked));
    </script>`);
    expect(visit.records).toEqual(['true']);
  });

  test('the second of two passwords repeats the first', async () => {
    const visit = await drive(
      '<input type=password id=a placeholder=Password><input type=password id=b placeholder="Confirm password">',
    );
    const [a, b] = ['a', 'b'].map((id) => (visit.window.document.getElementById(id) as HTMLInputElement).value);
    expect(b).toBe(a);
  });

  test('JSON stays JSON', async () => {
    const visit = await drive(`<textarea id=t>{"a": 1}</textarea>`);
    const value = JSON.parse((visit.window.document.getElementById('t') as HTMLTextAreaElement).value) as { a: number };
    expect(value.a).toBe(1);
  });
});

describe('events in the order a browser makes them', () => {
  test('typing, then leaving the field', async () => {
    const visit = await drive(`<input id=t><input id=u><script>
      for (const type of ['pointerdown','mousedown','focus','pointerup','mouseup','click','keydown','keypress','beforeinput','input','keyup','change','blur'])
        t.addEventListener(type, () => record(type));
    </script>`);
    const order = visit.records.slice(0, 13).join(' ');
    expect(order).toBe(
      'pointerdown mousedown focus pointerup mouseup click keydown keypress beforeinput input keyup change blur',
    );
    expect(kinds(visit).slice(0, 3)).toEqual(['edit', 'commit', 'edit']);
  });

  test('pressing a button', async () => {
    const visit = await drive(`<button id=b>Go</button><script>
      for (const type of ['pointerover','pointerdown','mousedown','focus','pointerup','mouseup','click']) b.addEventListener(type, () => record(type));
    </script>`);
    expect(visit.records.join(' ')).toBe('pointerover pointerdown mousedown focus pointerup mouseup click');
  });

  test('a listener for blur alone makes the leaving an action of its own', async () => {
    const visit = await drive('<textarea id=t onblur="record(value)"></textarea>');
    expect(kinds(visit)).toEqual(['edit', 'blur']);
    expect(visit.records).toHaveLength(1);
  });
});

describe('presses', () => {
  const pressable: readonly string[] = [
    '<button id=x>Go</button>',
    '<a id=x href="#go">Go</a>',
    '<div id=x role=button>Go</div>',
    '<div id=x onclick="1">Go</div>',
    '<details><summary id=x>Go</summary></details>',
    '<input id=x type=button value=Go>',
    '<span id=x>Go</span>',
    '<svg><circle id=x r=5></circle></svg>',
  ];
  test.each(pressable)('%s', async (html) => {
    const visit = await drive(
      `${html}<script>document.getElementById('x').addEventListener('click', () => record('pressed'))</script>`,
    );
    expect(visit.records).toContain('pressed');
    expect(visit.done[0]).toMatchObject({ kind: 'pointer', on: { id: 'x' } });
  });

  test('an element with a pointer listener, a property or a double click', async () => {
    const visit = await drive(`<i id=a>A</i><i id=b>B</i><i id=c>C</i><script>
      a.addEventListener('pointerdown', () => record('a')); b.onmousedown = () => record('b'); c.addEventListener('dblclick', () => record('c'));
    </script>`);
    expect(visit.records).toEqual(['a', 'b', 'b', 'c'].filter((_, index) => index !== 2));
  });

  test('a button below a listener for double clicks is clicked once', async () => {
    const visit = await drive(
      `<button onclick="record('save')">Save</button><script>document.addEventListener('dblclick', () => record('double'))</script>`,
    );
    expect(visit.records.filter((line) => line === 'save')).toHaveLength(1);
  });

  test('a listener that was taken away makes nothing pressable', async () => {
    const visit = await drive(
      `<i id=a>A</i><script>const f=()=>{}; a.addEventListener('click', f); a.removeEventListener('click', f); a.onclick=f; a.onclick=null</script>`,
    );
    expect(visit.done).toEqual([]);
  });

  test.each(['document', 'window', 'l'])('leaves below a listener on %s, two of each tag and class', async (target) => {
    const items = Array.from(
      { length: 5 },
      (_, index) => `<li class=row><i class=del>x${index}</i><b class=name>n</b></li>`,
    ).join('');
    const visit = await drive(
      `<ul id=l>${items}</ul><script>${target}.addEventListener('click', e => record(e.target.className))</script>`,
    );
    expect(visit.records.filter((line) => line === 'del')).toHaveLength(2);
    expect(visit.records.filter((line) => line === 'name')).toHaveLength(2);
  });

  test('what a delegating listener names by selector is pressed, leaf or not', async () => {
    const visit = await drive(
      `<ul id=l><li data-id=1><span class=act><svg></svg></span></li></ul><script>l.addEventListener('click', e => { if (e.target.closest('.act')) record('act') })</script>`,
    );
    expect(visit.records.length).toBeGreaterThan(0);
  });

  test('a form by its button and by Enter', async () => {
    const visit = await drive(
      `<form id=f><input id=t name=t required><button>Send</button></form><script>f.onsubmit=e=>{e.preventDefault();record(e.submitter?.textContent)}</script>`,
    );
    expect(visit.done.filter(({ kind }) => kind === 'submit').map(({ name }) => name)).toEqual(['Send', 'Enter']);
    expect(visit.records).toEqual(['Send', 'Send']);
  });

  test('a form without a button by Enter', async () => {
    const visit = await drive(
      `<form id=f><input id=t></form><script>f.onsubmit=e=>{e.preventDefault();record(t.value)}</script>`,
    );
    expect(visit.records).toHaveLength(1);
  });

  test('what resets, cancels or closes goes last', async () => {
    const visit = await drive(
      `<form onsubmit="event.preventDefault()"><input id=t><button type=reset>Neu</button><button type=button>Cancel</button><button>Save</button></form><button>Publish</button>`,
    );
    const names = visit.done.map(({ name }) => name);
    expect(names.indexOf('Save')).toBeLessThan(names.indexOf('Neu'));
    expect(names.indexOf('Publish')).toBeLessThan(names.indexOf('Cancel'));
  });
});

describe('listeners that a framework keeps', () => {
  const framework = (code: string): string =>
    `<div id=root><p id=p>Save it</p><input id=t></div><script>
      root['_reactListeningx'] = true;
      for (const type of ['click', 'dblclick', 'keydown', 'focusout', 'change', 'input']) root.addEventListener(type, e => {
        for (let at = e.target; at; at = at.parentElement) at['__reactProps$x']?.[({ click: 'onClick', keydown: 'onKeyDown', focusout: 'onBlur' })[type]]?.(e);
      });
      ${code}
    </script>`;

  test('a press property is a listener of its element, and no leaf is guessed', async () => {
    const visit = await drive(framework(`p['__reactProps$x'] = { onClick() { record('saved') } }`));
    expect(visit.records).toEqual(['saved']);
    expect(steps(visit)).toEqual(['edit t ', 'pointer p Save it']);
  });

  test('a key property gets its keys, a blur property its blur', async () => {
    const visit = await drive(
      framework(
        `t['__reactProps$x'] = { onKeyDown(e) { if (e.key === 'F2') record('F2') }, onBlur() { record('blur') } }`,
      ),
    );
    expect(visit.records).toEqual(['blur', 'F2']);
    expect(kinds(visit).slice(0, 2)).toEqual(['edit', 'blur']);
  });
});

describe('keys', () => {
  test('shortcuts after typing, where somebody listens', async () => {
    const visit = await drive(
      `<textarea id=t></textarea><script>t.addEventListener('keydown', e => record((e.ctrlKey?'C-':'')+(e.metaKey?'M-':'')+e.key))</script>`,
    );
    expect(visit.records.slice(1)).toEqual(['C-s', 'M-s', 'C-Enter', 'M-Enter', 'Enter', 'Escape']);
    expect(kinds(visit)).toEqual(['edit', 'key', 'key', 'key', 'key', 'key', 'key']);
  });

  test('no keys where nobody listens', async () => {
    expect(kinds(await drive('<textarea></textarea>'))).toEqual(['edit']);
  });

  test('the keys a listener compares with', async () => {
    const visit = await drive(`<script>document.addEventListener('keydown', e => {
      if (e.key === 'n') record('n'); else if (e.code === 'KeyP' && e.altKey) record('p'); else if (['x','y'].includes(e.key)) record(e.key);
      switch (e.key) { case 'ArrowUp': record('up') } if (e.keyCode === 32) record('space'); })</script>`);
    for (const key of ['n', 'p', 'x', 'y', 'up', 'space']) expect(visit.records).toContain(key);
  });

  test('the keys of a table, with what they are pressed together with left out', async () => {
    const visit = await drive(
      `<input id=a><script>const chords={'mod+k':1,'shift+?':2}, plain=new Set(['ArrowLeft']);
       addEventListener('keydown', ({ key, ctrlKey }) => { if (chords[combo(key)]||plain.has(key)) record((ctrlKey?'^':'')+key); });
       function combo(k){ return k==='?'?'shift+?':'mod+'+k }</script>`,
    );
    expect(visit.records).toContain('ArrowLeft');
    const keys = await drive(
      `<input id=a><script>const chords={'mod+k':()=>record('k'),'shift+?':()=>record('?')};
       addEventListener('keydown', (event) => { const combo=(event.key==='?'?'shift+':'mod+')+event.key; chords[combo]?.(); });</script>`,
    );
    expect(new Set(keys.records)).toEqual(new Set(['k', '?']));
  });

  test('a listener that hands the event on: its keys stand in the script', async () => {
    const visit = await drive(
      `<script>function keys(e){ if (e.key === 'q') record('q') } document.onkeydown = e => keys(e)</script>`,
    );
    expect(visit.records).toContain('q');
  });

  test('a field cleared by Enter is filled again before the next key', async () => {
    const visit = await drive(
      `<input id=t><script>t.onkeydown=e=>{if(e.key==='Enter'){record(t.value);t.value=''}}</script>`,
    );
    expect(visit.records.length).toBeGreaterThan(1);
    expect(visit.records).not.toContain('');
  });
});

describe('drag and drop', () => {
  test('what is marked as draggable onto what takes a drop, with its data', async () => {
    const visit = await drive(`<div id=a draggable=true>Card</div><div id=b>Done</div><script>
      a.ondragstart=e=>e.dataTransfer.setData('text/plain','card');
      b.addEventListener('dragover',e=>e.preventDefault()); b.addEventListener('drop',e=>record(e.dataTransfer.getData('text/plain')));
    </script>`);
    expect(visit.records).toEqual(['card']);
    expect(kinds(visit)).toEqual(['drag']);
  });

  test('a target that does not take it gets no drop', async () => {
    const visit = await drive(
      `<div draggable=true>Card</div><div id=b>Done</div><script>b.addEventListener('drop',()=>record('drop'))</script>`,
    );
    expect(visit.records).toEqual([]);
  });

  test('a file onto a zone without sources', async () => {
    const visit = await drive(
      `<div id=b>Drop here</div><script>b.ondragover=e=>e.preventDefault();b.ondrop=e=>record(e.dataTransfer.files.length)</script>`,
    );
    expect(visit.records).toEqual(['1']);
  });
});

describe('shadow roots and frames', () => {
  test('controls inside an open shadow root', async () => {
    const visit = await drive(
      `<x-a id=a></x-a><script>const r=a.attachShadow({mode:'open'});r.innerHTML='<input><button>Save</button>';r.querySelector('button').onclick=()=>record(r.querySelector('input').value)</script>`,
    );
    expect(visit.records).toEqual([`${[...visit.canaries.keys()][0]} note`]);
  });

  test('controls inside a same-origin frame', async () => {
    const visit = await drive(
      `<iframe id=f></iframe><script>const d=f.contentDocument;d.body.innerHTML='<input><button>Save</button>';d.querySelector('button').onclick=()=>record(d.querySelector('input').value)</script>`,
    );
    expect(visit.records).toEqual([`${[...visit.canaries.keys()][0]} note`]);
  });
});

describe('goes on while new controls appear', () => {
  test('a wizard whose one button leads on', async () => {
    const visit = await drive(`<div id=w></div><script>
      const pages=['name','street','email'];let at=0;
      function show(){ w.innerHTML = at<3 ? '<input id='+pages[at]+'>' : '<p>Check</p>'; }
      show();
      const next=document.createElement('button');next.textContent='Next';document.body.append(next);
      next.onclick=()=>{ at++; show(); if(at===3){ next.remove(); const s=document.createElement('button'); s.textContent='Send'; s.onclick=()=>record('sent'); document.body.append(s);} };
    </script>`);
    expect(visit.records).toEqual(['sent']);
  });

  test('every tab is opened, and the view left behind is visited again', async () => {
    const visit =
      await drive(`<button role=tab onclick="go(0)">One</button><button role=tab onclick="go(1)">Two</button>
      <div id=p0><button onclick="record('one')">Save one</button></div><div id=p1 hidden><button onclick="record('two')">Save two</button></div>
      <script>function go(i){p0.hidden=i!==0;p1.hidden=i!==1}</script>`);
    expect(visit.records).toContain('one');
    expect(visit.records).toContain('two');
  });

  test('a menu that hides what was not yet pressed: the person goes back', async () => {
    const visit =
      await drive(`<button id=a onclick="m.hidden=true;n.hidden=false">Settings</button><button id=z hidden>z</button>
      <div id=m><button onclick="record('home')">Save home</button></div>
      <div id=n hidden><button onclick="record('settings')">Save settings</button><button onclick="m.hidden=false;n.hidden=true">Back</button></div>`);
    expect(visit.records.sort()).toEqual(['home', 'settings']);
  });

  test('a modal dialog covers the rest until it is closed', async () => {
    const visit =
      await drive(`<button onclick="d.hidden=false">New</button><button onclick="record('list')">Save list</button>
      <div id=d role=dialog aria-modal=true hidden><input id=t><button onclick="record('dialog '+!d.hidden)">Save</button><button onclick="d.hidden=true">Close</button></div>`);
    expect(visit.records).toEqual(['dialog true', 'list']);
  });

  test('a dialog shown as modal covers the rest; Escape leads out where no button does', async () => {
    const visit =
      await drive(`<script>HTMLDialogElement.prototype.showModal=function(){this.setAttribute('open','')};HTMLDialogElement.prototype.close=function(){this.removeAttribute('open')}</script>
      <dialog id=d><button onclick="record('in')">Save</button></dialog><button onclick="record('out')">Publish</button><script>d.showModal()</script>`);
    expect(visit.records).toEqual(['in', 'out']);
  });

  test('a button that did nothing is pressed once more when something was chosen', async () => {
    const visit =
      await drive(`<button onclick="chosen&&record(chosen)">Add</button><ul id=l><li>One</li><li>Two</li></ul>
      <script>let chosen='';l.addEventListener('click',e=>{chosen=e.target.textContent;e.target.className='on'})</script>`);
    expect(visit.records).toEqual(['Two']);
  });

  test('a Save that came too early is pressed once more when the rest was done', async () => {
    const visit = await drive(`<button id=s>Save</button><p id=m></p><button id=a>Approve</button><script>
      let done=0; a.onclick=()=>{done++;a.textContent='Approved'};
      s.onclick=()=>{ if(!done) m.textContent='Nothing to save yet'; else record('saved '+done) }</script>`);
    expect(visit.records).toHaveLength(1);
  });

  test('what only takes away counts as well, and Save comes once more after it', async () => {
    const visit =
      await drive(`<button id=s>Save</button><p id=m></p><p id=r>Row <button id=d>Remove</button></p><script>
      let gone=0; d.onclick=()=>{gone++;r.remove()};
      s.onclick=()=>{ if(!gone) m.textContent='No changes'; else record('saved') }</script>`);
    expect(visit.records).toEqual(['saved']);
    expect(visit.done.filter(({ name }) => name === 'Save').length).toBeLessThanOrEqual(3);
    expect(visit.done.filter(({ name }) => name === 'Remove')).toHaveLength(1);
  });

  test('a switch is not switched back, and what wrote is not pressed again', async () => {
    const visit =
      await drive(`<button id=s>Send</button><button id=t aria-pressed=false>Loud</button><p id=m></p><script>
      t.onclick=()=>t.setAttribute('aria-pressed',t.getAttribute('aria-pressed')==='false');
      s.onclick=()=>record('sent')</script>`);
    expect(visit.records).toEqual(['sent']);
    expect(visit.done.filter(({ name }) => name === 'Loud')).toHaveLength(1);
  });

  test('a button is pressed when it becomes enabled', async () => {
    const visit = await drive(
      `<button id=s disabled onclick="record('saved')">Save</button><input id=t oninput="s.disabled=!value">`,
    );
    expect(visit.records).toEqual(['saved']);
  });

  test('a page that adds a row with every press comes to an end', async () => {
    const visit = await drive(
      `<ul id=l></ul><button onclick="l.insertAdjacentHTML('beforeend','<li><input><button onclick=record(1)>Save</button></li>')">Add</button>`,
    );
    expect(visit.done.length).toBeLessThan(60);
    expect(visit.records.length).toBeGreaterThan(0);
  });

  test('a page that is drawn again after each press comes to an end', async () => {
    const visit = await drive(
      `<div id=r></div><script>let n=0;function draw(){r.innerHTML='<input id=t><button>Save</button><p>'+n+'</p>';r.querySelector('button').onclick=()=>{n++;record(t.value);draw()}}draw()</script>`,
    );
    expect(visit.records.length).toBeGreaterThan(0);
    expect(visit.records.length).toBeLessThan(6);
    expect(visit.records).not.toContain('');
  });

  test('a field that is cleared again and again is left at that, and coverage names it', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) =>
        `<button onclick="a.value=''">Use ${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${at}x${'y'.repeat(at)}</button>`,
    );
    const visit = await drive(`<label>Name <input id=a></label>${rows.join('')}`);
    const field = visit.coverage().controls.find(({ on }) => on.id === 'a');
    expect(field).toMatchObject({ reached: true, skipped: 'budget' });
  });

  test('leaves below a listener that were not pressed are named, where those that were changed something', async () => {
    const cells = Array.from({ length: 9 }, (_, at) => `<i class="cell">${at}</i>`).join('');
    const listen = (body: string): string =>
      `<div id=grid>${cells}<b>idle</b><b>idle</b><b>idle</b></div><p id=m></p><script>grid.addEventListener('click', (event) => { ${body} });</script>`;
    const skipped = async (body: string): Promise<string[]> => {
      const { controls } = (await drive(listen(body))).coverage();
      return controls.filter((control) => control.skipped === 'budget').map(({ name }) => name);
    };
    expect(await skipped("if (event.target.className === 'cell') m.textContent = event.target.textContent;")).toEqual([
      '2 and 6 like it',
    ]);
    expect(await skipped('event.stopPropagation();')).toEqual([]);
  });

  test('the budget ends it, and coverage says so', async () => {
    const buttons = Array.from({ length: 30 }, (_, index) => `<button class=${'c'.repeat(index + 1)}>B</button>`).join(
      '',
    );
    const visit = await drive(buttons, 10);
    expect(visit.done).toHaveLength(10);
    expect(visit.coverage().budgetSpent).toBe(true);
  });
});

describe('touches nothing a person could not', () => {
  const unreachable: readonly (readonly [string, string, string])[] = [
    ['disabled', '<button id=x disabled>Go</button>', 'disabled'],
    ['in a disabled fieldset', '<fieldset disabled><button id=x>Go</button></fieldset>', 'disabled'],
    ['hidden', '<div hidden><button id=x>Go</button></div>', 'hidden'],
    ['inert', '<div inert><button id=x>Go</button></div>', 'inert'],
    ['aria-hidden', '<div aria-hidden=true><button id=x>Go</button></div>', 'inert'],
    [
      'not displayed by a stylesheet',
      '<style>.off{display:none}</style><div class=off><button id=x>Go</button></div>',
      'hidden',
    ],
    [
      'invisible by a stylesheet',
      '<style>.off{visibility:hidden}</style><div class=off><button id=x>Go</button></div>',
      'hidden',
    ],
    ['in closed details', '<details><p><button id=x>Go</button></p></details>', 'hidden'],
    ['behind an open modal dialog', '<button id=x>Go</button><div role=dialog aria-modal=true>Wait</div>', 'inert'],
    ['a read-only field', '<input id=x readonly>', 'read-only'],
  ];
  test.each(unreachable)('%s', async (name, html, reason) => {
    const visit = await openPage(
      `${html}<script>for (const type of ['click','input','keydown']) x.addEventListener(type, () => record(type))</script>`,
    );
    if (name.includes('details'))
      visit.window.document.querySelector('details')!.addEventListener('toggle', (event) => event.preventDefault());
    const before = visit.coverage().controls.find(({ on }) => on.id === 'x');
    expect(before).toMatchObject({ reached: false, skipped: reason });
    await visit.drive();
    if (reason !== 'read-only') expect(visit.records).toEqual([]);
    else expect(visit.records).not.toContain('input');
  });

  test('a menu that opens under the pointer is within reach', async () => {
    const visit = await drive(
      `<style>.sub{display:none}.menu:hover .sub{display:block}</style><div class=menu>File<div class=sub><button onclick="record('save')">Save</button></div></div>`,
    );
    expect(visit.records).toEqual(['save']);
  });
});

describe('leaving', () => {
  test('hides, then leaves', async () => {
    const visit = await openPage(`<script>
      document.addEventListener('visibilitychange', () => record('visibilitychange ' + document.visibilityState));
      document.onvisibilitychange = () => record('on ' + document.hidden);
      for (const type of ['blur','pagehide','beforeunload','unload']) addEventListener(type, () => record(type));
    </script>`);
    visit.script.leave('hide');
    expect(visit.records).toEqual(['blur', 'visibilitychange hidden', 'on true']);
    visit.script.leave('leave');
    expect(visit.records.slice(3)).toEqual(['beforeunload', 'pagehide', 'unload']);
  });
});

describe('cannot be noticed', () => {
  test('wrapped functions look as before', async () => {
    const visit = await openPage(
      '<script>record([EventTarget.prototype.addEventListener.name, EventTarget.prototype.addEventListener.length, Function.prototype.toString.name, Object.keys(Function.prototype).length].join()); record(String(EventTarget.prototype.addEventListener)); record(String(Function.prototype.toString)); record(Object.keys(window).filter(k => /savecheck|watch/i.test(k)).length)</script>',
    );
    expect(visit.records[0]).toBe('addEventListener,2,toString,0');
    expect(visit.records[1]).toMatch(/^addEventListener\(|native code/);
    expect(visit.records[2]).toContain('native code');
    expect(visit.records[3]).toBe('0');
  });
});
