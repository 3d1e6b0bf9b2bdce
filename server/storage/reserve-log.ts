import { statSync } from 'node:fs';
import { constants, open, statfs } from 'node:fs/promises';
import { CHECKPOINT_PAGES } from './sqlite-pragmas';

const CHUNK_BYTES = 1024 * 1024;
/** A page of 4 KB with its header; some more pages than that may be written before the checkpoint. */
const BYTES = CHECKPOINT_PAGES * 4_200;
/** A log is reserved only if this many times its size is free. */
const ENOUGH_SPACE = 10;

/** Whether the log of a database has the length that `reserveLog` gives it. */
export function isReserved(databaseFile: string): boolean {
  return (statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= BYTES;
}

/**
 * Extends the write-ahead log of an open database to the length that it has at a checkpoint. Commits
 * then overwrite it, which is faster than growing it: each commit that grows a file also writes the
 * journal of the file system. Never throws, because the log also works without it.
 *
 * This is safe beside the process that writes: zeros are only appended, SQLite writes at positions of its own, and
 * reading a log ends at the first page with a wrong checksum.
 */
export async function reserveLog(databaseFile: string): Promise<void> {
  try {
    const { bavail, bsize } = await statfs(databaseFile);
    if (bavail * bsize < BYTES * ENOUGH_SPACE) return;
    const log = await open(`${databaseFile}-wal`, constants.O_WRONLY | constants.O_APPEND);
    try {
      const zeros = Buffer.alloc(CHUNK_BYTES);
      while ((await log.stat()).size < BYTES) await log.appendFile(zeros);
      await log.datasync();
    } finally {
      await log.close();
    }
  } catch {
    // There is no log yet, or the disk is full: it grows with the commits.
  }
}
