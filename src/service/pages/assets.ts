/**
 * The style, the icon and the one script of the pages, as text. They are served from this server and from nowhere else.
 */
export const STYLE = `
:root { color-scheme: light dark; --line: #d0d4da; --soft: #f4f5f7; --ink: #1c2026; --quiet: #59616d; --link: #0b5cad;
  --lost: #b3261e; --suspect: #8a5a00; --clean: #1d6b34; --inconclusive: #5b4a8a; --other: #4a5361; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a414b; --soft: #20252c; --ink: #e8eaee; --quiet: #a3abb8; --link: #7db8f5;
    --lost: #ff8a80; --suspect: #f0b955; --clean: #7ed69a; --inconclusive: #b9a8f0; --other: #b5bdc9; }
  body { background: #14171b; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
.top { display: flex; gap: 2rem; align-items: baseline; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; text-decoration: none; color: inherit; }
nav a { margin-right: 1rem; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 600; font-size: .9rem; }
.scroll { overflow-x: auto; }
.badge { display: inline-block; padding: 0 .55rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .85rem; font-weight: 600; color: var(--other); white-space: nowrap; }
.badge.lost, .badge.error, .badge.unmet { color: var(--lost); }
.badge.suspect { color: var(--suspect); }
.badge.clean, .badge.met { color: var(--clean); }
.badge.inconclusive { color: var(--inconclusive); }
.quiet { color: var(--quiet); }
.panel { background: var(--soft); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0 0 1.5rem; }
.panel p { margin: .25rem 0; }
form.filter { display: flex; gap: .5rem; align-items: center; margin-bottom: .75rem; }
form.upload { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: end; }
label { display: block; font-size: .9rem; }
input, select, button { font: inherit; padding: .35rem .6rem; max-width: 100%; }
button { cursor: pointer; }
progress { width: 100%; height: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: .9em/1.45 ui-monospace, monospace; }
pre { background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: .4rem; }
.notice { border-left: 4px solid var(--suspect); padding-left: .75rem; }
.pages { display: flex; justify-content: space-between; margin-top: 1rem; }
`.trimStart();

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1d6b34"/><path d="M4 8.5l3 3 5-7" fill="none" stroke="#fff" stroke-width="2"/></svg>';

/** Follows the events of the job that the page is about; at its end, or when they cannot be read, the page is loaded anew. */
export const LIVE_SCRIPT = `
const state = document.getElementById('state');
const bar = document.getElementById('progress');
if (state && bar) {
  const source = new EventSource('/v1/jobs/' + state.dataset.job + '/events');
  source.addEventListener('queued', () => { state.textContent = 'queued'; bar.removeAttribute('value'); });
  source.addEventListener('running', () => { state.textContent = 'running'; });
  source.addEventListener('progress', (event) => {
    const { done, total } = JSON.parse(event.data);
    state.textContent = 'running: ' + done + ' of ' + total;
    bar.max = total;
    bar.value = done;
  });
  source.addEventListener('terminal', () => { source.close(); location.reload(); });
  source.addEventListener('error', () => { if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000); });
}
`.trimStart();
