import type { Reader } from './options';

/** Tables by number, one by one and in ranges, in order and without overlaps: `1-12`, `20`. Empty for none chosen. */
export type TableList = readonly string[];

/** Both ends included. */
export type TableRange = { from: bigint; to: bigint };

const PART = /^(\d{1,40})(?:\s*[-–]\s*(\d{1,40}))?$/;

/** Reads `1-12, 20`, as people type it: in any order, with the larger end first, with a comma too many at the end. */
export const tableList: Reader<TableList> = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.at(-1) === '') parts.pop();
  const ranges = parts.map(rangeOf).filter((range) => range !== null);
  return ranges.length === parts.length ? listOf(ranges) : undefined;
};

/** Whether a filter lets a table through, by the number that the POS gives it. An empty list lets everything through. */
export function isInTables(tables: TableList, number: string | null): boolean {
  return tables.length === 0 || (number !== null && isAmong(tables, number));
}

/** Whether a table, by its number, is one of them. */
export function isAmong(tables: TableList, number: string): boolean {
  if (!/^\d+$/.test(number)) return false;
  const sought = BigInt(number);
  return rangesOf(tables).some(({ from, to }) => from <= sought && sought <= to);
}

/** Every ticket of a board is held against the same list, once a second. */
const known = new WeakMap<TableList, readonly TableRange[]>();

export function rangesOf(tables: TableList): readonly TableRange[] {
  const ranges = known.get(tables) ?? tables.map(rangeOf).filter((range) => range !== null);
  known.set(tables, ranges);
  return ranges;
}

function rangeOf(part: string): TableRange | null {
  const [, first, last = first] = PART.exec(part) ?? [];
  if (first === undefined || last === undefined) return null;
  const ends = [BigInt(first), BigInt(last)] as const;
  return ends[0] <= ends[1] ? { from: ends[0], to: ends[1] } : { from: ends[1], to: ends[0] };
}

/** Neighbours become one range: who taps twelve tables reads `1-12`. */
export function listOf(ranges: readonly TableRange[]): TableList {
  const joined: TableRange[] = [];
  for (const next of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || next.from > last.to + 1n) joined.push({ ...next });
    else if (next.to > last.to) last.to = next.to;
  }
  return joined.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
}
