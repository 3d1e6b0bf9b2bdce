/** PostgreSQL's read_only_sql_transaction. */
export const READ_ONLY = '25006';

/**
 * Why a write failed: the data was rejected, the database cannot be written now, or it lacks or forbids what this program
 * needs, whatever the data.
 */
type Failure = 'data' | 'unavailable' | 'unfit';

const UNAVAILABLE_SQLITE =
  /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM|CORRUPT|NOTADB|PERM|AUTH|PROTOCOL|INTERRUPT)/;
/**
 * Classes of PostgreSQL's SQLSTATE: connection, transaction state, authorization, rollback, resources, operator
 * intervention, system errors. A rolled-back deadlock and a read-only server are among them.
 */
const UNAVAILABLE_POSTGRESQL = /^((08|25|28|40|53|55|57|58)[0-9A-Z]{3}|XX00[12])$/;
/**
 * PostgreSQL's codes for a table, column, function or schema that is missing, for a missing right, and for a prepared
 * statement that a pooler has lost. Somebody may be restoring the database, or has changed it.
 */
const UNFIT_POSTGRESQL = /^(0A000|26000|3F000|42501|42703|42883|42P01|42P05)$/;
/** The same for a table or a column of any database: the kinds of errors of Prisma's adapters, and its codes for them. */
const UNFIT_PRISMA = new Set(['TableDoesNotExist', 'ColumnNotFound', 'P2021', 'P2022']);
/**
 * Codes of Prisma: the server cannot be reached or closed the connection, a time limit, or too many connections; and the
 * kinds of errors of its adapter that have no code.
 */
const UNAVAILABLE_PRISMA = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'],
  ...['ConnectionClosed', 'DatabaseNotReachable', 'DatabaseDoesNotExist', 'SocketTimeout', 'TooManyConnections'],
  ...['TransactionWriteConflict', 'AuthenticationFailed', 'TlsConnectionError', 'DatabaseAccessDenied'],
]);

/**
 * Distinguishes data that the database rejects from a database that cannot be written now, or not by this program. Unknown
 * errors count as data, so that one odd delivery cannot stop all others.
 */
export function failureOf(error: unknown): Failure {
  const codes = errorCodesOf(error);
  const isUnavailable = (code: string) =>
    UNAVAILABLE_SQLITE.test(code) || UNAVAILABLE_POSTGRESQL.test(code) || UNAVAILABLE_PRISMA.has(code);
  if (codes.some(isUnavailable)) return 'unavailable';
  return codes.some((code) => UNFIT_POSTGRESQL.test(code) || UNFIT_PRISMA.has(code)) ? 'unfit' : 'data';
}

/** PostgreSQL's lock_not_available, deadlock_detected and serialization_failure. */
const LOCKED_POSTGRESQL = new Set(['55P03', '40P01', '40001']);

/** Whether PostgreSQL rolled a write back because of a lock of another node: it has surely written nothing. */
export function isLockedElsewhere(error: unknown): boolean {
  return errorCodesOf(error).some((code) => LOCKED_POSTGRESQL.has(code));
}

/**
 * Whether PostgreSQL, or the connection to it, was not there to carry a statement out. What it has to say about the
 * statement itself has a code.
 */
export function isOutOfReach(error: unknown): boolean {
  return failureOf(error) === 'unavailable' || !errorCodesOf(error).some((code) => SQLSTATE.test(code));
}

const SQLSTATE = /^(\d\d|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/**
 * SQLite's code (`SQLITE_FULL`, …) behind an error of Prisma's, of the adapter's or of better-sqlite3's; null if none.
 */
export function sqliteCode(error: unknown): string | null {
  return errorCodesOf(error).find((code) => code.startsWith('SQLITE_')) ?? null;
}

/** @throws Error if this is a server that can only be read, which may lack what others commit */
export function refuseReadOnly(row: { isReadOnly?: boolean } | undefined): void {
  if (row?.isReadOnly)
    throw Object.assign(new Error('this server of PostgreSQL can only be read'), { code: READ_ONLY });
}

/** PostgreSQL's admin_shutdown, which a write gets whose server another one replaces. */
const TAKEN_OVER = '57P01';

/** @throws Error if the timeline of the server is another one than that which memory was read from */
export function refuseOtherTimeline(timeline: string | undefined, known: string | null): void {
  if (timeline !== undefined && timeline !== known)
    throw Object.assign(new Error('a standby of PostgreSQL has taken over'), { code: TAKEN_OVER });
}

/** No room on a disk. SQLite's last code is that of the index beside its log. */
const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;

/** Whether a file could not be written because its disk is full. Prisma's schema engine keeps only the text of an error. */
export function isDiskFull(error: unknown): boolean {
  return errorCodesOf(error).some((code) => FULL.test(code)) || /database or disk is full/.test(String(error));
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
    const { code, originalCode, kind, cause, meta, driverAdapterError } = next as Record<string, unknown>;
    codes.push(...[originalCode, code, kind].filter((candidate) => typeof candidate === 'string'));
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
