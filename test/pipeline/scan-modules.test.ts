import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

const CLAIM = "document.title = 'Saved'";

describe('several files are one program', () => {
  test('a relative import carries the endpoint, and the finding stands at the call that chose it', async () => {
    const outcome = await scanText(
      'ts',
      `import { post } from './api';\nexport async function save() {\n  await post('/notes');\n  ${CLAIM};\n}\n`,
      {
        'api.ts':
          "const base = '/api';\nexport const post = (path: string) => fetch(base + path, { method: 'POST' });\n",
      },
    );
    expect(labelOf(outcome)).toBe('lost');
    expect(outcome.findings[0]).toMatchObject({
      path: 'artifact.ts',
      line: 3,
      column: 9,
      endpoint: { url: '/api/notes' },
    });
  });

  test('a default export, a re-export and JSON', async () => {
    const outcome = await scanText(
      'js',
      `import client from './lib/index.js';\nimport cfg from './cfg.json';\nclient.send(cfg.url).then(() => { ${CLAIM} });\n`,
      {
        'lib/index.js': "export { default } from './client.js';\n",
        'lib/client.js': "export default { send: (url) => fetch(url, { method: 'PUT' }) };\n",
        'cfg.json': '{"url": "/put-here"}',
      },
    );
    expect(outcome.findings).toMatchObject([
      { consequence: 'claims-unread', endpoint: { method: 'PUT', url: '/put-here' } },
    ]);
  });

  test('a path alias of tsconfig', async () => {
    const outcome = await scanText(
      'tsx',
      `import { save } from '@/api';\nexport default function F() { return <button onClick={async () => { await save(); alert('Saved'); }}>x</button>; }\n`,
      {
        'tsconfig.json': '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}',
        'src/api.ts': "export const save = () => fetch('/api/save', { method: 'POST' });\n",
      },
    );
    expect(labelOf(outcome)).toBe('lost');
  });

  test('a local script of a page', async () => {
    const outcome = await scanText(
      'html',
      `<div id="msg"></div><script src="api.js"></script><script>save().then(() => { msg.textContent = 'Saved' })</script>`,
      {
        'api.js': "function save() { return fetch('/api/save', { method: 'POST' }) }",
      },
    );
    expect(labelOf(outcome)).toBe('lost');
  });

  test('a missing sibling is named', async () => {
    const outcome = await scanText(
      'ts',
      "import { save } from './gone';\nfetch('https://x.example/a', { method: 'POST' });\nsave();\n",
    );
    expect(outcome.failures).toMatchObject([{ code: 'sibling-missing', candidate: false }]);
    expect(outcome.failures[0]!.detail).toContain('gone');
  });
});

describe('a library in one file with other code', () => {
  const wrapper = `!function(e,t){"object"==typeof module?module.exports=t(e):function(e){if(!e.document)throw new Error("jQuery requires a window with a document");return t(e)}(e)}`;
  const library = `${wrapper}(window,function(e){e.$=function(){fetch("/inside",{method:"POST"})}})`;
  const own =
    "document.getElementById('b').onclick=function(){fetch('/own',{method:'POST'}).then(function(){alert('Saved')})}";
  const urlsOf = async (text: string): Promise<readonly string[]> => {
    const outcome = await scanText('html', `<button id="b">Save</button><script>${text}</script>`);
    return outcome.findings.map(({ endpoint }) => endpoint.url);
  };

  test.each([
    ['behind it', `${library};${own}`],
    ['joined to it by a comma', `${library},${own}`],
    ['before it', `${own};${library}`],
  ])('own code %s is looked at, the library is not', async (_, text) => {
    expect(await urlsOf(text)).toEqual(['/own']);
  });

  test('a bundle that holds the library is looked at', async () => {
    const bundle = `(()=>{var m={1:()=>{${library}}};m[1]();${own}})()`;
    expect(await urlsOf(bundle)).toContain('/own');
  });
});
