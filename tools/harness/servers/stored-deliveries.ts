import Database from 'better-sqlite3';

/** Number of committed deliveries, counted over a separate connection. */
export function storedDeliveries(file: string): number {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return (database.prepare('SELECT count(*) AS count FROM "Delivery"').get() as { count: number }).count;
  } finally {
    database.close();
  }
}
