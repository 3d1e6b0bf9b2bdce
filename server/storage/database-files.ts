import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { shortOf } from './failure';

/**
 * Notices that the files of an open SQLite database were moved, deleted or replaced. SQLite does not: it goes on with
 * the files that it has open, and what it writes to them is gone with the process.
 */
export type DatabaseFiles = {
  /** Why nothing must be written until a person has changed it; null while the database's file is in its place. */
  problem: () => string | null;
  /** Whether SQLite's own files beside it are not in their place. Closing and opening the database mends that. */
  areOthersGone: () => boolean;
  /** Call when the database has been opened. */
  remember: () => void;
};

const MOVED = 'the file of the database was moved or deleted';
const REPLACED = 'another file is in the place of the database';
/** For example, because the permissions of its folder were changed. */
const OUT_OF_REACH = 'the file of the database cannot be reached';

/** Of a database that has no files of its own here. */
export const NO_FILES: DatabaseFiles = { problem: () => null, areOthersGone: () => false, remember: () => {} };

export function watchDatabaseFiles(file: string): DatabaseFiles {
  const log = `${file}-wal`;
  const logAside = `${file}-wal-of-replaced`;
  let known = { file: identityOf(file), log: identityOf(log), index: identityOf(`${file}-shm`) };

  /** Otherwise the next program that opens the other file would apply this log to it, and damage it. */
  function setLogAside(): void {
    if (identityOf(log) === known.log && known.log !== null) renameSync(log, logAside);
  }

  return {
    problem() {
      try {
        const present = identityOf(file);
        if (present === known.file) return null;
        if (present === null) return MOVED;
        setLogAside();
        return REPLACED;
      } catch (error) {
        return `${OUT_OF_REACH}: ${shortOf(error)}`;
      }
    },
    areOthersGone: () => identityOf(log) !== known.log || identityOf(`${file}-shm`) !== known.index,
    remember() {
      known = { file: identityOf(file), log: identityOf(log), index: identityOf(`${file}-shm`) };
      // Its commits are in the database since that was closed.
      if (existsSync(logAside)) rmSync(logAside);
    },
  };
}

/** Names a file on this machine whatever it is called; null if there is none. @throws Error if its folder is out of reach */
function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
