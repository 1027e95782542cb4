/**
 * Pages that a generator writes, with a guard before their write. What the generator surely holds decides; what it may have chosen
 * otherwise proves nothing, and so does a flag it was given; what a person does decides beside either. A write is never called dead where
 * some run of the generator makes a page that writes.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

const page = (head: string, guard: string): string =>
  `<!doctype html><input id=t><button id=b>Save</button><p id=m></p><script>
${head}
document.getElementById('b').onclick = () => { const text = document.getElementById('t').value; ${guard}
  fetch('/api/x', { method: 'POST', body: text }).then(() => { document.getElementById('m').textContent = 'Saved'; }); };
</script>`;

/** A field is written as `<<expression>>`. */
const python = (before: string, html: string): string =>
  `import json, os, sys\n${before}\nhtml = f"""${html.replace(/[{}]/g, '$&$&').replaceAll('<<', '{').replaceAll('>>', '}')}"""\nopen("o.html", "w").write(html)\n`;
const javascript = (before: string, html: string): string =>
  `const fs = require('fs');\n${before}\nconst html = \`${html.replaceAll('<<', '${').replaceAll('>>', '}')}\`;\nfs.writeFileSync('o.html', html);\n`;

const RO = ['const RO = <<json.dumps(RO)>>;', 'if (RO) return;'] as const;
const MODE = ['const MODE = "<<MODE>>";', 'if (MODE === "static") return;'] as const;
const CHOSEN =
  'const chosen = {}; document.querySelectorAll("i").forEach(e => e.onclick = () => { chosen[e.id] = 1; });';
const DATA = 'Q = json.loads(open("q.json").read())';

