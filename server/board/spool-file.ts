import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../storage/sync-folder';

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** The spool's file, made with its folder where there is none, and on the disk under its name; and how long it is. */
export async function openSpoolFile(folder: string): Promise<{ file: FileHandle; size: number }> {
  await mkdir(folder, { recursive: true });
  const file = await open(nameIn(folder), 'a+');
  try {
    await syncFolder(folder);
    let { size } = await file.stat();
    // A line without its end was never acknowledged: what was appended after it would run into it.
    if (size > 0 && !(await endsWithNewline(file, size))) size += (await file.write('\n')).bytesWritten;
    return { file, size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Whether an open file is still the one of that name: what goes into one that was deleted is gone with the process.
 * @throws where that cannot be told
 */
export async function isThere(file: FileHandle, folder: string): Promise<boolean> {
  const [opened, named] = await Promise.all([file.stat(), stat(nameIn(folder)).catch(nullIfMissing)]);
  return named !== null && named.ino === opened.ino && named.dev === opened.dev;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function nameIn(folder: string): string {
  return path.join(folder, 'deliveries.jsonl');
}

/** Whole lines from a place in the file on, and how many bytes they take with their ends. */
export async function readLines(
  file: FileHandle,
  from: number,
  to: number,
  most: number,
): Promise<{ lines: string[]; bytes: number }> {
  let buffer = Buffer.alloc(0);
  let read = from;
  let bytes = 0;
  const lines: string[] = [];
  while (lines.length < most) {
    const end = buffer.indexOf(NEWLINE, bytes);
    if (end >= 0) {
      lines.push(buffer.toString('utf8', bytes, end));
      bytes = end + 1;
      continue;
    }
    const chunk = await chunkOf(file, read, to);
    if (chunk.length === 0) break;
    read += chunk.length;
    buffer = Buffer.concat([buffer, chunk]);
  }
  return { lines, bytes };
}

/**
 * Adds the bytes from one place to another of a file to the end of the next one, on the disk.
 * @throws where they cannot be read or written; some may be there then
 */
export async function addBytes(to: FileHandle, from: FileHandle, begin: number, end: number): Promise<void> {
  for (let at = begin; at < end; ) {
    const chunk = await chunkOf(from, at, end);
    if (chunk.length === 0) throw new Error('the spool is shorter than it was');
    await to.appendFile(chunk);
    at += chunk.length;
  }
  await to.datasync();
}

export async function countLines(file: FileHandle): Promise<number> {
  let lines = 0;
  for (let at = 0; ; ) {
    const chunk = await chunkOf(file, at, Number.POSITIVE_INFINITY);
    if (chunk.length === 0) return lines;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, end + 1)) lines += 1;
    at += chunk.length;
  }
}

async function endsWithNewline(file: FileHandle, size: number): Promise<boolean> {
  const last = await chunkOf(file, size - 1, size);
  return last[0] === NEWLINE;
}

async function chunkOf(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, to - from));
  const { bytesRead } = await file.read(chunk, 0, chunk.length, from);
  return chunk.subarray(0, bytesRead);
}
