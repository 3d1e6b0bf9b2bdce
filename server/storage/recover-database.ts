import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { INSERT_LOST_GAPS } from '../sql/missing-statements';
import {
  DELETE_FACTS_WITHOUT_COURSE,
  ERASE_NAMES_WITHOUT_COURSE,
  INSERT_LOST_BRANCHES,
  MARK_ERASED,
  MARK_TO_REPLAY,
} from '../sql/recover-statements';
import { UserError } from '../user-error';
import { isDamage } from './damage';
import { type RawRow, readDamagedTable } from './damaged-table';
import { shortOf } from './failure';
import { migrate } from './migrate';
import { syncFolder } from './sync-folder';

/** `lost` is null if the number of rows in the damaged table cannot be read. */
export type RecoveredTable = { name: string; rows: number; lost: number | null };
export type Recovered = {
  file: string;
  bytes: number;
  deliveries: number;
  tables: RecoveredTable[];
  /** Periods in which deliveries are lost, server time, epoch ms. */
  missing: { from: number; to: number }[];
  /** Deliveries whose course is lost: `deliveries replay --outcome unreadable` makes it again. */
  toReplay: number;
  /** Deliveries whose course is lost, and whose body was erased before: nothing makes it again. */
  erased: number;
};

const TABLES = `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%'`;
const MIGRATIONS = '_prisma_migrations';

/**
 * Copies every row of a damaged database that can be read into a new file, which can be restored like a backup. Only
 * reads the damaged one. @throws UserError, Error
 */
export async function recoverDatabase(
  from: string,
  to: string,
  { timeZone, newEpoch, now }: { timeZone: string; newEpoch: () => string; now: () => number },
): Promise<Recovered> {
  if (existsSync(to)) throw new UserError(`${to} already exists: choose another name. Nothing was changed.`);
  if (!existsSync(from)) throw new UserError(`there is no database ${from}`);
  const part = `${to}.part`;
  const source = openSource(from);
  try {
    const names = tablesOf(source, from);
    rmSync(part, { force: true });
    await migrate(part);
    const target = new SqliteDatabase(part);
    let recovered: Omit<Recovered, 'file' | 'bytes'>;
    try {
      target.pragma('journal_mode = DELETE');
      target.pragma('foreign_keys = OFF');
      recovered = target.transaction(() => {
        const missing: Recovered['missing'] = [];
        const tables = names.flatMap((name) => copyTable(source, target, name, now(), missing) ?? []);
        removeOrphans(target, tables);
        target.prepare(INSERT_LOST_BRANCHES).run(timeZone, newEpoch());
        for (const { from, to } of missing) target.prepare(INSERT_LOST_GAPS).run(from, to);
        target.prepare(DELETE_FACTS_WITHOUT_COURSE).run();
        target.prepare(ERASE_NAMES_WITHOUT_COURSE).run();
        const erased = target.prepare(MARK_ERASED).run().changes;
        const toReplay = target.prepare(MARK_TO_REPLAY).run().changes;
        const deliveries = tables.find(({ name }) => name === 'Delivery')?.rows ?? 0;
        return { deliveries, tables, missing, toReplay, erased };
      })();
    } finally {
      target.close();
    }
    renameSync(part, to);
    await syncFolder(path.dirname(to));
    return { file: to, bytes: statSync(to).size, ...recovered };
  } finally {
    source.close();
    rmSync(part, { force: true });
  }
}

/** @throws UserError */
function openSource(file: string): SqliteDatabase.Database {
  try {
    return new SqliteDatabase(file, { readonly: true });
  } catch (error) {
    throw new UserError(`${file} cannot be read (${shortOf(error)}): make it readable for the user that runs this`);
  }
}

function tablesOf(source: SqliteDatabase.Database, file: string): string[] {
  try {
    return source.prepare<[], string>(TABLES).pluck().all();
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new UserError(
      `The first page of ${file} is damaged, so that none of its tables can be found: restore a backup.`,
    );
  }
}

/** Copies the columns that both have. Null for a table that this version does not have. */
function copyTable(
  source: SqliteDatabase.Database,
  target: SqliteDatabase.Database,
  name: string,
  now: number,
  missing: Recovered['missing'],
): RecoveredTable | null {
  const known = new Set(columnsOf(target, name));
  const columns = columnsOf(source, name).filter((column) => known.has(column));
  if (name === MIGRATIONS || columns.length === 0) return null;
  const places = columns.map(() => '?').join(', ');
  const named = columns.map((column) => `"${column}"`).join(', ');
  const insert = target.prepare(`INSERT OR IGNORE INTO "${name}" (${named}) VALUES (${places})`);
  const isDelivery = name === 'Delivery';
  let rows = 0;
  let lastAt: number | null = null;
  let isInHole = false;
  for (const row of readDamagedTable(source, name, columns)) {
    if (row === null || (isDelivery && !isWhole(row))) {
      isInHole = true;
      continue;
    }
    rows += insert.run(columns.map((column) => row[column])).changes;
    if (!isDelivery) continue;
    const at = Number(row.receivedAt);
    if (isInHole) missing.push({ from: Math.min(lastAt ?? at, at), to: at });
    isInHole = false;
    lastAt = at;
  }
  if (isInHole && isDelivery) missing.push({ from: lastAt ?? 0, to: now });
  const total = countRows(source, name);
  return { name, rows, lost: total === null ? null : Math.max(0, total - rows) };
}

/** SQLite does not notice a damaged page in the middle of a long value. */
function isWhole({ body, bodySha256, erasedAt }: RawRow): boolean {
  if (erasedAt !== null && erasedAt !== undefined) return (body as Buffer).length === 0;
  return (
    createHash('sha256')
      .update(body as Buffer)
      .digest('hex') === bodySha256
  );
}

function columnsOf(database: SqliteDatabase.Database, table: string): string[] {
  return (database.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
}

/** SQLite counts in the smallest index, which may be intact. */
function countRows(source: SqliteDatabase.Database, table: string): number | null {
  try {
    return source.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? null;
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Removes rows that refer to rows that were lost. */
function removeOrphans(target: SqliteDatabase.Database, tables: RecoveredTable[]): void {
  for (;;) {
    const orphans = target.pragma('foreign_key_check') as { table: string; rowid: number }[];
    if (orphans.length === 0) return;
    for (const { table, rowid } of orphans) {
      const { changes } = target.prepare(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowid);
      const counted = tables.find(({ name }) => name === table);
      if (!counted || changes === 0) continue;
      counted.rows -= 1;
      if (counted.lost !== null) counted.lost += 1;
    }
  }
}
