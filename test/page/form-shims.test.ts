import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { compilePage } from './support/visit.ts';

/** A bare window with one shim, and the names the shim reported. */
async function withShim(entry: string, name: string, html: string) {
  const { window } = new JSDOM('', { runScripts: 'outside-only' });
  const used: string[] = [];
  const install = window.eval(await compilePage(entry, name)) as (window: unknown, host: object) => void;
  install(window, { shim: (shim: string) => used.push(shim) });
  window.document.body.innerHTML = html;
  return { window, used, run: (code: string): unknown => window.eval(code) };
}

test('a control is a property of its form, over what elements have by themselves', async () => {
  const { run, used } = await withShim(
    'src/page/shims/form-names.ts',
    'installFormNames',
    '<form id=f><input name=email value=a><input id=title value=b><input type=radio name=r value=1><input type=radio name=r value=2 checked></form>',
  );
  expect(run('f.email.value + f.title.value + f.r.value')).toBe('ab2');
  expect(used).toContain('form-names');
  expect(run('[typeof f.submit, typeof f.addEventListener, f.missing, f.id].join()')).toBe('function,function,,f');
});

test('a button opens the popover or the dialog it names, unless prevented', async () => {
  const { window, run } = await withShim(
    'src/page/shims/invokers.ts',
    'installInvokers',
    '<button id=a popovertarget=p>x</button><p id=p></p><button id=b commandfor=d command=show-modal><i id=i>y</i></button><dialog id=d></dialog>',
  );
  const calls: string[] = [];
  Object.assign(window, { call: (name: string) => void calls.push(name) });
  run(`p.togglePopover=()=>call('toggle');d.showModal=()=>call('modal');a.click();i.click();
    b.addEventListener('click',e=>e.preventDefault());b.click()`);
  expect(calls).toEqual(['toggle', 'modal']);
});
