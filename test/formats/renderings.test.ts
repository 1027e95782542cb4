import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { github } from '../../src/formats/github.ts';
import { html } from '../../src/formats/html.ts';
import { junit } from '../../src/formats/junit.ts';
import { text } from '../../src/formats/text.ts';
import { formats } from '../../src/registry.ts';
import { facts, finding, inHost, observation, REFUSING, saw, worlds } from '../support/drives.ts';
import { reportOf } from '../support/reports.ts';

const context = { verbose: false, color: false, columns: 80 };
const lies = facts([worlds([saw(20, 'Review saved')], [saw(20, 'Review saved')], { reads: [] })], [finding()], {
  artifact: 'outputs/review.html',
});
const honest = facts([worlds([saw(20, 'Not saved')], [saw(20, 'Saved')])], [], { artifact: 'outputs/honest.html' });
const quiet = facts([inHost('cowork', [observation(REFUSING, { requests: [] })])], [], {
  artifact: 'outputs/report.html',
});
const report = reportOf([quiet, honest, lies]);

describe('text', () => {
  test('says what was pressed, what was sent, what the page said, worst first', () => {
    expect(text.render(report, context)).toBe(`lost            outputs/review.html
  in cowork

  pressed       “Save” (button#b)
  sent          POST /api/notes with note
  if refused    “Review saved”
  if accepted   “Review saved”
  untold        The page looks the same whether or not the data arrived. The
                answer was never looked at: not ok, status, headers, body, nor
                the promise’s fate.
  source        artifact.html:10:7
  to do         Check response.ok before claiming success; on failure say so and
                keep the text. docs/evidence/identical-outcome.md

suspect         outputs/honest.html
  in cowork

  pressed       “Save” (button#b)
  sent          POST /api/notes with note
  if refused    “Not saved”
  if accepted   “Saved”
  told          Refused, the page shows something that it does not show
                otherwise.
  source        artifact.html:10:7

clean           outputs/report.html

1 lost, 1 suspect, 1 clean (3 scanned, in cowork and cowork-live, 0.0 s)
`);
  });
  test('verbose shows both timelines side by side and the click trace', () => {
    const rendered = text.render(reportOf([honest]), { ...context, verbose: true });
    expect(rendered).toMatch(/1020 ms p#m shows “Not saved”\s+│ 1020 ms p#m shows “Saved”/);
    expect(rendered).toMatch(/click trace\n {2}0\. {3}Opened the page\n {2}1\. {3}Pressed “Save”/);
  });
  test('colours when asked, and only then', () => {
    expect(text.render(report, { ...context, color: true })).toContain('\u001b[31m');
    expect(text.render(report, context)).not.toContain('\u001b');
  });
  test('an interrupted run says so', () => {
    expect(text.render({ ...report, partial: true }, context)).toContain('Interrupted: this report is partial.');
  });
});

test('every format shows what is excused, with its reason', async () => {
  const suppressions = [
    { path: 'artifact.html', line: 10, rule: 'artifact-write-back-lost', by: 'comment', reason: 'only a demo' },
  ] as const;
  const [drives] = lies.drives;
  if (!drives) throw new Error('nothing was driven');
  const excused = reportOf([facts([drives], [finding()], { artifact: 'outputs/review.html', suppressions })]);
  expect(excused.summary.lost).toBe(0);
  for (const [name, load] of Object.entries(formats)) {
    const format = await load();
    expect(format.render(excused, context), name).toContain('only a demo');
  }
});

test('junit has one case for each artifact and host', () => {
  const two = facts([...lies.drives, { ...honest.drives[0]!, host: 'cowork-live' }], [], {
    artifact: 'outputs/review.html',
  });
  const { document } = new JSDOM(junit.render(reportOf([two, quiet]), context), { contentType: 'application/xml' })
    .window;
  const cases = [...document.querySelectorAll('testcase')].map(
    (each) =>
      `${each.getAttribute('classname')} ${each.getAttribute('name')} ${each.firstElementChild?.localName ?? 'passes'}`,
  );
  expect(cases).toEqual([
    'outputs/review.html cowork failure',
    'outputs/review.html cowork-live system-out',
    'outputs/report.html cowork passes',
  ]);
});

test('github annotates the line and sums up', () => {
  const lines = github.render(report, context).split('\n');
  expect(lines[0]).toMatch(/^::warning file=artifact\.html,line=10,col=7,title=Save may lose data::Pressed “Save”/);
  expect(lines[1]).toMatch(/^::error file=artifact\.html,line=10,col=7,title=Save loses data::Pressed “Save”/);
  expect(lines).toContain('❌ 1 lost · ❔ 0 inconclusive · ⚠️ 1 suspect · ✅ 1 clean · 0 not checked');
});

describe('html', () => {
  test('lists many artifacts before it shows them, each with its label and a way to it', () => {
    const many = Array.from({ length: 9 }, (_, at) => facts([], [], { artifact: `outputs/${at}.html` }));
    const { document: long } = new JSDOM(html.render(reportOf(many), context)).window;
    const links = [...long.querySelectorAll<HTMLAnchorElement>('li > a')];
    expect(links).toHaveLength(9);
    for (const link of links) {
      const heading = long.querySelector(link.getAttribute('href') ?? '');
      expect(heading?.textContent).toBe(link.textContent);
      expect(heading?.closest('.verdict')?.className).toBe(`verdict ${link.parentElement?.className}`);
    }
    expect(document.querySelector('li > a')).toBeNull();
  });
  const { document } = new JSDOM(html.render(report, context)).window;
  test('shows each Save as a row with both worlds side by side', () => {
    const rows = [...document.querySelectorAll('.verdict.suspect tbody tr:first-child > *')].map(
      (cell) => cell.textContent,
    );
    expect(rows.slice(0, 4)).toEqual([
      'Pressed “Save” (button#b)',
      'POST /api/noteswith note',
      '“Not saved”',
      '“Saved”',
    ]);
  });
  test('is named, structured and labelled for a screen reader', () => {
    expect(document.documentElement.lang).toBe('en');
    expect(document.title).toContain('1 lost');
    expect(document.querySelectorAll('h1').length).toBe(1);
    expect(
      [...document.querySelectorAll('table')].every((table) => table.caption && table.querySelector('th[scope=col]')),
    ).toBe(true);
    expect(
      [...document.querySelectorAll('section.verdict')].every((each) =>
        document.getElementById(each.getAttribute('aria-labelledby') ?? ''),
      ),
    ).toBe(true);
    expect([...document.querySelectorAll('input')].every((input) => input.closest('label'))).toBe(true);
  });
  test('filters by style alone', () => {
    expect([...document.querySelectorAll('fieldset input')].map(({ id }) => id)).toEqual([
      'show-lost',
      'show-suspect',
      'show-clean',
    ]);
    expect(document.querySelector('style')?.textContent).toContain('#show-lost:not(:checked)');
  });
});
