import type { Ticket } from '../../contract/live';
import { isPractice } from '../ticket/ticket-state';
import type { Reader } from './screen-options';

/** Tables by number, single or as ranges, sorted and without overlaps: `1-12`, `20`. Empty if none are chosen. */
export type TableList = readonly string[];

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

/** Both ends are included. */
type TableRange = { from: bigint; to: bigint };

/** Cached, because every ticket of a board is checked against the same list every second. */
const known = new WeakMap<TableList, readonly TableRange[]>();

function rangesOf(tables: TableList): readonly TableRange[] {
  const ranges = known.get(tables) ?? tables.map(rangeOf).filter((range) => range !== null);
  known.set(tables, ranges);
  return ranges;
}

const PART = /^(\d{1,40})(?:\s*[-–]\s*(\d{1,40}))?$/;

function rangeOf(part: string): TableRange | null {
  const [, first, last = first] = PART.exec(part) ?? [];
  if (first === undefined || last === undefined) return null;
  const ends = [BigInt(first), BigInt(last)] as const;
  return ends[0] <= ends[1] ? { from: ends[0], to: ends[1] } : { from: ends[1], to: ends[0] };
}

/** Merges adjacent numbers into ranges: twelve tapped tables become `1-12`. */
function listOf(ranges: readonly TableRange[]): TableList {
  const joined: TableRange[] = [];
  for (const next of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || next.from > last.to + 1n) joined.push({ ...next });
    else if (next.to > last.to) last.to = next.to;
  }
  return joined.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
}

/**
 * Returns a function that says whether a ticket is for one of these tables, or part of a practice, which belongs to every
 * waiter. Real counter tickets belong to no waiter.
 */
export function hasTable(tables: TableList): (ticket: Ticket) => boolean {
  return (ticket) => isPractice(ticket) || (ticket.table !== null && isAmong(tables, ticket.table.number));
}

/** Adds a table, or removes it if it is among them: that may split a range. */
export function toggled(tables: TableList, number: string): TableList {
  const [one] = rangesOf([number]);
  if (!one) return tables;
  const known = rangesOf(tables);
  if (!isAmong(tables, number)) return listOf([...known, one]);
  return listOf(
    known.flatMap((range) => {
      if (one.from < range.from || one.from > range.to) return [range];
      const halves = [
        { from: range.from, to: one.from - 1n },
        { from: one.from + 1n, to: range.to },
      ];
      return halves.filter(({ from, to }) => from <= to);
    }),
  );
}
