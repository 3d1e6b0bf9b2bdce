import { createHash } from 'node:crypto';
import { allRows, BETWEEN_COLUMNS, BETWEEN_ROWS, type CopiedTable, NULL_TEXT } from '../sql/copy-statements';
import type { CopySource, SourceValue } from '../storage/copy-source';

/** What becomes of the values of some columns. */
export type Changes = Readonly<Record<string, (value: SourceValue) => SourceValue>>;

export type Row = SourceValue[];

/** A row by the names of its columns. */
export type Named = Record<string, SourceValue>;

/** Number and check-sum of rows. */
export type Sum = { count: number; sum: string };

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

/** The check-sum of rows that are sorted by their key, as PostgreSQL computes it (server/sql/copy-statements.ts). */
export function sumOf(rows: readonly Row[]): Sum {
  const texts = rows.map((row) => row.map(textOf).join(BETWEEN_COLUMNS));
  return { count: rows.length, sum: sha256(texts.join(BETWEEN_ROWS)) };
}

function textOf(value: SourceValue): string {
  if (value === null) return NULL_TEXT;
  return value instanceof Buffer ? sha256(value) : String(value);
}

function sha256(of: string | Buffer): string {
  return createHash('sha256').update(of).digest('hex');
}
