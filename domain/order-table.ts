import type { TicketChanges } from '../contract/live';
import type { Fact, Instant, TableNamed } from './fact';

/** F7: where an order sits, where it sat, and what changed when. */
export type TableHistory = {
  table: TableNamed | null;
  /** Since when the order is at its present table: its first fact, or the one by which it came there. */
  seatedAt: Instant;
  /** By `tableKey`: the table, and the newest fact that names it or that moved the order away from it. */
  concerned: Map<string, { number: string; subNumber: string; newsAt: Instant }>;
  /** Whether a fact after this one put the order at another table. */
  movedAfter: (fact: Fact) => boolean;
  renamedAfter: (fact: Fact) => boolean;
  guestsChangedAfter: (fact: Fact) => boolean;
  /** What the last of each of these changes changed from. */
  changedFrom: TicketChanges;
};

export const NOTHING_CHANGED: TicketChanges = Object.freeze({ tableFrom: null, nameFrom: null, guestsFrom: null });

/** What makes two tables of a branch the same. */
export function tableKey(table: { number: string; subNumber: string }): string {
  return `${table.number}/${table.subNumber}`;
}

/** The same by its parts, without making a name of them. */
export function isSameTable(a: { number: string; subNumber: string }, b: typeof a): boolean {
  return a.number === b.number && a.subNumber === b.subNumber;
}

/** F7: follows the order from table to table. The facts must be sorted by `compareFacts`. */
export function tableHistory(sorted: readonly Fact[]): TableHistory {
  const concerned: TableHistory['concerned'] = new Map();
  let table = null as TableNamed | null;
  // They may be known before the order has a table, and then wait for it.
  let name = null as string | null;
  let guests = null as number | null;
  let lastMove = -1;
  let lastRename = -1;
  let lastGuests = -1;
  const changedFrom: TicketChanges = { ...NOTHING_CHANGED };

  const concern = ({ number, subNumber }: TableNamed, newsAt: Instant) =>
    concerned.set(tableKey({ number, subNumber }), { number, subNumber, newsAt });

  // Counted by hand: entries() would make an array of each, for every delivery.
  let index = -1;
  for (const fact of sorted) {
    index += 1;
    const said = fact.table;
    if (name && said?.name && name !== said.name) {
      lastRename = index;
      changedFrom.nameFrom = name;
    }
    if (guests !== null && said && said.guests !== null && guests !== said.guests) {
      lastGuests = index;
      changedFrom.guestsFrom = guests;
    }
    // A name or a number of guests that this fact leaves out was not taken back by it.
    name = said?.name ?? name;
    guests = said?.guests ?? guests;
    const before: TableNamed | null = table;
    const named: TableNamed | null = said && said.number !== null ? said : before;
    if (!named) continue;
    if (before && !isSameTable(before, named)) {
      lastMove = index;
      changedFrom.tableFrom = { number: before.number, subNumber: before.subNumber };
      concern(before, fact.at);
    }
    table = { number: named.number, subNumber: named.subNumber, name, guests };
    // Of facts in a row that name one table only the last tells its newest news.
    const next = sorted[index + 1]?.table;
    if (!next || next.number === null || !isSameTable(next, named)) concern(named, fact.at);
  }

  const after = (change: number) => (fact: Fact) => change >= 0 && sorted.indexOf(fact) < change;
  return {
    table,
    seatedAt: sorted[Math.max(lastMove, 0)]?.at ?? Number.NEGATIVE_INFINITY,
    concerned,
    movedAfter: after(lastMove),
    renamedAfter: after(lastRename),
    guestsChangedAfter: after(lastGuests),
    changedFrom,
  };
}
