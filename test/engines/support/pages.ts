/** Pages that exercise what could differ from run to run: time, chance, order, frames, storage, animation. */

const FIELD = '<textarea id="t" aria-label="note"></textarea><button id="b">Save</button><p id="m" role="status"></p>';

export const UNSTEADY_PAGES: Readonly<Record<string, string>> = {
  clock: `${FIELD}<script>setInterval(()=>{m.textContent=new Date().toISOString()+performance.now()},250);b.onclick=()=>fetch('/n',{method:'POST',body:String(Date.now())})</script>`,
  chance: `${FIELD}<script>b.onclick=()=>{const id=crypto.randomUUID()+Math.random()+crypto.getRandomValues(new Uint8Array(4));m.textContent=id;fetch('/'+id,{method:'PUT'})}</script>`,
  toast: `${FIELD}<div id="o"></div><script>b.onclick=async()=>{const r=await fetch('/n',{method:'POST'});o.textContent=r.ok?'Saved':'Failed';setTimeout(()=>o.textContent='',2500)}</script>`,
  race: `${FIELD}<script>b.onclick=()=>{for(const p of ['/a','/b','/c'])fetch(p,{method:'POST'}).then(async r=>{await r.text();m.textContent+=p})}</script>`,
  frames: `${FIELD}<script>let n=0;const f=t=>{m.style.left=t+'px';if(n++<40)requestAnimationFrame(f)};requestAnimationFrame(f)</script>`,
  nested: `<iframe srcdoc="<button id=i>In</button><script>i.onclick=()=>fetch('/in',{method:'POST',body:''+performance.now()})</script>"></iframe>${FIELD}`,
  reader: `${FIELD}<script>b.onclick=()=>{const f=new FileReader();f.onload=()=>{m.textContent=f.result;crypto.subtle.digest('SHA-256',new TextEncoder().encode(f.result)).then(d=>fetch('/h',{method:'POST',body:new Uint8Array(d).join()}))};f.readAsText(new Blob([t.value]))}</script>`,
  module: `${FIELD}<script type="module">const c=await new Promise(r=>setTimeout(()=>r('/m'),120));b.addEventListener('click',async()=>{try{await fetch(c,{method:'POST'});m.textContent='Saved'}catch{m.textContent='Failed'}})</script>`,
  database: `${FIELD}<script>const q=indexedDB.open('d',1);q.onupgradeneeded=()=>q.result.createObjectStore('s',{autoIncrement:true});b.onclick=()=>{const x=q.result.transaction('s','readwrite');x.objectStore('s').add({v:t.value,at:Date.now()});x.oncomplete=()=>m.textContent='Kept'}</script>`,
  rejections: `${FIELD}<script>addEventListener('unhandledrejection',e=>m.textContent='lost '+e.reason);b.onclick=()=>{Promise.reject(new Error('x'));setTimeout(()=>{throw new Error('y')},10);null.z}</script>`,
};
