import type { Ticket } from '../../contract/live';
import { isPractice } from '../ticket/is-practice';
import { isAmong, listOf, rangesOf, type TableList } from './table-list';

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
