import Database from 'better-sqlite3';
import pg from 'pg';

const COUNT = 'SELECT count(*) AS count FROM "Delivery"';

/** Number of committed deliveries, counted over a separate connection. */
export function storedDeliveries(file: string): number {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return (database.prepare(COUNT).get() as { count: number }).count;
  } finally {
    database.close();
  }
}

/** The same for a database of PostgreSQL. */
export async function storedInPostgresql(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(COUNT);
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}
