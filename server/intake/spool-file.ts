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
import { syncFolderSync } from '../storage/sync-folder';

// Files are written synchronously, like a COMMIT: asynchronous writes would need another thread on two busy cores, and a
// lock against other changes of the file.

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
/**
 * Marks the end of the lines if drained lines follow it. New lines overwrite those, which takes half the time of
 * appending to a growing file. No line contains this character.
 */
export const END = '\u0004';
const END_BYTE = 0x04;

/**
 * Opens the file of the spool, and creates it and its folder if they are missing. Returns size and number of its lines,
 * and truncates everything after them.
 */
export function openSpoolFile(folder: string): { file: number; size: number; lines: number } {
  mkdirSync(folder, { recursive: true });
  const file = openSync(nameIn(folder), constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    syncFolderSync(folder);
    const whole = fstatSync(file).size;
    let { size, lines, isEnded } = measure(file, whole);
    if (size < whole) ftruncateSync(file, size);
    // A line without its end was never acknowledged, and the next one would run into it.
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
    const end = endMarkIn(chunk, isEnded);
    const part = end < 0 ? chunk : chunk.subarray(0, end);
    for (let next = part.indexOf(NEWLINE); next >= 0; next = part.indexOf(NEWLINE, next + 1)) lines += 1;
    at += part.length;
    if (part.length > 0) isEnded = part.at(-1) === NEWLINE;
    if (part.length === 0 || end >= 0) return { size: at, lines, isEnded };
  }
}

/** Offset of the end mark in a chunk, or -1. The character inside a line is a flipped bit, not an end mark. */
function endMarkIn(chunk: Buffer, beginsLine: boolean): number {
  const isAfterLine = (at: number) => (at === 0 ? beginsLine : chunk[at - 1] === NEWLINE);
  let end = chunk.indexOf(END_BYTE);
  while (end >= 0 && !isAfterLine(end)) end = chunk.indexOf(END_BYTE, end + 1);
  return end;
}

/**
 * Whether an open file still exists under its name. Data in a deleted file is lost when the process ends.
 * @throws if that cannot be determined
 */
export function existsUnderName(file: number, folder: string): boolean {
  const named = statSync(nameIn(folder), { throwIfNoEntry: false });
  if (!named) return false;
  const opened = fstatSync(file);
  return named.ino === opened.ino && named.dev === opened.dev;
}

function nameIn(folder: string): string {
  return path.join(folder, 'deliveries.jsonl');
}

/** Writes all bytes at an offset of the file, and syncs it. @throws Error when some of them may have been written */
export function writeAt(file: number, at: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
  fdatasyncSync(file);
}

/**
 * Reads at most `max` lines between two offsets of the file: the text without line end, and the size with it. Stops
 * after 4 MB. @throws Error if there is no line
 */
export function readLines(file: number, from: number, to: number, max: number): { text: string; bytes: number }[] {
  let buffer = Buffer.alloc(0);
  let read = from;
  let at = 0;
  const lines: { text: string; bytes: number }[] = [];
  while (lines.length < max && at < CHUNK_BYTES) {
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
 * Copies a range of bytes from one file to an offset of another, and syncs it.
 * @throws Error if they cannot be read or written; some may have been copied
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
