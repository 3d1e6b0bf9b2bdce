import Database from 'better-sqlite3';

/** How many deliveries a database holds as another process sees it: what is committed, whatever the server believes. */
export function storedDeliveries(file: string): number {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return (database.prepare('SELECT count(*) AS count FROM "Delivery"').get() as { count: number }).count;
  } finally {
    database.close();
  }
}
