import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { syncFolderSync } from '../storage/sync-folder';
import { writeAt } from './spool-file';

const NEWLINE = 0x0a;

/**
 * Appends lines to set-aside.jsonl: acknowledged deliveries that the database rejects. They are on disk when it returns,
 * so that they can be removed from the spool.
 * @throws Error if the file cannot be written; none is added then
 */
export function setAsideLines(folder: string, lines: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const file = openSync(path.join(folder, 'set-aside.jsonl'), constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    const { size } = fstatSync(file);
    const texts = isEnded(file, size) ? lines : ['', ...lines];
    try {
      writeAt(file, size, Buffer.from([...texts, ''].join('\n')));
    } catch (error) {
      ftruncateSync(file, size);
      fdatasyncSync(file);
      throw error;
    }
  } finally {
    closeSync(file);
  }
  syncFolderSync(folder);
}

/** Whether the file ends with a line end. A crash or an editor may have left an incomplete line. */
function isEnded(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE);
}
