import { once } from 'node:events';
import { constants, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import pino from 'pino';

/** The part of pino's logger that the server uses. */
export type Log = {
  warn: (fields: object, message: string) => void;
  info: (fields: object, message: string) => void;
};

type OpenLog = Log & {
  /** Waits until the lines are written, at most half a second. */
  close: () => Promise<void>;
  /** Writes this line and those that wait, as far as that is possible without waiting for a reader. */
  writeLast: (fields: object, message: string) => void;
};

const STDERR = 2;
const MAX_WAITING_BYTES = 1024 * 1024;
const WRITE_AGAIN_MS = 1_000;
const CLOSE_TRIES = 10;
const CLOSE_RETRY_MS = 50;
const PERIOD_MS = 60_000;
/** Enough to see a cause, and few enough that nobody can fill a disk with one. */
const LINES_PER_CAUSE = 20;
const MAX_CAUSES = 200;
const OTHER = 'other causes';

/**
 * Opens the log on stderr. A line never waits for the reader of the output: a terminal may be stopped and a pipe
 * unread. What does not fit into memory is dropped and counted. Each message has 20 lines a minute, and then one that
 * counts the rest.
 */
export function openLog(level: string): OpenLog {
  let dropped = 0;
  let isRetrying = false;
  const lines = pino.destination({
    dest: nonBlockingStderr(),
    maxLength: MAX_WAITING_BYTES,
    // What cannot be written stays in memory, and is tried again with the next line or a second later.
    retryEAGAIN: () => false,
  });
  lines.on('drop', () => {
    dropped += 1;
  });
  // The terminal or log program that reads the output may end; the server must continue.
  lines.on('error', () => {
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      lines.flush();
    }, WRITE_AGAIN_MS).unref();
  });
  const all = pino({ level, base: null }, lines);

  const lineLimit = createLineLimit();
  const report = () => {
    for (const left of lineLimit.takeOmitted()) all.warn(left, 'lines of the log were left out');
    if (dropped > 0) all.warn({ lines: dropped }, 'lines of the log were lost: nobody read the output');
    dropped = 0;
  };
  const reporting = setInterval(report, PERIOD_MS);
  reporting.unref();

  const end = () => {
    clearInterval(reporting);
    report();
  };
  return {
    warn: (fields, message) => void (lineLimit.isWithin(message) && all.warn(fields, message)),
    info: (fields, message) => void (lineLimit.isWithin(message) && all.info(fields, message)),
    async close() {
      end();
      // A write that is in progress must end first, or what is flushed would overtake it. Fails if nobody reads.
      const drained = once(lines, 'drain').catch(() => {});
      lines.write('');
      await Promise.race([drained, wait(CLOSE_TRIES * CLOSE_RETRY_MS)]);
      for (let tries = 0; tries < CLOSE_TRIES; tries += 1) {
        try {
          return lines.flushSync();
        } catch {
          await wait(CLOSE_RETRY_MS);
        }
      }
    },
    writeLast(fields, message) {
      end();
      // This level also writes what is buffered.
      all.fatal(fields, message);
    },
  };
}

/** Counts the lines of each message. */
function createLineLimit() {
  let counts = new Map<string, number>();
  return {
    /** Counts a line. Returns whether it is to be written. */
    isWithin(message: string): boolean {
      const cause = counts.has(message) || counts.size < MAX_CAUSES ? message : OTHER;
      const count = (counts.get(cause) ?? 0) + 1;
      counts.set(cause, count);
      return count <= LINES_PER_CAUSE;
    },
    /** Begins a new period. Returns how many lines of each message were not written in the last one. */
    takeOmitted(): { cause: string; lines: number }[] {
      const omitted = [...counts].map(([cause, count]) => ({ cause, lines: count - LINES_PER_CAUSE }));
      counts = new Map();
      return omitted.filter(({ lines }) => lines > 0);
    },
  };
}

/**
 * Opens a descriptor of stderr whose writes fail instead of waiting for a reader. Returns stderr itself if it is a file,
 * or if the terminal cannot be opened again.
 */
function nonBlockingStderr(): number {
  try {
    // Node.js makes a pipe or a socket non-blocking when it opens the stream.
    process.stderr.on('error', () => {});
    if (!isatty(STDERR)) return STDERR;
    // Node.js makes a terminal blocking, so it is opened once more.
    return openSync('/dev/tty', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return STDERR;
  }
}
