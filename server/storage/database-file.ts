import { statSync } from 'node:fs';
import { shortOf } from './failure';

/**
 * Notices that the file of an open SQLite database was moved, deleted or replaced. SQLite does not: it goes on with the
 * file that it has open, and what it writes to it is gone with the process.
 */
export type DatabaseFile = {
  /** Why nothing must be written until a person has changed it; null while the file is in its place. */
  problem: () => string | null;
};

const MOVED = 'the file of the database was moved or deleted';
const REPLACED = 'another file is in the place of the database';
/** For example, because the permissions of its folder were changed. */
const OUT_OF_REACH = 'the file of the database cannot be reached';

/** Of a database that has no file of its own here. */
export const NO_FILE: DatabaseFile = { problem: () => null };

/** Watches the file of a database that is open. */
export function watchDatabaseFile(file: string): DatabaseFile {
  const known = identityOf(file);
  return {
    problem() {
      try {
        const present = identityOf(file);
        if (present === known) return null;
        return present === null ? MOVED : REPLACED;
      } catch (error) {
        return `${OUT_OF_REACH}: ${shortOf(error)}`;
      }
    },
  };
}

/** Names a file on this machine whatever it is called; null if there is none. @throws Error if its folder is out of reach */
function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
