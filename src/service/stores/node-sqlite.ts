/**
 * Opens a database file with Node's own SQLite for Kysely. In: a path and whether this process must be its only owner.
 * Refuses, at once and by name, a file that another process owns, and a file whose settings did not take.
 */

import { closeSync, openSync } from 'node:fs';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { Kysely, SqliteDialect } from 'kysely';
import { UsageError } from '../../usage-error.ts';
import { unusable } from '../data-directory.ts';

const STATEMENTS_KEPT = 300;

function statementOf(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

/** Prepared statements are kept: Kysely prepares on every call. */
function shimOf(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      const known = prepared.get(text);
      if (known) return known;
      if (prepared.size >= STATEMENTS_KEPT) prepared.clear();
      const statement = statementOf(database.prepare(text));
      prepared.set(text, statement);
      return statement;
    },
  };
}

function touch(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw unusable(path, error);
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

/**
 * WAL with an fsync on each commit. With `sole`, the file is locked for this process until it is closed: a second
 * opener gets a UsageError that names the path.
 */
export function openDatabase<Schema>(path: string, sole: boolean): Kysely<Schema> {
  // SQLite gives its companion files the mode of the first one.
  touch(path);
  const database = new DatabaseSync(path, { timeout: sole ? 0 : 5_000, enableForeignKeyConstraints: true });
  try {
    if (sole) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    if (sole) database.exec('BEGIN IMMEDIATE; COMMIT');
    const mode = pragma(database, 'journal_mode');
    const synchronous = pragma(database, 'synchronous');
    if (mode !== 'wal' || synchronous !== 2)
      throw new UsageError(`${path} cannot be made durable: journal_mode ${mode}, synchronous ${synchronous}`);
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message))
      throw new UsageError(
        `${path} is in use by another savecheck server`,
        'One server owns a data directory; stop the other one, or choose another directory',
      );
    throw error;
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: shimOf(database) }) });
}