type Case = readonly [before: string, head: string, guard: string];
const PYTHON: Readonly<Record<string, readonly Case[]>> = {
  lost: [
    ['RO = False', ...RO],
    ['RO = 0', ...RO],
    ['RO = None', ...RO],
    ['RO = ""', ...RO],
    ['C = {"ro": False}', 'const C = <<json.dumps(C)>>;', 'if (C.ro) return;'],
    [
      'Q = [{"id": "a"}, {"id": "b"}]',
      `const n = <<len(Q)>>; ${CHOSEN}`,
      'if (Object.keys(chosen).length < n) return;',
    ],
    ['Q = [{"id": "a"}]', `const Q = <<json.dumps(Q)>>; ${CHOSEN}`, 'if (Q.some(q => !chosen[q.id])) return;'],
    [
      'Q = [{"id": "a", "must": True}, {"id": "b", "must": False}]',
      `const Q = <<json.dumps(Q)>>; ${CHOSEN}`,
      'for (const q of Q) if (q.must && !chosen[q.id]) return;',
    ],
    ['Q = ["a", "b"]', 'const Q = <<json.dumps(Q)>>; let i = 0;', 'i++; if (i < Q.length) return;'],
    [DATA, 'const Q = <<json.dumps(Q)>>; let i = 0;', 'i++; if (i < Q.length) return;'],
    [DATA, 'const Q = <<json.dumps(Q)>>;', 'if (!Q.length) return;'],
    [DATA, 'const Q = <<json.dumps(Q)>>;', 'if (text.length > Q.limit) return;'],
    [DATA, `const Q = <<json.dumps(Q)>>; ${CHOSEN}`, 'if (Q.filter(q => !(q in chosen)).length) return;'],
    [DATA, `const Q = <<json.dumps(Q)>>; ${CHOSEN}`, 'if (Q.find(q => !chosen[q])) return;'],
    [DATA, `const Q = <<json.dumps(Q)>>; ${CHOSEN}`, 'if (!Q.every(q => chosen[q])) return;'],
    ['L = ["a", "b"]\nL.clear()', 'const L = <<json.dumps(L)>>;', 'if (L.length === 2) return;'],
  ],
  clean: [
    ['RO = True', ...RO],
    ['C = {"ro": True}', 'const C = <<json.dumps(C)>>;', 'if (C.ro) return;'],
    ['MODE = "static"', ...MODE],
  ],
  suspect: [
    ['MODE = "static"\nif "--live" in sys.argv:\n    MODE = "live"', ...MODE],
    ['MODE = "live" if len(sys.argv) > 1 else "static"', ...MODE],
    ['MODE = sys.argv[1] or "static"', ...MODE],
    ['MODE = "static".upper()', ...MODE],
    ['MODE = ["static", "x"][1:][0]', ...MODE],
    ['def mode():\n    if sys.argv[1]:\n        return "live"\n    return "static"\nMODE = mode()', ...MODE],
    ['C = {"mode": "static"}\nC["mode"] = "live"', 'const MODE = "<<C["mode"]>>";', 'if (MODE === "static") return;'],
    [
      'C = {"mode": "static"}\nC.update(os.environ)',
      'const C = <<json.dumps(C)>>;',
      'if (C.mode === "static") return;',
    ],
    ['C = {"mode": "static"}\nfill(C)', 'const C = <<json.dumps(C)>>;', 'if (C.mode === "static") return;'],
    [
      'L = [{"on": True}]\nfor one in L:\n    one["on"] = False',
      'const L = <<json.dumps(L)>>;',
      'if (L[0].on) return;',
    ],
    ['C = json.loads(sys.argv[1])', 'const C = <<json.dumps(C)>>;', 'if (C.readOnly) return;'],
    ['C = json.loads(sys.argv[1])', 'const C = <<json.dumps(C)>>;', 'if (C.readOnly || !text) return;'],
    ['C = json.loads(sys.argv[1])', 'const C = <<json.dumps(C)>>;', 'if (!(C.canSave && text)) return;'],
    ['C = json.loads(sys.argv[1])', 'const C = <<json.dumps(C)>>;', 'if (C.filter(f => f.save).length === 0) return;'],
  ],
};
const JS_RO = ['const RO = <<JSON.stringify(RO)>>;', 'if (RO) return;'] as const;
const JAVASCRIPT: Readonly<Record<string, readonly Case[]>> = {
  lost: [
    ['const RO = false;', ...JS_RO],
    ['const RO = 0;', ...JS_RO],
    ['const RO = 0;', 'const RO = <<RO>>;', 'if (RO) return;'],
    ['const C = { ro: false };', 'const C = <<JSON.stringify(C)>>;', 'if (C.ro) return;'],
    ['const Q = [1, 2, 3];', 'let i = 0;', 'i++; if (i < <<Q.length>>) return;'],
    ['const Q = [1, 2, 3];', CHOSEN, 'if (Object.keys(chosen).length < <<Q.length>>) return;'],
    ['const Q = [{ n: 1 }]; for (const q of Q) console.log(q.n);', '', 'if (<<Q.length>> === 0) return;'],
  ],
  clean: [
    ['const RO = 1;', ...JS_RO],
    ['const C = { ro: true };', 'const C = <<JSON.stringify(C)>>;', 'if (C.ro) return;'],
    ['const Q = ["a"]; const n = Q.map(q => q.trim());', '', 'if (<<Q.length>> > 0) return;'],
  ],
  suspect: [
    ['let RO = 1; if (process.argv[2]) RO = 0;', ...JS_RO],
    ['let MODE = "static"; function live() { MODE = "live"; } if (process.argv[2]) live();', ...MODE],
    ['const MODE = process.argv[2] ? "live" : "static";', ...MODE],
    ['const MODE = process.argv[2] || "static";', ...MODE],
    ['const C = { mode: "static" }; C.mode = "live";', 'const MODE = "<<C.mode>>";', 'if (MODE === "static") return;'],
    [
      'const C = { mode: "static" }; Object.assign(C, options);',
      'const MODE = "<<C.mode>>";',
      'if (MODE === "static") return;',
    ],
    [
      'const L = ["static", "x"].filter(x => x !== "static");',
      'const MODE = "<<L[0]>>";',
      'if (MODE === "static") return;',
    ],
    ['const Q = ["a"]; Q.pop();', '', 'if (<<Q.length>> > 0) return;'],
    ['const Q = ["a"]; Q.length = 0;', '', 'if (<<Q.length>> > 0) return;'],
    ['const Q = ["a"]; const P = Q; P.pop();', '', 'if (<<Q.length>> > 0) return;'],
    ['const Q = ["a"]; empty(Q);', '', 'if (<<Q.length>> > 0) return;'],
    [
      'const Q = [{ on: 1 }]; Q.forEach(q => { q.on = 0; });',
      'const Q = <<JSON.stringify(Q)>>;',
      'if (Q[0].on) return;',
    ],
    ['const { MODE } = options;', ...MODE],
    ['const MODE = "static"; function build({ MODE }) {', ...MODE],
  ],
};

const cases = (all: typeof PYTHON) =>
  Object.entries(all).flatMap(([label, some]) => some.map((one) => ({ label, one })));

describe('a guard that a generator writes', () => {
  test.each(cases(PYTHON))('in Python: $label: $one.0 $one.2', async ({ label, one: [before, head, guard] }) => {
    expect(labelOf(await scanText('py', python(before, page(head, guard))))).toBe(label);
  });

  test.each(cases(JAVASCRIPT))(
    'in JavaScript: $label: $one.0 $one.2',
    async ({ label, one: [before, head, guard] }) => {
      const end = before.endsWith('{') ? ' return html; }' : '';
      expect(labelOf(await scanText('js', javascript(before, page(head, guard)) + end))).toBe(label);
    },
  );
});

interface Chosen {
  readonly language: 'py' | 'js';
  readonly before: string;
  readonly head: string;
  readonly guard: string;
}

const chosen = readFileSync(new URL('generated-guards.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Chosen);

describe('a generator that some run makes write', () => {
  test.each(chosen)('is never clean: $language $before $guard', async ({ language, before, head, guard }) => {
    const write = language === 'py' ? python : javascript;
    expect(labelOf(await scanText(language, write(before, page(head, guard))))).not.toBe('clean');
  });
});
