import type SqliteDatabase from 'better-sqlite3';
import { isDamage } from './damage';

export type RawRow = Record<string, unknown> & { rowid: bigint };
/** A row, or null where rows could not be read. */
export type RowOrHole = RawRow | null;

const [LOWEST, HIGHEST] = [-(2n ** 62n), 2n ** 62n];

/**
 * Reads the rows of a table in the order of their rowids, without its indexes. After a damaged page it goes on with the
 * first row that can be read again, which it finds in steps that double, and then halve.
 */
export function* readDamagedTable(
  database: SqliteDatabase.Database,
  table: string,
  columns: readonly string[],
): Generator<RowOrHole> {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const from = `SELECT rowid AS "rowid", ${names} FROM "${table}" NOT INDEXED WHERE rowid >= ? ORDER BY rowid`;
  const all = database.prepare<[bigint], RawRow>(from).safeIntegers();
  const one = database.prepare<[bigint], RawRow>(`${from} LIMIT 1`).safeIntegers();

  function isReadable(rowid: bigint): boolean {
    try {
      one.get(rowid);
      return true;
    } catch (error) {
      if (isDamage(error)) return false;
      throw error;
    }
  }

  function nextReadable(damaged: bigint): bigint | null {
    let [bad, step] = [damaged, 1n];
    while (!isReadable(damaged + step)) {
      bad = damaged + step;
      step *= 2n;
      if (damaged + step > HIGHEST) return null;
    }
    let good = damaged + step;
    while (good - bad > 1n) {
      const middle = (good + bad) / 2n;
      if (isReadable(middle)) good = middle;
      else bad = middle;
    }
    return good;
  }

  for (let next: bigint | null = LOWEST; next !== null; ) {
    let place: bigint = next;
    try {
      for (const row of all.iterate(place)) {
        yield row;
        place = row.rowid + 1n;
      }
      return;
    } catch (error) {
      if (!isDamage(error)) throw error;
      yield null;
      next = nextReadable(place);
    }
  }
}
