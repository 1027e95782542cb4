/** Where there is more of something than is looked at, it is said, and nothing behind it is called clean. */
import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

const page = (code: string, body = ''): string =>
  `<!doctype html><button id=y>Save</button><p id=m></p>${body}<script>\n${code}\n</script>`;
const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join('\n');
const write = "fetch('/api/x', { method: 'POST' })";

const details = async (text: string): Promise<readonly string[]> =>
  (await scanText('html', text)).failures.filter(({ code }) => code === 'budget').map(({ detail }) => detail);

describe('a cap is said', () => {
  test('of what follows a write', async () => {
    const shown = many(2_100, (i) => `m.append('row ${i}');`);
    const text = page(`y.onclick = async () => { await ${write}; ${shown} };`);
    expect(await details(text)).toEqual(['more follows this write than is looked at']);
  });

  test('not of what is only repeated, and a claim behind it is found', async () => {
    const shown = many(30, () => `for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) draw(n);`);
    const code = `const draw = n => { ${many(12, (i) => `m.append('cell ${i}');`)} };
      y.onclick = async () => { await ${write}; ${shown} m.textContent = 'Saved'; };`;
    const outcome = await scanText('html', page(code));
    expect({ label: labelOf(outcome), failures: outcome.failures }).toEqual({ label: 'lost', failures: [] });
  });

  test('of what comes before a write', async () => {
    const shown = many(2_100, (i) => `m.append('row ${i}');`);
    const text = page(`y.onclick = () => { ${shown} ${write}; };`);
    expect(await details(text)).toContain('more comes before this write than is looked at');
  });

  test('of steps that the code behind a write takes', async () => {
    const text = page(
      `y.onclick = async () => { await ${write}; ${many(90_000, () => 'x++;')} m.textContent = 'Saved'; };`,
    );
    expect(await details(text)).toEqual(['what follows this write takes more steps than there are']);
  });

  test('of expressions of templates', async () => {
    const shown = many(201, (i) => `<span x-text="saved + ${i}"></span>`);
    const body = `<div x-data="{ saved: '' , async save() { await ${write.replaceAll("'", '&quot;')}; this.saved = 'x'; } }"><button @click="save()">Save</button>${shown}</div>`;
    expect(await details(page('', body))).toContain('more expressions of templates show this state than are looked at');
  });

  test('of texts that are run as code', async () => {
    const text = page(`${many(201, (i) => `setTimeout('go(${i})', 1);`)}\ny.onclick = () => ${write};`);
    expect(await details(text)).toContain('more texts are run as code than are looked at');
  });

  test('of functions that listen to an event of the page’s own', async () => {
    const code = `${many(41, (i) => `document.addEventListener('stored', () => { m.append('${i}'); });`)}
      y.onclick = async () => { await ${write}; document.dispatchEvent(new CustomEvent('stored')); };`;
    expect(await details(page(code))).toContain('more functions listen to this event than are looked at');
  });
});

describe('a cap widens', () => {
  test.each([
    ['split', "if ('a,'.repeat(300).split(',').length < 250) return;"],
    ['repeat', "if ('ab'.repeat(9000).length < 100) return;"],
    ['padStart', "if ('a'.padStart(2000).length < 1500) return;"],
    ['join', "if (!Array.from('a'.repeat(600)).join('').endsWith('a')) return;"],
  ])('%s', async (_name, guard) => {
    expect(
      labelOf(
        await scanText('html', page(`y.onclick = async () => { ${guard} await ${write}; m.textContent = 'Saved'; };`)),
      ),
    ).toBe('lost');
  });

  test('a callback that sees another address runs, however many ran before', async () => {
    const addresses = [...Array.from({ length: 14 }, (_, i) => `'https://a${i}.example/x'`), "'/api/x'"].join(', ');
    const code = `y.onclick = () => { [${addresses}].forEach(to => setTimeout(() => fetch(to, { method: 'POST' }).then(() => { m.textContent = 'Saved'; }), 5)); };`;
    expect(labelOf(await scanText('html', page(code)))).toBe('lost');
  });

  test('$.each runs for a list that grows', async () => {
    const code = `const q = []; m.onclick = () => q.push('a'); y.onclick = () => $.each(q, (i, x) => { $.post('/api/x', x).always(() => { $('#m').text('Saved'); }); });`;
    expect(labelOf(await scanText('html', page(code)))).toBe('lost');
  });
});
