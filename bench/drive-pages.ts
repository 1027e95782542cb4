/** Pages of three sizes for measuring. In: a seed. Out: HTML that saves, some of it honestly. */

const words = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, i) => `word${(i * 7919 + seed) % 997}`).join(' ');

const SAVE = (id: number, honest: boolean): string =>
  honest
    ? `b${id}.onclick=async()=>{const r=await fetch('/s/${id}',{method:'POST',body:t${id}.value});m${id}.textContent=r.ok?'Saved':'Not saved'};`
    : `b${id}.onclick=async()=>{await fetch('/s/${id}',{method:'POST',body:t${id}.value});m${id}.textContent='Saved'};`;

const FIELD = (id: number): string =>
  `<div class="row"><input id="t${id}" aria-label="field ${id}"><button id="b${id}">Save ${id}</button><p id="m${id}"></p></div>`;

const STYLE = '<style>.row{display:flex;gap:8px}.row button{color:#fff;background:#246}.hidden{display:none}</style>';

function page(body: string, script: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title>${STYLE}<body>${body}<script>${script}</script></body></html>`;
}

export const PAGES: Readonly<Record<string, (seed: number) => string>> = {
  small: (seed) => page(`${FIELD(1)}<p>${words(40, seed)}</p>`, SAVE(1, seed % 2 === 0)),
  medium: (seed) => {
    const ids = Array.from({ length: 25 }, (_, i) => i);
    const fill = ids.map((id) => `${FIELD(id)}<p>${words(500, seed + id)}</p>`).join('');
    const local = ids.slice(2).map((id) => `b${id}.onclick=()=>{m${id}.textContent='Counted '+t${id}.value.length};`);
    return page(fill, SAVE(0, true) + SAVE(1, false) + local.join(''));
  },
  large: (seed) => {
    const rows = Array.from({ length: 2_400 }, (_, i) => `<tr><td>${words(50, seed + i)}</td></tr>`).join('');
    return page(`${FIELD(1)}<table>${rows}</table>`, SAVE(1, false));
  },
  autosave: () => {
    const ids = Array.from({ length: 40 }, (_, i) => i);
    const local = ids.map((id) => `b${id}.onclick=()=>{m${id}.textContent='ok'};`).join('');
    const all = ids.map((id) => `t${id}.value`).join('+');
    return page(ids.map(FIELD).join(''), `${local}setInterval(()=>fetch('/auto',{method:'POST',body:${all}}),30000);`);
  },
};
