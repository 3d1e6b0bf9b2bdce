import type { TicketChanges } from '../contract/live';
import type { Fact, Instant, TableNamed } from './fact';

/** F7: the current and earlier tables of an order, and what changed when. */
export type TableHistory = {
  table: TableNamed | null;
  /** When the order came to its current table: the instant of its first fact, or of the fact that moved it there. */
  seatedAt: Instant;
  /** By `tableKey`: the table, and the instant of the newest fact that names it or moved the order away from it. */
  concerned: Map<string, { number: string; subNumber: string; newsAt: Instant }>;
  /** Whether a fact after this one moved the order to another table. */
  movedAfter: (fact: Fact) => boolean;
  renamedAfter: (fact: Fact) => boolean;
  guestsChangedAfter: (fact: Fact) => boolean;
  /** The values before the last change of each kind. */
  changedFrom: TicketChanges;
};

export const NOTHING_CHANGED: TicketChanges = Object.freeze({ tableFrom: null, nameFrom: null, guestsFrom: null });

/** The identity of a table within its branch. */
export function tableKey(table: { number: string; subNumber: string }): string {
  return `${table.number}/${table.subNumber}`;
}

/** The same as comparing `tableKey`, without allocating strings. */
export function isSameTable(a: { number: string; subNumber: string }, b: typeof a): boolean {
  return a.number === b.number && a.subNumber === b.subNumber;
}

/** F7: the history of an order's tables. The facts must be sorted by `compareFacts`. */
export function tableHistory(sorted: readonly Fact[]): TableHistory {
  const concerned: TableHistory['concerned'] = new Map();
  let table = null as TableNamed | null;
  // Kept apart from `table`, because facts may give them before the order has a table.
  let name = null as string | null;
  let guests = null as number | null;
  let lastMove = -1;
  let lastRename = -1;
  let lastGuests = -1;
  const changedFrom: TicketChanges = { ...NOTHING_CHANGED };

  const concern = ({ number, subNumber }: TableNamed, newsAt: Instant) =>
    concerned.set(tableKey({ number, subNumber }), { number, subNumber, newsAt });

  // entries() would allocate an array for each fact, on every delivery.
  let index = -1;
  for (const fact of sorted) {
    index += 1;
    const reported = fact.table;
    if (name && reported?.name && name !== reported.name) {
      lastRename = index;
      changedFrom.nameFrom = name;
    }
    if (guests !== null && reported && reported.guests !== null && guests !== reported.guests) {
      lastGuests = index;
      changedFrom.guestsFrom = guests;
    }
    // A fact without a name or number of guests does not clear the earlier one.
    name = reported?.name ?? name;
    guests = reported?.guests ?? guests;
    const before: TableNamed | null = table;
    const named: TableNamed | null = reported && reported.number !== null ? reported : before;
    if (!named) continue;
    if (before && !isSameTable(before, named)) {
      lastMove = index;
      changedFrom.tableFrom = { number: before.number, subNumber: before.subNumber };
      concern(before, fact.at);
    }
    table = { number: named.number, subNumber: named.subNumber, name, guests };
    // Of consecutive facts at the same table only the last one is the newest.
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
