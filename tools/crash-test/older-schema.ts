import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { projectRoot } from '../set-up/project-root.mjs';

const MIGRATIONS = path.join(projectRoot, 'prisma', 'migrations', 'sqlite');

/** The names of the migrations, oldest first. */
export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Copies a database into the first schema. Tables and columns that the schema lacks are omitted. */
export function writeInOldestSchema(from: string, to: string): void {
  const [first = ''] = migrationNames();
  const sql = readFileSync(path.join(MIGRATIONS, first, 'migration.sql'), 'utf8').replaceAll('\r\n', '\n');
  const database = new Database(to);
  try {
    database.pragma('journal_mode = WAL');
    database.prepare('ATTACH ? AS "now"').run(from);
    const ddl = `SELECT "sql" FROM "now".sqlite_master WHERE "name" = '_prisma_migrations'`;
    database.exec(database.prepare<[], string>(ddl).pluck().get() ?? '');
    database.exec(sql);
    database.exec('PRAGMA foreign_keys = OFF; BEGIN');
    database
      .prepare('INSERT INTO "_prisma_migrations" SELECT * FROM "now"."_prisma_migrations" WHERE "migration_name" = ?')
      .run(first);
    for (const table of tablesOf(database)) copyRows(database, table);
    database.exec('COMMIT; DETACH "now"');
    const checksum = database.prepare<[], string>('SELECT "checksum" FROM "_prisma_migrations"').pluck().get();
    if (checksum !== createHash('sha256').update(sql).digest('hex'))
      throw new Error(`${first} is not the migration that created the database`);
  } finally {
    database.close();
  }
}

function tablesOf(database: Database.Database): string[] {
  const statement = database.prepare<[], string>(
    `SELECT "name" FROM "main".sqlite_master WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%' AND "name" NOT LIKE '_prisma_%'`,
  );
  return statement.pluck().all();
}

function copyRows(database: Database.Database, table: string): void {
  const columns = (schema: string) =>
    database.prepare<[string], string>(`SELECT "name" FROM "${schema}".pragma_table_info(?)`).pluck().all(table);
  const now = new Set(columns('now'));
  const shared = columns('main').filter((column) => now.has(column));
  const list = shared.map((column) => `"${column}"`).join(', ');
  database.exec(`INSERT INTO "main"."${table}" (${list}) SELECT ${list} FROM "now"."${table}"`);
}
