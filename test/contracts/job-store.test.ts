import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/service/stores/sqlite.ts';
import { jobStoreSuite } from './job-store.suite.ts';

jobStoreSuite({
  name: 'sqlite',
  async place() {
    const where = await mkdtemp(join(tmpdir(), 'savecheck-store-'));
    return { where, remove: () => rm(where, { recursive: true, force: true }) };
  },
  open: (directory, now) => openSqliteStore({ directory, now }),
});
