/** An integer of a row: SQLite returns BIGINT columns as bigint, other columns as numbers. */
export type Int = number | bigint;

/** Converts an integer column to a number. All stored integers are far below 2^53. */
export function int(value: Int): number;
export function int(value: Int | null): number | null;
export function int(value: Int | null): number | null {
  return value === null ? null : Number(value);
}
