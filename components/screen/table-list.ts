import type { Reader } from './url-options';

/** Tables by number, single or as ranges, sorted and without overlaps: `1-12`, `20`. Empty if none are chosen. */
export type TableList = readonly string[];

/** Both ends are included. */
export type TableRange = { from: bigint; to: bigint };

const PART = /^(\d{1,40})(?:\s*[-–]\s*(\d{1,40}))?$/;

/** Parses input such as `1-12, 20`, in any order, with reversed ranges, and with a trailing comma. */
export const tableList: Reader<TableList> = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.at(-1) === '') parts.pop();
  const ranges = parts.map(rangeOf).filter((range) => range !== null);
  return ranges.length === parts.length ? listOf(ranges) : undefined;
};

/** Whether a filter includes a table, by the number in the POS. An empty list includes every table. */
export function isInTables(tables: TableList, number: string | null): boolean {
  return tables.length === 0 || (number !== null && isAmong(tables, number));
}

/** Whether the list contains a table number. */
export function isAmong(tables: TableList, number: string): boolean {
  if (!/^\d+$/.test(number)) return false;
  const sought = BigInt(number);
  return rangesOf(tables).some(({ from, to }) => from <= sought && sought <= to);
}

/** Cached, because every ticket of a board is checked against the same list every second. */
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

/** Merges adjacent numbers into ranges: twelve tapped tables become `1-12`. */
export function listOf(ranges: readonly TableRange[]): TableList {
  const joined: TableRange[] = [];
  for (const next of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || next.from > last.to + 1n) joined.push({ ...next });
    else if (next.to > last.to) last.to = next.to;
  }
  return joined.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
}
