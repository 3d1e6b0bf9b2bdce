import SqliteDatabase from 'better-sqlite3';
import type { Int } from '../sql/int';
import { sqliteCode } from './failure';

export const SCHEMA = 'SELECT "name", "type", "tbl_name" AS "table", "rootpage" FROM sqlite_schema';
export type SchemaRow = { name: string; type: string; table: string; rootpage: Int | null };

const FIRST_PAGES = 'the list of its tables';
const MAX_PROBLEMS = 200;

/** The tables and indexes that an integrity check of SQLite complains about, each with the first complaint. */
export function damagedParts(problems: readonly string[], schema: readonly SchemaRow[]): string[] {
  const parts = new Map<string, string>();
  for (const problem of problems.flatMap((text) => text.split('\n'))) {
    const part = partOf(problem, schema);
    if (part && !parts.has(part)) parts.set(part, problem);
  }
  return [...parts].map(([part, problem]) => `${part} (${problem.trim()})`);
}

function partOf(problem: string, schema: readonly SchemaRow[]): string | null {
  const root = /Tree (\d+)/.exec(problem)?.[1];
  const index = /(?:index|from index) (\S+)$/.exec(problem)?.[1];
  const row = schema.find(({ name, rootpage }) => (root ? rootpage === Number(root) : name === index));
  if (row) return row.type === 'index' ? `an index of the table ${row.table}` : `the table ${row.table}`;
  if (problem.startsWith('***') || /never used/.test(problem)) return null;
  return schema.length === 0 ? FIRST_PAGES : 'a part that no table uses';
}

/** The check itself may end with an error. */
function* problemsOf(database: SqliteDatabase.Database): Generator<string> {
  try {
    const check = database.prepare<[], string>(`PRAGMA integrity_check(${MAX_PROBLEMS})`).pluck();
    for (const problem of check.iterate()) yield problem;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

/** Which tables and indexes of a database that cannot be used are damaged. */
export function describeDamage(file: string): string {
  try {
    const database = new SqliteDatabase(file, { readonly: true });
    try {
      const schema = database.prepare<[], SchemaRow>(SCHEMA).all();
      return damagedParts([...problemsOf(database)], schema).join('; ');
    } finally {
      database.close();
    }
  } catch {
    return FIRST_PAGES;
  }
}

/** Whether an error says that a database is damaged, also one that Prisma's schema engine has wrapped. */
export function isDamage(error: unknown): boolean {
  return (
    /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '') ||
    /disk image is malformed|file is not a database/.test(String(error))
  );
}

export const DAMAGED = 'the database is damaged';

/** What a person can do about a damaged database without a running server. */
export const AFTER_DAMAGE =
  'restore the last backup (heatlamp restore FILE). Deliveries in the inbox are kept, and go into the restored database';
