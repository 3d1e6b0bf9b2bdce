import type { Ticket } from '../../domain/live-contract';
import type { Reader } from '../screen/options';

/** Tables by number, one by one and in stretches, in order and without overlaps: `1-12`, `20`. Empty for none. */
export type TableList = readonly string[];

/** Both ends included. */
type Stretch = { from: bigint; to: bigint };

const PART = /^(\d{1,40})(?:\s*[-–]\s*(\d{1,40}))?$/;

/** Reads `1-12, 20`, as people type it: in any order, with the larger end first, with a comma too many at the end. */
export const tableList: Reader<TableList> = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.at(-1) === '') parts.pop();
  const stretches = parts.map(stretchOf).filter((stretch) => stretch !== null);
  return stretches.length === parts.length ? textsOf(stretches) : undefined;
};

/** Whether somebody who has these tables has that of a ticket. A counter ticket is nobody's. */
export function hasTable(tables: TableList): (ticket: Ticket) => boolean {
  const stretches = stretchesOf(tables);
  return ({ table }) => table !== null && isIn(stretches, table.number);
}

/** Whether a table, by its number, is one of them. */
export function isAmong(tables: TableList, number: string): boolean {
  return isIn(stretchesOf(tables), number);
}

/** The same tables with that one more, or without it where it was among them: a stretch then falls in two. */
export function toggled(tables: TableList, number: string): TableList {
  const [one] = stretchesOf([number]);
  if (!one) return tables;
  const known = stretchesOf(tables);
  if (!isIn(known, number)) return textsOf([...known, one]);
  return textsOf(
    known.flatMap((stretch) => {
      if (one.from < stretch.from || one.from > stretch.to) return [stretch];
      const halves = [
        { from: stretch.from, to: one.from - 1n },
        { from: one.from + 1n, to: stretch.to },
      ];
      return halves.filter(({ from, to }) => from <= to);
    }),
  );
}

function isIn(stretches: readonly Stretch[], number: string): boolean {
  if (!/^\d+$/.test(number)) return false;
  const sought = BigInt(number);
  return stretches.some(({ from, to }) => from <= sought && sought <= to);
}

function stretchesOf(tables: TableList): Stretch[] {
  return tables.map(stretchOf).filter((stretch) => stretch !== null);
}

function stretchOf(part: string): Stretch | null {
  const [, first, last = first] = PART.exec(part) ?? [];
  if (first === undefined || last === undefined) return null;
  const ends = [BigInt(first), BigInt(last)] as const;
  return ends[0] <= ends[1] ? { from: ends[0], to: ends[1] } : { from: ends[1], to: ends[0] };
}

/** Neighbours become one stretch: who taps twelve tables reads `1-12`. */
function textsOf(stretches: readonly Stretch[]): string[] {
  const joined: Stretch[] = [];
  for (const next of stretches.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || next.from > last.to + 1n) joined.push({ ...next });
    else if (next.to > last.to) last.to = next.to;
  }
  return joined.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
}
