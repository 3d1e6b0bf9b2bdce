import type { TableRange } from './options';

/** Whether a table, by the number that the POS gives it, is in a stretch of numbers; null for all of them. */
export function isInRange(table: string | null, range: TableRange | null): boolean {
  if (range === null) return true;
  if (table === null || !/^-?\d+$/.test(table)) return false;
  const number = BigInt(table);
  return number >= range.from && number <= range.to;
}
