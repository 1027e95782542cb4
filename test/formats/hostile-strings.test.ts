import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import type { Format, FormatContext } from '../../src/contracts.ts';
import { formats } from '../../src/registry.ts';
import { hostileReport } from '../support/reports.ts';

const loaded = new Map<string, Format>(
  await Promise.all(Object.entries(formats).map(async ([name, load]) => [name, await load()] as const)),
);

function render(name: string, text: string, over: Partial<FormatContext> = {}): string {
  const context = { verbose: true, color: false, columns: 80, ...over };
  return (loaded.get(name) as Format).render(hostileReport(text), context);
}

const ESCAPES = [
  '<script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '--><!-- ]]> &lt; &#60;',
  ']]><x/>',
  '::error file=a::b',
  '\n::set-output name=x::y',
  '##[error]gotcha',
  '\u001b[31mred\u001b]8;;http://x\u0007link\u001b]8;;\u0007',
  '\u009b2J\u202e\u2066\u200b\ufeff\u{e0041}',
  '%0A::warning::x',
  '$' + '{{ secrets.X }} `code` [link](http://x) ![i](x) @everyone | a | b |',
  '[click](1) {0} {{x}} \\',
  '\ud800 lone \udfff',
  '\r\n\u2028\u2029\u0085\u000b',
  '</style><style>*{display:none}',
  'javascript:alert(1)',
];
const hostile = fc.oneof(
  fc.constantFrom(...ESCAPES),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom(...ESCAPES, 'a', ' ', '\n', '<', '&', '"', ':'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);

function everywhere(law: (text: string) => void): void {
  for (const text of ESCAPES) law(text);
  fc.assert(
    fc.property(hostile, (text) => void law(text)),
    { numRuns: 60 },
  );
}

/** What steers a terminal, a reader's eye or a model. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const tagsOf = (markup: string, xmlMode: boolean): string[] => {
  const tags: string[] = [];
  const parser = new Parser(
    { onopentag: (name, attributes) => tags.push(`${name} ${Object.keys(attributes)}`) },
    { xmlMode },
  );
  parser.end(markup);
  return tags;
};

test('every format is under test', () => {
  expect([...loaded.keys()].sort()).toEqual(['github', 'html', 'json', 'junit', 'sarif', 'text']);
});

describe('html', () => {
  test('has the same elements and attributes whatever a page says', () => {
    const innocent = new Set(tagsOf(render('html', 'word'), false));
    everywhere((text) => expect(tagsOf(render('html', text), false).filter((tag) => !innocent.has(tag))).toEqual([]));
  });
  test('loads, runs and links to nothing', () => {
    for (const text of ESCAPES) {
      const { document } = new JSDOM(render('html', text)).window;
      expect(
        document.querySelectorAll('script, img, iframe, object, embed, link, form, base, [src], [style]').length,
      ).toBe(0);
      expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['#verdicts']);
      expect(
        [...document.querySelectorAll('*')]
          .flatMap((each) => [...each.attributes])
          .filter(({ name }) => name.startsWith('on')),
      ).toEqual([]);
      expect(document.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
    }
  });
});

describe('junit', () => {
  test('is well-formed XML of the same elements whatever a page says', () => {
    const innocent = new Set(tagsOf(render('junit', 'word'), true));
    everywhere((text) => {
      const xml = render('junit', text);
      expect(tagsOf(xml, true).filter((tag) => !innocent.has(tag))).toEqual([]);
      expect(new JSDOM(xml, { contentType: 'application/xml' }).window.document.documentElement.localName).toBe(
        'testsuites',
      );
    });
  });
});

describe.each(['json', 'sarif'])('%s', (name) => {
  test('parses, and holds no character that steers', () => {
    everywhere((text) => {
      const rendered = render(name, text);
      expect(JSON.parse(rendered)).toBeTypeOf('object');
      expect(rendered.replaceAll('\n', '')).not.toMatch(STEERING);
      expect(rendered).not.toContain('##[');
    });
  });
});

test('sarif messages hold no link and no placeholder', () => {
  everywhere((text) => {
    const { runs } = JSON.parse(render('sarif', text)) as { runs: { results: { message: { text: string } }[] }[] };
    for (const { message } of runs[0]?.results ?? []) expect(message.text).not.toMatch(/[[\]{}\\]/);
  });
});

describe('text', () => {
  test('holds no escape, fits the width, and gives no runner a command', () => {
    everywhere((text) => {
      for (const columns of [40, 80]) {
        const rendered = render('text', text, { columns });
        expect(rendered.replaceAll('\n', '')).not.toMatch(STEERING);
        expect(rendered).not.toMatch(/^\s*::|##\[/m);
        expect(rendered.split('\n').filter((line) => [...line.replace(/\p{M}/gu, '')].length > columns)).toEqual([]);
      }
    });
  });
  test('colours only by its own codes', () => {
    everywhere((text) => {
      const rendered = render('text', text, { color: true });
      expect(rendered.replaceAll(/\u001b\[\d{1,2}m/g, '').replaceAll('\n', '')).not.toMatch(STEERING);
    });
  });
});

describe('github', () => {
  test('gives as many commands as problems, all its own', () => {
    const commands = (rendered: string): number => rendered.split('\n').filter((line) => /^\s*::/.test(line)).length;
    const innocent = commands(render('github', 'word'));
    everywhere((text) => {
      const rendered = render('github', text);
      expect(commands(rendered)).toBeLessThanOrEqual(innocent);
      expect(rendered).not.toContain('##[');
      expect(rendered.split('\n').filter((line) => /^\s*::(?!(?:error|warning) file=)/.test(line))).toEqual([]);
      expect(rendered.replaceAll('\n', '').replaceAll('\ufe0f', '')).not.toMatch(STEERING);
    });
  });
  test('the summary holds no markup and no Markdown of a page', () => {
    everywhere((text) => {
      const summary = render('github', text).split('## savecheck')[1] ?? '';
      expect(summary).not.toMatch(/<|`|\]\(|@|\$\{/);
    });
  });
});
