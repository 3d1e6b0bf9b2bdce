import { closeSync, ftruncateSync, writeSync } from 'node:fs';
import type { Delivery, Translate } from './delivery';
import { setAsideLines } from './set-aside-lines';
import { copyBytes, END, isThere, openSpoolFile, readLines, writeAt } from './spool-file';
import { type Line, lineOf, lineRead, lineTextOf, type SpoolEntry, withoutRepeats } from './spool-line';

/**
 * An append-only file for deliveries that are acknowledged before the database has them. Each is on the disk, with
 * fsync, before that, under the id that it got on receipt: one that is drained twice is stored once.
 */
export type Spool = {
  /** Bytes that wait to be drained. */
  size: () => number;
  /** Deliveries that wait to be drained, lines that cannot be read among them. */
  count: () => number;
  /** All or nothing, on the disk when it returns. @throws when the file cannot be written */
  append: (entries: readonly SpoolEntry[]) => void;
  /** Finds out whether the largest delivery could be appended now, and leaves nothing behind. @throws when it could not */
  probe: () => void;
  /**
   * The oldest entries, at most so many; `done` takes them off. Lines that cannot be read, and those whose delivery
   * `done` names, are moved to set-aside.jsonl, so that one bad line never holds up the others.
   */
  next: (most: number) => { deliveries: Delivery[]; damaged: number; done: (setAside: readonly string[]) => void };
  /** Cuts off what was drained and still stands behind what waits, where that can be done. */
  forget: () => void;
  close: () => void;
};

const CLOSED = -1;
/** As long as the line of the largest delivery; what a crash leaves of it is a line of spaces, and is nobody's. */
const PROBE = Buffer.alloc(512 * 1024, ' ');

/** A file of less is cut when it is drained; one of more would keep room for an outage that is over. */
const ROOM = { least: 64 * 1024, most: 8 * 1024 * 1024 };
/** So long after a crowd: what a crash brings back must not be months old, and forgotten by the database since. */
const CUT_AFTER_MS = 5_000;

/** What waits is remembered up to here, so that what is drained at once need not be read and translated again. */
const REMEMBERED = { deliveries: 1_024, bytes: 8 * 1024 * 1024 };

/** Opens the spool in a folder; `translate` reads again what is drained from the file. */
export function openSpool(folder: string, translate: Translate): Spool {
  let { file, size, lines: count } = openSpoolFile(folder);
  let drained = 0;
  /** How many files it was: the system gives the number of a closed one to the next. */
  let files = 1;
  /** How long the file is: behind `size` is what was drained. */
  let room = size;
  /** Bytes past `size` that a failed append left and that could not be cut off yet. */
  let hasRest = false;
  /** Everything that waits, in its order; null where some of it is only in the file. */
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

  /** Somebody deleted the file, or its folder: what waits in it goes into a new one of its name. */
  function comeBack(): void {
    const deleted = file;
    const fresh = openSpoolFile(folder);
    const whole = fresh.size + size - drained;
    try {
      copyBytes({ file: deleted, begin: drained, end: size }, { file: fresh.file, at: fresh.size });
    } catch (error) {
      // Half a line of what waits would run into it when it is added again.
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

  /** Before anything is written. @throws when nothing can be */
  function getReady(): void {
    if (!isThere(file, folder)) comeBack();
    if (hasRest) cutRest();
  }

  /** On the disk, behind what waits. @throws with nothing of it left, unless that cannot be cut off either */
  function write(bytes: Buffer): void {
    hasRest = true;
    try {
      writeAt(file, size, bytes);
      room = Math.max(room, size + bytes.length);
    } catch (error) {
      // Half a line must not stay, or the next append would make one bad line of two deliveries.
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
    // Not synced: what a power cut brings back is in the database, and is drained again.
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
      // Not their texts: to keep hundreds of them for some milliseconds costs more than to make one again.
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
      // It would be written over the mark of the end, and what is behind that would be lines again after a crash.
      if (size < room) cutRest();
      write(PROBE);
      cutRest();
    },
    next(most) {
      const from = files;
      const lines =
        remembered?.slice(0, most) ?? readLines(file, drained, size, most).map((line) => lineRead(line, translate));
      const told = withoutRepeats(lines);
      return {
        deliveries: told.flatMap(({ delivery }) => delivery ?? []),
        damaged: told.filter(({ delivery }) => delivery === null).length,
        done(setAside) {
          const bad = told.filter(({ delivery }) => delivery === null || setAside.includes(delivery.id));
          if (bad.length > 0)
            setAsideLines(
              folder,
              bad.map(({ text }) => text()),
            );
          // Another file has them again, somewhere: what is drained twice is stored once.
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
        // Its number is soon another file's.
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
