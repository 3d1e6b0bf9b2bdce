import { closeSync, ftruncateSync, writeSync } from 'node:fs';
import type { Delivery, Translate } from './delivery';
import { setAsideLines } from './set-aside-lines';
import { copyBytes, END, existsUnderName, openSpoolFile, readLines, writeAt } from './spool-file';
import { type Line, lineOf, lineTextOf, parseLine, type SpoolEntry, withoutRepeats } from './spool-line';

/**
 * An append-only log of deliveries that are acknowledged before they are in the database. Each is written with fsync
 * first. Deliveries keep their ids, so one that is drained twice is stored once.
 */
export type Spool = {
  /** Size of the deliveries to drain, in bytes. */
  size: () => number;
  /** Number of deliveries to drain, including lines that cannot be read. */
  count: () => number;
  /** Stores all or none; they are on disk when it returns. @throws Error if the file cannot be written */
  append: (entries: readonly SpoolEntry[]) => void;
  /** Checks that the largest delivery could be appended now, without changing the spool. @throws Error if it could not */
  probe: () => void;
  /**
   * Returns the oldest entries, at most `max`; `done` removes them. Lines that cannot be read, and the deliveries whose
   * ids are passed to `done`, are moved to set-aside.jsonl, so that a bad line does not block the others.
   */
  next: (max: number) => { deliveries: Delivery[]; damaged: number; done: (setAside: readonly string[]) => void };
  /** Truncates drained lines from the end of the file, if possible. */
  dropDrained: () => void;
  close: () => void;
};

const CLOSED = -1;
/** As large as the largest delivery. After a crash it may be left as a line of spaces, which is skipped. */
const PROBE = Buffer.alloc(512 * 1024, ' ');

/** A drained file of a size in this range (bytes) is overwritten, because truncating it takes time in every burst. */
const REUSED_SIZE = { min: 64 * 1024, max: 8 * 1024 * 1024 };
/** It is truncated this long after a burst, so that a crash cannot bring back lines after the database has changed. */
const TRUNCATE_AFTER_MS = 5_000;

/** Up to this much is kept in memory, so that it need not be read and translated again soon after. */
const MAX_CACHED = { deliveries: 1_024, bytes: 8 * 1024 * 1024 };

/** Opens the spool in a folder. `translate` translates deliveries that are drained from the file. @throws Error */
export function openSpool(folder: string, translate: Translate): Spool {
  let { file, size, lines: count } = openSpoolFile(folder);
  let drained = 0;
  /** Identifies the open file. Its descriptor does not, because the numbers of closed descriptors are reused. */
  let fileId = 1;
  /** The size of the file. Drained lines follow after `size`. */
  let fileSize = size;
  /** Whether a failed append left bytes after `size` that could not be truncated yet. */
  let hasPartialLine = false;
  /** All lines to drain, in order; null if some are only in the file. */
  let cached: Line[] | null = size > 0 ? null : [];

  let truncating: NodeJS.Timeout | undefined;

  function dropDrained(): void {
    if (file !== CLOSED && size < fileSize) ignoreErrors(truncate);
  }

  function truncate(): void {
    ftruncateSync(file, size);
    fileSize = size;
    hasPartialLine = false;
  }

  /** Copies the waiting lines into a new file, after the file or its folder was deleted. */
  function recreateFile(): void {
    const deleted = file;
    const fresh = openSpoolFile(folder);
    const whole = fresh.size + size - drained;
    try {
      copyBytes({ file: deleted, begin: drained, end: size }, { file: fresh.file, at: fresh.size });
    } catch (error) {
      // The next append must not continue an incomplete line.
      ignoreErrors(() => ftruncateSync(fresh.file, fresh.size));
      closeSync(fresh.file);
      throw error;
    }
    if (fresh.size > 0) cached = null;
    [file, size, fileSize, drained, hasPartialLine] = [fresh.file, whole, whole, 0, false];
    count += fresh.lines;
    fileId += 1;
    closeSync(deleted);
  }

  /** Call before every write. @throws Error if the file cannot be written */
  function prepareWrite(): void {
    if (!existsUnderName(file, folder)) recreateFile();
    if (hasPartialLine) truncate();
  }

  /** Writes and syncs after the waiting lines. On an error it tries to remove what was written. @throws Error */
  function write(bytes: Buffer): void {
    hasPartialLine = true;
    try {
      writeAt(file, size, bytes);
      fileSize = Math.max(fileSize, size + bytes.length);
    } catch (error) {
      // An incomplete line and the next append would together be one bad line.
      ignoreErrors(truncate);
      throw error;
    }
  }

  function cache(lines: readonly Line[]): void {
    cached?.push(...lines);
    const isTooLarge = count > MAX_CACHED.deliveries || size - drained > MAX_CACHED.bytes;
    if (isTooLarge) cached = null;
  }

  function removeFirst(lines: readonly Line[]): void {
    for (const { bytes } of lines) drained += bytes;
    count -= lines.length;
    cached?.splice(0, lines.length);
    if (drained < size) return;
    [drained, size, cached] = [0, 0, []];
    // Not synced: lines that a power failure brings back are in the database already, and are drained again.
    if (fileSize < REUSED_SIZE.min || fileSize > REUSED_SIZE.max) truncate();
    else {
      writeSync(file, END, 0);
      clearTimeout(truncating);
      truncating = setTimeout(dropDrained, TRUNCATE_AFTER_MS).unref();
    }
  }

  return {
    size: () => size - drained,
    count: () => count,
    append(entries) {
      prepareWrite();
      const texts = entries.map(lineTextOf);
      // Their texts are not kept: keeping hundreds costs more than creating one again.
      const lines = entries.map((entry, index) => lineOf(entry, Buffer.byteLength(texts[index] ?? '') + 1));
      const after = lines.reduce((sum, { bytes }) => sum + bytes, size);
      write(Buffer.from([...texts, after < fileSize ? END : ''].join('\n')));
      size = after;
      count += entries.length;
      hasPartialLine = false;
      cache(lines);
    },
    probe() {
      prepareWrite();
      // Otherwise the probe would overwrite the end mark, and a crash would bring back the drained lines after it.
      if (size < fileSize) truncate();
      write(PROBE);
      truncate();
    },
    next(max) {
      const from = fileId;
      const lines =
        cached?.slice(0, max) ?? readLines(file, drained, size, max).map((line) => parseLine(line, translate));
      const unique = withoutRepeats(lines);
      return {
        deliveries: unique.flatMap(({ delivery }) => delivery ?? []),
        damaged: unique.filter(({ delivery }) => delivery === null).length,
        done(setAside) {
          const bad = unique.filter(({ delivery }) => delivery === null || setAside.includes(delivery.id));
          if (bad.length > 0)
            setAsideLines(
              folder,
              bad.map(({ text }) => text()),
            );
          // A file that replaced this one still contains them. Deliveries that are drained twice are stored once.
          if (fileId === from) removeFirst(lines);
        },
      };
    },
    dropDrained,
    close() {
      if (file === CLOSED) return;
      clearTimeout(truncating);
      try {
        if (size > drained && !existsUnderName(file, folder)) recreateFile();
        if (size < fileSize) truncate();
      } finally {
        closeSync(file);
        // The number of the descriptor may soon belong to another file.
        file = CLOSED;
      }
    },
  };
}

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {}
}
