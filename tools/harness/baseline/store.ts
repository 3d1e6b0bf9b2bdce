import path from 'node:path';
import Database from 'better-sqlite3';
import type { Delivery } from './delivery';

export type Store = {
  /** Inserts the deliveries in one transaction, durably. @throws if the commit fails */
  keep: (deliveries: readonly Delivery[]) => void;
  close: () => void;
};

/** Opens the baseline's database in a folder: one table, with the same durability as Heatlamp's database. */
export function openStore(folder: string): Store {
  const database = new Database(path.join(folder, 'baseline.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  if (database.pragma('journal_mode', { simple: true }) !== 'wal') throw new Error('the database is not in WAL mode');
  database.exec(
    'CREATE TABLE "Delivery" ("id" TEXT PRIMARY KEY, "receivedAt" INTEGER NOT NULL, "key" TEXT NOT NULL, "body" BLOB NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO "Delivery" ("id", "receivedAt", "key", "body") VALUES (?, ?, ?, ?)');
  return {
    keep: database.transaction((deliveries: readonly Delivery[]) => {
      for (const { id, receivedAt, key, body } of deliveries) insert.run(id, receivedAt, key, body);
    }),
    close: () => void database.close(),
  };
}
