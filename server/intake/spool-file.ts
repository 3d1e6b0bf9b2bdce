import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolderAtOnce } from '../storage/sync-folder';

// The main thread waits for the disk here, as it does for a COMMIT. A thread of the pool would be the third busy one on
// two cores, and what waits for it could be told apart from what changes the file meanwhile only by taking turns.

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
/**
 * Where the lines end, if there is more in the file: what was drained and not cut off, so that the next lines are written
 * over it. That takes half the time of letting a file grow. No line has this character.
 */
export const END = '\u0004';
const END_BYTE = 0x04;

/**
 * The spool's file, made with its folder where there is none, and on the disk under its name; how many bytes of it are
 * lines, and how many lines. Nothing is behind them.
 */
export function openSpoolFile(folder: string): { file: number; size: number; lines: number } {
  mkdirSync(folder, { recursive: true });
  const file = openSync(nameIn(folder), constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    syncFolderAtOnce(folder);
    const whole = fstatSync(file).size;
    let { size, lines, isEnded } = measure(file, whole);
    if (size < whole) ftruncateSync(file, size);
    // A line without its end was never acknowledged: what was appended after it would run into it.
    if (!isEnded) {
      size += writeSync(file, '\n', size);
      lines += 1;
    }
    return { file, size, lines };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function measure(file: number, whole: number): { size: number; lines: number; isEnded: boolean } {
  let lines = 0;
  let isEnded = true;
  for (let at = 0; ; ) {
    const chunk = chunkOf(file, at, whole);
    const end = endIn(chunk, isEnded);
    const told = end < 0 ? chunk : chunk.subarray(0, end);
    for (let next = told.indexOf(NEWLINE); next >= 0; next = told.indexOf(NEWLINE, next + 1)) lines += 1;
    at += told.length;
    if (told.length > 0) isEnded = told.at(-1) === NEWLINE;
    if (told.length === 0 || end >= 0) return { size: at, lines, isEnded };
  }
}

/** Where the lines end in a chunk, -1 for nowhere: inside a line the mark is a bit that fell over, and ends nothing. */
function endIn(chunk: Buffer, beginsLine: boolean): number {
  const isAfterLine = (at: number) => (at === 0 ? beginsLine : chunk[at - 1] === NEWLINE);
  let end = chunk.indexOf(END_BYTE);
  while (end >= 0 && !isAfterLine(end)) end = chunk.indexOf(END_BYTE, end + 1);
  return end;
}

/**
 * Whether an open file is still the one of that name: what goes into one that was deleted is gone with the process.
 * @throws where that cannot be told
 */
export function isThere(file: number, folder: string): boolean {
  const named = statSync(nameIn(folder), { throwIfNoEntry: false });
  if (!named) return false;
  const opened = fstatSync(file);
  return named.ino === opened.ino && named.dev === opened.dev;
}

function nameIn(folder: string): string {
  return path.join(folder, 'deliveries.jsonl');
}

/** All of it, from a place in the file on, and on the disk. @throws where some of it may be there */
export function writeAt(file: number, at: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
  fdatasyncSync(file);
}

/**
 * Whole lines from a place in the file on, without their ends, and how many bytes each takes with its end; at most so
 * many, and no more than make a stretch of work. @throws where there is none
 */
export function readLines(file: number, from: number, to: number, most: number): { text: string; bytes: number }[] {
  let buffer = Buffer.alloc(0);
  let read = from;
  let at = 0;
  const lines: { text: string; bytes: number }[] = [];
  while (lines.length < most && at < CHUNK_BYTES) {
    const end = buffer.indexOf(NEWLINE, at);
    if (end >= 0) {
      lines.push({ text: buffer.toString('utf8', at, end), bytes: end + 1 - at });
      at = end + 1;
      continue;
    }
    const chunk = chunkOf(file, read, to);
    if (chunk.length === 0) break;
    read += chunk.length;
    buffer = Buffer.concat([buffer, chunk]);
  }
  if (lines.length === 0) throw new Error('the spool is shorter than it was');
  return lines;
}

/**
 * Copies the bytes from one place to another of a file to a place in the next one, on the disk.
 * @throws where they cannot be read or written; some may be there then
 */
export function copyBytes(from: { file: number; begin: number; end: number }, to: { file: number; at: number }): void {
  for (let at = from.begin; at < from.end; ) {
    const chunk = chunkOf(from.file, at, from.end);
    if (chunk.length === 0) throw new Error('the spool is shorter than it was');
    writeAt(to.file, to.at + at - from.begin, chunk);
    at += chunk.length;
  }
}

function chunkOf(file: number, from: number, to: number): Buffer {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, to - from));
  const bytesRead = readSync(file, chunk, 0, chunk.length, from);
  return chunk.subarray(0, bytesRead);
}
