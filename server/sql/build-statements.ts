import type { Value } from './statements';

// Builds statements that take any number of rows as one JSON array. A row has its values in the order of the columns.

/** TIMESTAMP, which only PostgreSQL has, is epoch milliseconds in rows. */
export type Columns = Readonly<Record<string, 'INTEGER' | 'BIGINT' | 'TEXT' | 'BYTES' | 'TIMESTAMP'>>;

/** The rows of the JSON parameter. */
const ROWS = 'jsonb_each(?) AS r';

/** Returns a function that takes the values of a row by column, and puts them into the order of the columns. */
export function rowMaker<Of extends Columns>(columns: Of): (values: Readonly<Record<keyof Of, Value>>) => Value[] {
  const names: (keyof Of)[] = Object.keys(columns);
  return (values) => names.map((name) => values[name]);
}

/** SQL for a value of a row. Bytes of all rows are one parameter; a row has the first byte and the number of its own. */
function valueAt(index: number, type: Columns[string]): string {
  if (type === 'TIMESTAMP')
    return `to_timestamp(CAST(r.value->>${index} AS DOUBLE PRECISION) / 1000) AT TIME ZONE 'UTC'`;
  if (type !== 'BYTES') return `CAST(r.value->>${index} AS ${type})`;
  return `substr(?, CAST(r.value->${index}->>0 AS INTEGER), CAST(r.value->${index}->>1 AS INTEGER))`;
}

/** SQL for each value of a row, of which `first` come before these. */
export function valuesOf(columns: Columns, first = 0): string[] {
  return Object.values(columns).map((type, index) => valueAt(first + index, type));
}

/** The columns as SQL lists them. */
export function namesOf(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** Inserts rows. */
export function insert(table: string, columns: Columns): string {
  // Without WHERE, the ON of ON CONFLICT would be read as that of a join.
  return `
  INSERT INTO "${table}" (${namesOf(Object.keys(columns))})
  SELECT ${valuesOf(columns).join(', ')} FROM ${ROWS} WHERE true`;
}

/** Inserts rows, or updates all but their `fixed` columns. `key` has the columns that identify a row. */
export function upsert(
  table: string,
  columns: Columns,
  fixed: readonly string[],
  key: readonly string[] = fixed,
): string {
  const updates = Object.keys(columns)
    .filter((column) => !fixed.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  return `${insert(table, columns)} ON CONFLICT (${namesOf(key)}) DO UPDATE SET ${updates.join(', ')}`;
}

/** Updates rows, which have the values of `columns`, then those of `key`. */
export function update(table: string, columns: Columns, key: Columns): string {
  const assigned = valuesOf(columns);
  const sets = Object.keys(columns).map((column, index) => `"${column}" = ${assigned[index]}`);
  const wanted = valuesOf(key, assigned.length);
  const isRow = Object.keys(key).map((column, index) => `"${table}"."${column}" = ${wanted[index]}`);
  return `
  UPDATE "${table}" SET ${sets.join(', ')} FROM ${ROWS} WHERE ${isRow.join(' AND ')}`;
}

/** Deletes the rows with these keys. */
export function deleteRows(table: string, key: Columns): string {
  return `
  DELETE FROM "${table}" WHERE (${namesOf(Object.keys(key))}) IN (SELECT ${valuesOf(key).join(', ')} FROM ${ROWS})`;
}
