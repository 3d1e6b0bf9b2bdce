import { closeSync, ftruncateSync, writeSync } from 'node:fs';
import type { Delivery, Translate } from './delivery';
import { setAsideLines } from './set-aside-lines';
import { copyBytes, END, isThere, openSpoolFile, readLines, writeAt } from './spool-file';
import { type Line, lineOf, lineRead, lineTextOf, type SpoolEntry, withoutRepeats } from './spool-line';

/**
 * An append-only log of deliveries that are acknowledged before the database has them. Each is on the disk, with fsync,
 * before that. It keeps the id that it got on receipt, so one that is drained twice is stored once.
 */
export type Spool = {
  /** Bytes that wait to be drained. */
  size: () => number;
  /** Deliveries that wait to be drained, including lines that cannot be read. */
  count: () => number;
  /** Stores all or none, on the disk when it returns. @throws when the file cannot be written */
  append: (entries: readonly SpoolEntry[]) => void;
  /** Checks that the largest delivery could be appended now, and leaves nothing behind. @throws when it could not */
  probe: () => void;
  /**
   * The oldest entries, at most so many; `done` removes them. Lines that cannot be read, and deliveries that `done`
   * names, are moved to set-aside.jsonl, so that one bad line never holds up the others.
   */
  next: (most: number) => { deliveries: Delivery[]; damaged: number; done: (setAside: readonly string[]) => void };
  /** Truncates the file behind what waits, if that is possible: drained lines are left there. */
  forget: () => void;
  close: () => void;
};

const CLOSED = -1;
/** As long as the line of the largest delivery. What a crash leaves of it is a line of spaces, which is skipped. */
const PROBE = Buffer.alloc(512 * 1024, ' ');

/** Bytes. A drained file of this size is kept and overwritten, because truncating it costs time in every burst. */
const ROOM = { least: 64 * 1024, most: 8 * 1024 * 1024 };
/** It is truncated this long after a burst, so that a crash never brings back lines that the database has forgotten. */
const CUT_AFTER_MS = 5_000;

/** Up to this much is kept in memory, so that it need not be read and translated again when it is drained at once. */
const REMEMBERED = { deliveries: 1_024, bytes: 8 * 1024 * 1024 };

/** Opens the spool in a folder; `translate` reads again what is drained from the file. */
export function openSpool(folder: string, translate: Translate): Spool {
  let { file, size, lines: count } = openSpoolFile(folder);
  let drained = 0;
  /** Counts the files opened: the number of a closed descriptor is used again, so it does not identify a file. */
  let files = 1;
  /** The length of the file. Behind `size` are drained lines. */
  let room = size;
  /** Bytes past `size` that a failed append left and that could not be cut off yet. */
  let hasRest = false;
  /** Everything that waits, in order; null if some of it is only in the file. */
  let remembered: Line[] | null = size > 0 ? null : [];

  let cutting: NodeJS.Timeout | undefined;

  function forget(): void {
    if (file !== CLOSED && size < room) quietly(cutRest);
  }

  function cutRest(): void {
    ftruncateSync(file, size);
    room = size;
    hasRest = false;
  }

  /** The file, or its folder, was deleted: copies what waits in it into a new file of the same name. */
  function comeBack(): void {
    const deleted = file;
    const fresh = openSpoolFile(folder);
    const whole = fresh.size + size - drained;
    try {
      copyBytes({ file: deleted, begin: drained, end: size }, { file: fresh.file, at: fresh.size });
    } catch (error) {
      // Half a line would run into what is appended next.
      quietly(() => ftruncateSync(fresh.file, fresh.size));
      closeSync(fresh.file);
      throw error;
    }
    if (fresh.size > 0) remembered = null;
    [file, size, room, drained, hasRest] = [fresh.file, whole, whole, 0, false];
    count += fresh.lines;
    files += 1;
    closeSync(deleted);
  }

  /** Called before every write. @throws when the file cannot be written */
  function getReady(): void {
    if (!isThere(file, folder)) comeBack();
    if (hasRest) cutRest();
  }

  /** Writes and syncs behind what waits. @throws after removing what was written, if that is possible */
  function write(bytes: Buffer): void {
    hasRest = true;
    try {
      writeAt(file, size, bytes);
      room = Math.max(room, size + bytes.length);
    } catch (error) {
      // With half a line left, the next append would make one bad line of two deliveries.
      quietly(cutRest);
      throw error;
    }
  }

  function remember(lines: readonly Line[]): void {
    remembered?.push(...lines);
    const isMuch = count > REMEMBERED.deliveries || size - drained > REMEMBERED.bytes;
    if (isMuch) remembered = null;
  }

  function takeOff(lines: readonly Line[]): void {
    for (const { bytes } of lines) drained += bytes;
    count -= lines.length;
    remembered?.splice(0, lines.length);
    if (drained < size) return;
    [drained, size, remembered] = [0, 0, []];
    // Not synced: what a power cut brings back is in the database already, and is drained again.
    if (room < ROOM.least || room > ROOM.most) cutRest();
    else {
      writeSync(file, END, 0);
      clearTimeout(cutting);
      cutting = setTimeout(forget, CUT_AFTER_MS).unref();
    }
  }

  return {
    size: () => size - drained,
    count: () => count,
    append(entries) {
      getReady();
      const texts = entries.map(lineTextOf);
      // Without their texts: keeping hundreds of them costs more than making one again.
      const lines = entries.map((entry, index) => lineOf(entry, Buffer.byteLength(texts[index] ?? '') + 1));
      const after = lines.reduce((sum, { bytes }) => sum + bytes, size);
      write(Buffer.from([...texts, after < room ? END : ''].join('\n')));
      size = after;
      count += entries.length;
      hasRest = false;
      remember(lines);
    },
    probe() {
      getReady();
      // The probe would overwrite the end mark, and drained lines behind it would count again after a crash.
      if (size < room) cutRest();
      write(PROBE);
      cutRest();
    },
    next(most) {
      const from = files;
      const lines =
        remembered?.slice(0, most) ?? readLines(file, drained, size, most).map((line) => lineRead(line, translate));
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
          // If the file was replaced meanwhile, the new one has them again: what is drained twice is stored once.
          if (files === from) takeOff(lines);
        },
      };
    },
    forget,
    close() {
      if (file === CLOSED) return;
      clearTimeout(cutting);
      try {
        if (size > drained && !isThere(file, folder)) comeBack();
        if (size < room) cutRest();
      } finally {
        closeSync(file);
        // The descriptor's number is soon used for another file.
        file = CLOSED;
      }
    },
  };
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {}
}
