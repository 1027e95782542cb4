/**
 * The style sheet of the HTML report. Filters by label with `:has()`, so that the page needs no script; without `:has()`
 * everything is shown. Colours are never the only sign: every label stands in words.
 */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --page: #fff; --card: #f6f8fa;
  --lost: #a40e26; --inconclusive: #6639ba; --suspect: #7d4e00; --clean: #116329; --focus: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9da7b3; --line: #3d444d; --page: #0d1117;
  --card: #161b22; --lost: #ff8182; --inconclusive: #c297ff; --suspect: #e3b341; --clean: #6fdd8b; --focus: #79c0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 0; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
p { margin: .25rem 0; } a { color: var(--focus); } code { font: .9em/1.4 ui-monospace, monospace; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.soft { color: var(--soft); }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; background: var(--page); padding: .5rem; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: .5rem 1rem; min-width: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: .25rem 1.5rem; }
label { display: flex; gap: .5rem; align-items: start; cursor: pointer; }
input { flex: none; width: 1.1rem; height: 1.1rem; margin: .2rem 0; accent-color: var(--focus); }
.verdict { border: 1px solid var(--line); border-left: .4rem solid var(--edge); border-radius: .5rem; margin: 1rem 0; padding: .75rem 1rem; background: var(--card); }
.lost { --edge: var(--lost); } .inconclusive { --edge: var(--inconclusive); } .suspect { --edge: var(--suspect); } .clean { --edge: var(--clean); }
.badge { color: var(--edge); font-weight: 700; white-space: nowrap; } .verdict > header { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; } .verdict > header .soft { flex-basis: 100%; }
table { table-layout: fixed; border-collapse: collapse; width: 100%; margin: .75rem 0 0; background: var(--page); }
caption { text-align: left; padding: .25rem 0; background: var(--card); } th, td { border: 1px solid var(--line); padding: .5rem .6rem; text-align: left; vertical-align: top; }
thead th { font-weight: 600; color: var(--soft); } tbody th { font-weight: 600; }
thead th:nth-child(1) { width: 16%; } thead th:nth-child(2) { width: 16%; } thead th:nth-child(3), thead th:nth-child(4) { width: 19%; }
ul, ol { margin: .25rem 0; padding-left: 1.5rem; } ol { padding-left: 2.75rem; } .said { margin: 0; padding: 0; list-style: none; } .said li + li::before { content: "then "; color: var(--soft); }
details { margin: .4rem 0 0; } summary { cursor: pointer; color: var(--focus); }
.worlds { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; } .worlds h4 { margin: .5rem 0 .25rem; font-size: .95rem; }
pre { margin: .25rem 0; padding: .5rem; border: 1px solid var(--line); white-space: pre-wrap; font: .9em/1.4 ui-monospace, monospace; }
body:has(#show-lost:not(:checked)) :is(.verdict, li).lost, body:has(#show-inconclusive:not(:checked)) :is(.verdict, li).inconclusive,
body:has(#show-suspect:not(:checked)) :is(.verdict, li).suspect, body:has(#show-clean:not(:checked)) :is(.verdict, li).clean { display: none; }
@media (max-width: 44rem) {
  table, tbody, tr, th, td, caption { display: block; width: 100%; } thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr:nth-child(odd) { border-top: 2px solid var(--line); } td, tbody th { border-width: 0 1px 1px; } td[data-name]::before { content: attr(data-name) ": "; color: var(--soft); display: block; }
  .worlds { grid-template-columns: 1fr; gap: 0; }
}
@media print { fieldset, .skip { display: none; } .verdict { break-inside: avoid; } }
`;
