import { readFileSync } from 'node:fs';

// The format of a write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const USUAL_PAGE_BYTES = 4_096;

/**
 * Whether the write-ahead log of a database, which a crash has left, goes on after the first damaged page. SQLite ends its
 * reading there without an error. Also a crash in the middle of a commit leaves pages that do not belong to it, but only
 * those of one commit, which was not synced: with more than that, one that was synced is lost. Call it before the database is
 * opened. A page of the last commit that is damaged, and pages that are missing, cannot be told from such a crash.
 */
export function isLogCut(databaseFile: string): boolean {
  const log = readLog(`${databaseFile}-wal`);
  if (log.length < HEADER_BYTES + FRAME_HEADER_BYTES) return false;
  const isIntact = checksumOf(log, 0, HEADER_BYTES - 8, [0, 0]).join() === sumAt(log, HEADER_BYTES - 8).join();
  const pageBytes = isIntact ? log.readUInt32BE(8) : USUAL_PAGE_BYTES;
  const salts = (isIntact ? log.subarray(16) : log.subarray(HEADER_BYTES + 8)).subarray(0, 8);
  if (salts.every((byte) => byte === 0)) return false;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const isOfLog = (at: number) => log.subarray(at + 8, at + 16).equals(salts);

  let frame = HEADER_BYTES;
  const hasFrame = () => frame + frameBytes <= log.length;
  for (let sum = sumAt(log, HEADER_BYTES - 8); isIntact && hasFrame() && isOfLog(frame); frame += frameBytes) {
    sum = checksumOf(log, frame, 8, sum);
    sum = checksumOf(log, frame + FRAME_HEADER_BYTES, pageBytes, sum);
    if (sum.join() !== sumAt(log, frame + 16).join()) break;
  }
  for (let hasCommit = false; hasFrame(); frame += frameBytes) {
    if (!isOfLog(frame)) continue;
    if (hasCommit) return true;
    hasCommit = log.readUInt32BE(frame + 4) !== 0;
  }
  return false;
}

/** Empty if there is none. */
function readLog(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // If it cannot be read, neither can the database.
    return Buffer.alloc(0);
  }
}

type Sum = readonly [number, number];

const sumAt = (log: Buffer, at: number): Sum => [log.readUInt32BE(at), log.readUInt32BE(at + 4)];

/** The cumulative checksum of SQLite. The first bytes of the log say in which order it reads the bytes of a number. */
function checksumOf(log: Buffer, from: number, length: number, [first, second]: Sum): Sum {
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  const words = new DataView(log.buffer, log.byteOffset + from, length);
  let [a, b] = [first, second];
  for (let at = 0; at < length; at += 8) {
    a = (a + words.getUint32(at, !isBigEndian) + b) >>> 0;
    b = (b + words.getUint32(at + 4, !isBigEndian) + a) >>> 0;
  }
  return [a, b];
}
