import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

type Label = 'lost' | 'suspect' | 'clean';

/** What listens to a form that posts by itself, and what becomes of it. */
const LISTENERS: readonly (readonly [name: string, label: Label, script: string])[] = [
  ['it is stopped', 'clean', "form.addEventListener('submit', e => e.preventDefault())"],
  [
    'by a listener that is not passive',
    'clean',
    "form.addEventListener('submit', e => e.preventDefault(), { passive: false })",
  ],
  [
    'a passive listener stops nothing',
    'lost',
    "form.addEventListener('submit', e => e.preventDefault(), { passive: true })",
  ],
  ['a listener for one time', 'suspect', "form.addEventListener('submit', e => e.preventDefault(), { once: true })"],
  [
    'before something is awaited',
    'clean',
    "form.addEventListener('submit', async e => { e.preventDefault(); await 0 })",
  ],
  [
    'after something was awaited',
    'lost',
    "form.addEventListener('submit', async e => { await 0; e.preventDefault() })",
  ],
  [
    'after what may have been awaited',
    'suspect',
    "form.addEventListener('submit', async e => { if (field.value) await 0; e.preventDefault() })",
  ],
  [
    'beside what is awaited by another',
    'clean',
    "const wait = async () => { await 0 }; form.addEventListener('submit', e => { wait(); e.preventDefault() })",
  ],
  ['in a timer', 'lost', "form.addEventListener('submit', e => { setTimeout(() => e.preventDefault()) })"],
  [
    'when a promise is kept',
    'lost',
    "form.addEventListener('submit', e => { Promise.resolve().then(() => e.preventDefault()) })",
  ],
  [
    'in a callback of who knows whom',
    'suspect',
    "form.addEventListener('submit', e => { check(form, () => e.preventDefault()) })",
  ],
  [
    'in a callback for each of a list',
    'clean',
    "form.addEventListener('submit', e => { [1].forEach(() => e.preventDefault()) })",
  ],
  ['by the document', 'clean', "document.addEventListener('submit', e => e.preventDefault())"],
  [
    'the document never hears of it',
    'lost',
    "document.addEventListener('submit', e => e.preventDefault()); form.addEventListener('submit', e => e.stopPropagation())",
  ],
  [
    'the document hears of it first',
    'clean',
    "document.addEventListener('submit', e => e.preventDefault(), true); form.addEventListener('submit', e => e.stopPropagation())",
  ],
  [
    'by a listener that is gone',
    'lost',
    "const stop = e => e.preventDefault(); form.addEventListener('submit', stop); form.removeEventListener('submit', stop)",
  ],
  [
    'by a listener that goes',
    'suspect',
    "const stop = e => { e.preventDefault(); form.removeEventListener('submit', stop) }; form.addEventListener('submit', stop)",
  ],
];

const page = (script: string): string =>
  `<!doctype html><form id="sheet" method="post" action="/save"><input name="n" id="field"><button>Save</button></form><script>const form = document.getElementById('sheet'); ${script}</script>`;

describe('a form that posts by itself', () => {
  test.each(LISTENERS)('%s: %s', async (_, label, script) => {
    expect(await labelOf(await scanText('html', page(script)))).toBe(label);
  });
});
