import { createHash } from 'node:crypto';
import { allRows, BETWEEN_COLUMNS, type CopiedTable, NULL_TEXT, SUM_DIGITS } from '../sql/copy-statements';
import type { CopySource, SourceValue } from '../storage/copy-source';

/** What becomes of the values of some columns. */
export type Changes = Readonly<Record<string, (value: SourceValue) => SourceValue>>;

export type Row = SourceValue[];

/** A row by the names of its columns. */
export type Named = Record<string, SourceValue>;

/** Number and check-sum of rows, in any order. */
export type Sum = { count: number; sum: bigint };

/** All rows of a table. */
export function readNamed(source: CopySource, table: CopiedTable): Named[] {
  const columns = Object.keys(table.columns);
  return source
    .rows(allRows(table))
    .map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
}

/** Rows of the source as they are in the target. PostgreSQL refuses text with a null character. */
export function rowsForTarget({ columns }: CopiedTable, rows: readonly Row[], changes: Changes): Row[] {
  const changeAt = Object.keys(columns).map((column) => changes[column] ?? null);
  return rows.map((row) =>
    row.map((value, index) => {
      const change = changeAt[index];
      const changed = change && value !== null ? change(value) : value;
      return typeof changed === 'string' && changed.includes('\0') ? changed.replaceAll('\0', '') : changed;
    }),
  );
}

/** Adds rows to a sum, as PostgreSQL computes it (`insertedRows` in server/sql/copy-statements.ts). */
export function addRows({ count, sum }: Sum, rows: readonly Row[]): Sum {
  const added = rows.map((row) => BigInt(`0x${sha256(row.map(textOf).join(BETWEEN_COLUMNS)).slice(0, SUM_DIGITS)}`));
  return { count: count + rows.length, sum: added.reduce((total, one) => total + one, sum) };
}

function textOf(value: SourceValue): string {
  if (value === null) return NULL_TEXT;
  return value instanceof Buffer ? sha256(value) : String(value);
}

function sha256(of: string | Buffer): string {
  return createHash('sha256').update(of).digest('hex');
}
