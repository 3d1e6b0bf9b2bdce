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

// Synchronous, as a COMMIT is. Asynchronous writes would need a third busy thread on two cores, and locking against
// changes of the file meanwhile.

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
/**
 * Marks the end of the lines if drained ones follow, which the next lines overwrite: that takes half the time of
 * letting a file grow. No line contains this character.
 */
export const END = '\u0004';
const END_BYTE = 0x04;

/**
 * Opens the spool's file, and creates it and its folder if they are missing. Returns the bytes and the number of its
 * lines, and truncates what follows them.
 */
export function openSpoolFile(folder: string): { file: number; size: number; lines: number } {
  mkdirSync(folder, { recursive: true });
  const file = openSync(nameIn(folder), constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    syncFolderAtOnce(folder);
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
    const end = endIn(chunk, isEnded);
    const part = end < 0 ? chunk : chunk.subarray(0, end);
    for (let next = part.indexOf(NEWLINE); next >= 0; next = part.indexOf(NEWLINE, next + 1)) lines += 1;
    at += part.length;
    if (part.length > 0) isEnded = part.at(-1) === NEWLINE;
    if (part.length === 0 || end >= 0) return { size: at, lines, isEnded };
  }
}

/** Where the end mark is in a chunk, or -1. Inside a line it is a flipped bit, which ends nothing. */
function endIn(chunk: Buffer, beginsLine: boolean): number {
  const isAfterLine = (at: number) => (at === 0 ? beginsLine : chunk[at - 1] === NEWLINE);
  let end = chunk.indexOf(END_BYTE);
  while (end >= 0 && !isAfterLine(end)) end = chunk.indexOf(END_BYTE, end + 1);
  return end;
}

/**
 * Whether an open file still exists under its name: what is written to a deleted one is lost with the process.
 * @throws if that cannot be determined
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

/** Writes and syncs all bytes at a place of the file. @throws after which some of them may be there */
export function writeAt(file: number, at: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
  fdatasyncSync(file);
}

/**
 * Reads whole lines from a place of the file, without their ends, with the bytes that each takes with its end. At most
 * so many lines, and not too many bytes at once. @throws if there is none
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
 * Copies a range of bytes from one file to a place in another, and syncs it.
 * @throws if they cannot be read or written; some of them may be there then
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
