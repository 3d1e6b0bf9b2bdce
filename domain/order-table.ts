import type { Fact, Instant, TableNamed } from './fact';

/** F7: where an order sits, where it sat, and what changed when. */
export type TableHistory = {
  table: TableNamed | null;
  /** By `tableKey`: the table, and the newest fact that names it or that moved the order away from it. */
  concerned: Map<string, { number: string; subNumber: string; newsAt: Instant }>;
  /** Whether a fact after this one put the order at another table. */
  movedAfter: (fact: Fact) => boolean;
  renamedAfter: (fact: Fact) => boolean;
  guestsChangedAfter: (fact: Fact) => boolean;
};

/** What makes two tables of a branch the same. */
export function tableKey(table: { number: string; subNumber: string }): string {
  return `${table.number}/${table.subNumber}`;
}

/** F7: follows the order from table to table. The facts must be sorted by `compareFacts`. */
export function tableHistory(sorted: readonly Fact[]): TableHistory {
  const concerned: TableHistory['concerned'] = new Map();
  let table = null as TableNamed | null;
  let lastMove = -1;
  let lastRename = -1;
  let lastGuests = -1;

  for (const [index, fact] of sorted.entries()) {
    const before: TableNamed | null = table;
    const named: TableNamed | null = fact.table ?? before;
    if (!named) continue;
    if (before && tableKey(before) !== tableKey(named)) {
      lastMove = index;
      concerned.set(tableKey(before), { number: before.number, subNumber: before.subNumber, newsAt: fact.at });
    }
    if (before?.name && named.name && before.name !== named.name) lastRename = index;
    if (before && before.guests !== null && named.guests !== null && before.guests !== named.guests) lastGuests = index;
    // A name or a number of guests that this fact leaves out was not taken back by it.
    table = { ...named, name: named.name ?? before?.name ?? null, guests: named.guests ?? before?.guests ?? null };
    concerned.set(tableKey(named), { number: named.number, subNumber: named.subNumber, newsAt: fact.at });
  }

  const after = (change: number) => (fact: Fact) => change >= 0 && sorted.indexOf(fact) < change;
  return {
    table,
    concerned,
    movedAfter: after(lastMove),
    renamedAfter: after(lastRename),
    guestsChangedAfter: after(lastGuests),
  };
}
