import { it } from 'vitest';
import { isOnPostgresql } from './data-folder';

/** A test of what only SQLite has: locking its files makes every write fail at once. */
export const itOnSqlite: (title: string, test: () => Promise<void>) => void = (title, test) => {
  if (!isOnPostgresql()) it(title, test);
};
