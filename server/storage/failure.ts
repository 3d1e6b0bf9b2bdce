/** Why a write failed: the data was rejected, or the database cannot be written now. */
export type Failure = 'data' | 'unavailable';

const UNAVAILABLE_SQLITE =
  /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM|CORRUPT|NOTADB|PERM|AUTH|PROTOCOL|INTERRUPT)/;
/** Codes of Prisma: the connection timed out, or a transaction could not begin or took too long. */
const UNAVAILABLE_PRISMA = new Set(['P1008', 'P2024', 'P2028']);

/**
 * Distinguishes data that the database rejects from a database that cannot be written now. Unknown errors count as
 * data, so that one odd delivery cannot stop all others.
 */
export function failureOf(error: unknown): Failure {
  const codes = errorCodesOf(error);
  return codes.some((code) => UNAVAILABLE_SQLITE.test(code) || UNAVAILABLE_PRISMA.has(code)) ? 'unavailable' : 'data';
}

/**
 * SQLite's code (`SQLITE_FULL`, …) behind an error of Prisma's, of the adapter's or of better-sqlite3's; null if none.
 */
export function sqliteCode(error: unknown): string | null {
  return errorCodesOf(error).find((code) => code.startsWith('SQLITE_')) ?? null;
}

/** Every code in an error and in those that it wraps. */
function errorCodesOf(error: unknown): string[] {
  const codes: string[] = [];
  const seen = new Set<unknown>();
  const pending: unknown[] = [error];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const { code, originalCode, cause, meta, driverAdapterError } = next as Record<string, unknown>;
    codes.push(...[originalCode, code].filter((candidate) => typeof candidate === 'string'));
    pending.push(cause, meta, driverAdapterError);
  }
  return codes;
}

/** Thrown when the database cannot be written now: the same write may succeed later. */
export class Unwritable extends Error {
  constructor(cause: unknown) {
    super('the database cannot be written now', { cause });
  }
}

/** An error as one line of the log, without the statement and values that Prisma quotes: they contain guests' names. */
export function shortOf(error: unknown): string {
  const text = error instanceof Unwritable ? String(error.cause) : String(error);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.at(-1) ?? text).slice(0, 200);
}
