import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { syncFolderAtOnce } from '../storage/sync-folder';
import { writeAt } from './spool-file';

const NEWLINE = 0x0a;

/**
 * Adds lines to set-aside.jsonl in a folder, made where there is none: what was acknowledged and no database takes. On
 * the disk when it returns, so that the spool that held them may be cut.
 * @throws when the file cannot be written; nothing of them is in it then
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
  syncFolderAtOnce(folder);
}

/** A crash may have left half a line, and people edit such files. */
function isEnded(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE);
}
