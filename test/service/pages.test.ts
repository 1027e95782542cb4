import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openKeyStore } from '../../src/service/keys.ts';
import type { TestServer } from './support/client.ts';
import { testServer } from './support/client.ts';
import { CLEAN, HOLD } from './support/scripted-runner.ts';

const HOSTILE = '</title><script>document.title="owned"</script>\u202e"><img src=x onerror=alert(1)>.html';
const HOLD_AND_LOSE = `${HOLD}<!-- lost -->`;

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.remove());
const text = async (path: string) => (await server.call(path)).text();

describe('pages as text', () => {
  test('a hostile name stands as text, without what steers a reader’s eye', async () => {
    const id = await server.post(CLEAN, `?name=${encodeURIComponent(HOSTILE)}`);
    await server.ended(id);
    for (const path of ['/', `/jobs/${id}`]) {
      const page = await text(path);
      expect(page).toContain('&lt;script&gt;');
      expect(page).not.toMatch(/<script>document|<img src=x|\u202e/);
    }
  });

  test('every page forbids what is not ours, and brings nothing inline', async () => {
    const id = await server.post(CLEAN);
    await server.ended(id);
    for (const path of ['/', `/jobs/${id}`, '/docs', '/nowhere']) {
      const answer = await server.call(path, { headers: { Accept: 'text/html' } });
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self'/,
      );
      const page = await answer.text();
      expect(page).not.toMatch(/<style|<script>| on\w+=| style=|https?:\/\//);
      expect(page).toContain('<h1>');
    }
  });

  test('a job that runs is shown again without script; one that ended is not', async () => {
    const id = await server.post(HOLD_AND_LOSE);
    expect(await text(`/jobs/${id}`)).toContain('<noscript><meta http-equiv="refresh"');
    await server.call(`/v1/jobs/${id}`, { method: 'DELETE' });
    expect(await text(`/jobs/${id}`)).not.toContain('http-equiv');
  });

  test('a wrong upload is a page for a person and a problem for a program', async () => {
    const form = () => {
      const data = new FormData();
      data.set('file', new File(['x'], 'notes.txt', { type: 'text/plain' }));
      return data;
    };
    const page = await server.call('/', { method: 'POST', body: form(), headers: { Accept: 'text/html' } });
    expect(page.status).toBe(415);
    expect(await page.text()).toContain('<h1>The kind of the upload is not known</h1>');
    const problem = await server.call('/', { method: 'POST', body: form() });
    expect(await problem.json()).toMatchObject({ code: 'media-type' });
  });
});

const executablePath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path !== '' && existsSync(path),
);
if (executablePath === undefined && process.env.CI)
  throw new Error('No Chromium: install Debian’s chromium-headless-shell, or set CHROMIUM to the path of one');

describe.skipIf(executablePath === undefined)('pages in Chromium', () => {
  let browser: Browser;
  let context: BrowserContext;
  const shots = process.env.SCREENSHOTS;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    if (shots) await mkdir(shots, { recursive: true });
  });
  afterAll(() => browser.close());
  afterEach(() => context.close());

  async function open(javaScriptEnabled: boolean, more: object = {}) {
    context = await browser.newContext({ javaScriptEnabled, ...more });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
    };
    return { page, problems, shoot };
  }

  test('without script: upload, wait by loading again, read the verdict', async () => {
    const { page, shoot } = await open(false);
    await page.goto(server.url);
    await page.setInputFiles('input[type=file]', {
      name: 'review.html',
      mimeType: 'text/html',
      buffer: Buffer.from(HOLD_AND_LOSE),
    });
    await page.getByText('Required').click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL(/\/jobs\//);
    expect(await page.locator('#state').textContent()).toMatch(/queued|running/);
    await shoot('running');
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(1);
    const letting = setInterval(() => server.runner.letGo(), 20);
    await page.getByText('Press', { exact: false }).first().waitFor({ timeout: 120_000 });
    clearInterval(letting);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('review.html');
    await shoot('done');
    await page.goto(server.url);
    expect(await page.getByRole('link', { name: 'review.html' }).count()).toBe(1);
    await shoot('list');
  });

  test('with script: the page follows its job and shows its end, and nothing of ours breaks the policy', async () => {
    const id = await server.post(HOLD_AND_LOSE);
    const { page, problems } = await open(true);
    await page.goto(`${server.url}/jobs/${id}`);
    await page.locator('#state').waitFor();
    const letting = setInterval(() => server.runner.letGo(), 20);
    await page.locator('#state').waitFor({ state: 'detached' });
    clearInterval(letting);
    expect(await page.locator('.badge').first().textContent()).toBe((await server.job(id)).label);
    expect(problems).toEqual([]);
  });

  test('a hostile name runs nothing', async () => {
    const id = await server.post(CLEAN, `?name=${encodeURIComponent(HOSTILE)}`);
    await server.ended(id);
    const { page, problems, shoot } = await open(true);
    await page.goto(`${server.url}/jobs/${id}`);
    expect(await page.title()).not.toBe('owned');
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(problems).toEqual([]);
    await shoot('hostile');
  });

  test('a person with a key is asked for it once, for the pages and for the events behind them', async () => {
    const keys = await openKeyStore(server.directory);
    const { secret } = await keys.create({ tenant: 'a' });
    await keys.close();
    const id = await server.post(HOLD_AND_LOSE, '', { key: secret });
    const { page, problems } = await open(true, { httpCredentials: { username: 'me', password: secret } });
    await page.goto(`${server.url}/jobs/${id}`);
    const letting = setInterval(() => server.runner.letGo(), 20);
    await page.locator('#state').waitFor({ state: 'detached' });
    clearInterval(letting);
    expect(problems.filter((one) => !one.includes('401'))).toEqual([]);
    expect(problems.length).toBeLessThanOrEqual(1);
  });

  test('the reference of the API is readable', async () => {
    const { page, problems, shoot } = await open(true);
    await page.goto(`${server.url}/docs`);
    expect(await page.getByRole('heading', { name: 'POST /v1/verdicts' }).count()).toBe(1);
    expect(problems).toEqual([]);
    await shoot('docs');
    await page.setViewportSize({ width: 380, height: 700 });
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wide).toBeLessThanOrEqual(0);
  });
});
