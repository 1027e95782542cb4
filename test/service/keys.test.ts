import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeyStore } from '../../src/service/keys.ts';

const bin = fileURLToPath(new URL('../../bin/savecheck.js', import.meta.url));
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'savecheck-keys-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function keys(...args: string[]) {
  return spawnSync(process.execPath, [bin, 'keys', ...args, '--data', directory], {
    env: { ...process.env, SAVECHECK_SOURCE: '1' },
    encoding: 'utf8',
  });
}

test('a key is made, shown once, listed without its secret, and stops when revoked', async () => {
  const made = keys('create', '--tenant', 'ci', '--scope', 'read', '--rate', '7');
  expect(made.status).toBe(0);
  const secret = made.stdout.trim();
  expect(secret).toMatch(/^savecheck_[\w-]{43}$/);
  const store = await openKeyStore(directory);
  const key = await store.find(secret);
  expect(key).toMatchObject({ tenant: 'ci', scopes: ['read'], ratePerMinute: 7, revoked: null });
  expect(await store.inUse()).toBe(true);
  const listed = keys('list', '--json').stdout;
  expect(JSON.parse(listed)).toMatchObject([{ id: key?.id, tenant: 'ci' }]);
  for (const text of [listed, readFileSync(join(directory, 'keys.sqlite'), 'latin1')])
    expect(text).not.toContain(secret.slice(10));
  expect(keys('revoke', key?.id ?? '').status).toBe(0);
  expect(await store.find(secret)).toBeNull();
  expect(await store.inUse()).toBe(false);
  await store.close();
  expect(keys('revoke', key?.id ?? '').status).toBe(2);
});

test('mistakes are exit code 2', () => {
  expect(keys('create').status).toBe(2);
  expect(keys('create', '--tenant', 'a b').status).toBe(2);
  expect(keys('create', '--tenant', 'a', '--scope', 'all').status).toBe(2);
});
