import type { TestProject } from 'vitest/node';
import { createTemplate } from '../server/testing/data-folder';
import { startPostgresql } from './harness/postgresql';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server, without a database; absent where tests use SQLite. */
    postgresql?: string;
  }
}

/** Starts PostgreSQL once for all tests, with the migrated database that they copy. Returns a function that stops it. */
export default async function startForTests({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgresql = await startPostgresql();
  const address = postgresql.url('').replace(/\/$/, '');
  await createTemplate(address);
  provide('postgresql', address);
  return postgresql.stop;
}
