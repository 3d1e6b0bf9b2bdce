import { closeSync, fdatasyncSync, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { syncFolderAtOnce } from '../storage/sync-folder';

// The main thread waits for the disk here, as it does for a COMMIT. A thread of the pool would be the third busy one on
// two cores, and what waits for it could be told apart from what changes the file meanwhile only by taking turns.

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** The spool's file, made with its folder where there is none, and on the disk under its name; and how long it is. */
export function openSpoolFile(folder: string): { file: number; size: number } {
  mkdirSync(folder, { recursive: true });
  const file = openSync(nameIn(folder), 'a+');
  try {
    syncFolderAtOnce(folder);
    let { size } = fstatSync(file);
    // A line without its end was never acknowledged: what was appended after it would run into it.
    if (size > 0 && !endsWithNewline(file, size)) size += writeSync(file, '\n');
    return { file, size };
  } catch (error) {
    closeSync(file);
    throw error;
  }
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

/** All of it, to the end of the file, and on the disk. @throws where some of it may be there */
export function append(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
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
 * Adds the bytes from one place to another of a file to the end of the next one, on the disk.
 * @throws where they cannot be read or written; some may be there then
 */
export function addBytes(to: number, from: number, begin: number, end: number): void {
  for (let at = begin; at < end; ) {
    const chunk = chunkOf(from, at, end);
    if (chunk.length === 0) throw new Error('the spool is shorter than it was');
    append(to, chunk);
    at += chunk.length;
  }
}

export function countLines(file: number): number {
  let lines = 0;
  for (let at = 0; ; ) {
    const chunk = chunkOf(file, at, Number.POSITIVE_INFINITY);
    if (chunk.length === 0) return lines;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, end + 1)) lines += 1;
    at += chunk.length;
  }
}

function endsWithNewline(file: number, size: number): boolean {
  const last = chunkOf(file, size - 1, size);
  return last[0] === NEWLINE;
}

function chunkOf(file: number, from: number, to: number): Buffer {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, to - from));
  const bytesRead = readSync(file, chunk, 0, chunk.length, from);
  return chunk.subarray(0, bytesRead);
}
