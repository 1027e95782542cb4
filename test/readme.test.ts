import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sandbox } from './support/sandbox.ts';
import { savecheck } from './support/savecheck.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The fenced blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, text = '']) =>
    of === language ? [text] : [],
  );
}

/** What stands in for the reader's own files. */
function readersFiles(): string {
  const place = sandbox({ 'my-skill/SKILL.md': '---\nname: mine\n---\nMakes pages.\n' });
  cpSync(join(root, 'examples/review-form.html'), join(place, 'page.html'));
  for (const folder of ['outputs', 'src']) cpSync(join(root, 'examples'), join(place, folder), { recursive: true });
  cpSync(join(root, 'examples/annotation-page.html'), join(place, 'outputs/report.html'));
  return place;
}

/** The words of a shell line without its comment. */
function words(line: string): string[] {
  return line.replace(/#.*$/, '').trim().split(/\s+/);
}

describe('README', () => {
  test('its cast is what the command prints', async () => {
    const [cast = ''] = blocks('console');
    const [command = '', ...shown] = cast.trimEnd().split('\n');
    const [, , ...args] = words(command.replace(/^\$ /, ''));
    expect(args[0]).toBe('verify');
    const { stdout, code } = await savecheck(args, { cwd: root, env: { COLUMNS: '80' } });
    expect(stdout.startsWith(shown.join('\n'))).toBe(true);
    expect(code).toBe(1);
  });

  test('its test command is the one that CI runs', () => {
    const [, command = ''] = blocks('sh');
    expect(command.trim()).toMatch(/^npm ci && /);
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain(command.trim());
  });

  test('each of its common tasks runs', { timeout: 300_000 }, async () => {
    const place = readersFiles();
    const lines = blocks('sh')[2]?.trim().split('\n') ?? [];
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [program, ...args] = words(line);
      expect(program).toBe('savecheck');
      // A server does not end by itself; that it starts is tested with the service.
      if (args[0] === 'serve') args.push('--help');
      const { code, stderr } = await savecheck(args, { cwd: place });
      expect([0, 1], `${line}\n${stderr}`).toContain(code);
    }
    expect(existsSync(join(place, 'r.html'))).toBe(true);
  });

  test('its examples of code run in a project that has the package', () => {
    const place = readersFiles();
    const [matcher = '', program = ''] = blocks('ts');
    mkdirSync(join(place, 'node_modules'));
    for (const name of ['vitest', 'vite'])
      symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
    symlinkSync(root, join(place, 'node_modules/savecheck'));
    writeFileSync(join(place, 'package.json'), '{"type":"module"}');
    writeFileSync(join(place, 'keeps.test.ts'), matcher);
    writeFileSync(join(place, 'count.ts'), program);
    const run = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: place, encoding: 'utf8' });
    expect(run(join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', place)).toMatch(/1 passed/);
    expect(run('count.ts').trim()).toBe('2');
  });

  test('names only files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
