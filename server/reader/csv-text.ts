import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null | undefined;

/** Rows of a table as CSV. Guests may type formulas as names: such cells get a leading quote for spreadsheets. */
export function csvText(rows: readonly (readonly Cell[])[]): Uint8Array {
  return Buffer.from(stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' }));
}
