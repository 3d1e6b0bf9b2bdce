import pg from 'pg';
import type { Reading } from '../../server/intake/delivery';
import type { Postgresql } from '../harness/postgresql';
import { readStoredData, type StoredData, storedDataOf } from '../harness/stored-data';

/** The database of an evening. */
export type RigDatabase = {
  /** Of the servers that use it. */
  environment: Readonly<Record<string, string>>;
  /** `readings` caches parsed bodies by delivery id. */
  read: (readings: Map<string, Reading>) => Promise<StoredData>;
  /** Stops PostgreSQL at once, and starts it again; null with SQLite, which has no process of its own. */
  crash: (() => Promise<void>) | null;
  remove: () => Promise<void>;
};

export function sqliteDatabase(folder: string): RigDatabase {
  return {
    environment: {},
    read: async (readings) => readStoredData(folder, readings),
    crash: null,
    remove: async () => {},
  };
}

let databases = 0;

/** A new database on a PostgreSQL server. */
export async function postgresqlDatabase(server: Postgresql): Promise<RigDatabase> {
  databases += 1;
  const name = `evening${databases}`;
  const url = await server.createDatabase(name);
  return {
    environment: { DATABASE_URL: url },
    async read(readings) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
        return await storedDataOf(async (sql) => (await client.query({ text: sql, types })).rows, readings);
      } finally {
        await client.end();
      }
    },
    crash: server.crash,
    remove: () => server.dropDatabase(name),
  };
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;
