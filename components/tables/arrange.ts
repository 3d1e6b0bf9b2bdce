import type { Party, Table, TableStatus, Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { compareNumbers } from '../../lib/compare-numbers';
import { isAmong, isInTables } from '../screen/table-list';
import { isPracticeTable } from '../ticket/is-practice';
import { isDue } from '../ticket/urgency';
import { toMs } from '../time/to-ms';
import type { TablesOptions } from './tables-options';

/** A table as this screen shows it. */
export type Seat = { table: Table; parties: SeatedParty[]; isMine: boolean };

/** A party at a table, with its own clocks. */
export type SeatedParty = {
  party: Party;
  /** Start of its guests' wait for food, POS time in epoch ms: their last food, or else their first open course. */
  foodFrom: number | null;
  /** Whether a course of theirs is cooking or on the pass. */
  isWaiting: boolean;
};

/** Number of tables in a screen's range, and number of those that are taken. */
export type Counts = { all: number; taken: number };

/** Most urgent first (pos-interface, section 5). */
const BY_URGENCY: readonly TableStatus[] = [
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED',
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED',
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED',
  'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED',
  'TABLE-STATUS-TAKEN',
  'TABLE-STATUS-RECENTLY-PAID',
  'TABLE-STATUS-OPEN',
];

/** The tables of this screen, in an order that does not depend on the current time. */
export function arrange(tables: Iterable<Table>, tickets: Iterable<Ticket>, options: Filter): Seat[] {
  const awaited = awaitedFrom(tickets);
  const shown = inRange(tables, options).filter((table) => options.show === 'all' || isTaken(table));
  const seats = shown.map(
    (table): Seat => ({
      table,
      parties: isTaken(table) ? table.parties.map((party) => seated(party, awaited.get(party.orderKey))) : [],
      isMine: isAmong(options.mine, table.number),
    }),
  );
  const first = FIRST_BY[options.sort];
  return seats.sort((a, b) => first(a, b) || byTable(a, b));
}

export function countTables(tables: Iterable<Table>, options: Pick<TablesOptions, 'tables'>): Counts {
  const own = inRange(tables, options);
  return { all: own.length, taken: own.filter(isTaken).length };
}

type Filter = Pick<TablesOptions, 'sort' | 'show' | 'tables' | 'mine'>;

export function isTaken({ status }: Pick<Table, 'status'>): boolean {
  return status !== 'TABLE-STATUS-OPEN';
}

function seated(party: Party, from: number | undefined): SeatedParty {
  return {
    party,
    foodFrom: party.lastFoodAt === null ? (from ?? null) : Date.parse(party.lastFoodAt),
    isWaiting: from !== undefined,
  };
}

/** The start of the first course that each order waits for, by its key. */
function awaitedFrom(tickets: Iterable<Ticket>): ReadonlyMap<number, number> {
  const from = new Map<number, number>();
  for (const ticket of tickets) {
    const began = ticket.startedAt ?? ticket.readyAt;
    if (began === null || !isDue(ticket)) continue;
    const key = orderKeyOf(ticket.id);
    from.set(key, Math.min(from.get(key) ?? Number.POSITIVE_INFINITY, Date.parse(began)));
  }
  return from;
}

function inRange(tables: Iterable<Table>, { tables: chosen }: Pick<TablesOptions, 'tables'>): Table[] {
  return [...tables].filter(({ number }) => isPracticeTable(number) || isInTables(chosen, number));
}

type Compare = (a: Seat, b: Seat) => number;

const byTable: Compare = ({ table: a }, { table: b }) =>
  compareNumbers(a.number, b.number) || compareNumbers(a.subNumber, b.subNumber);

const FIRST_BY: Record<TablesOptions['sort'], Compare> = {
  table: byTable,
  food: (a, b) => longestWithoutFood(a) - longestWithoutFood(b),
  status: (a, b) =>
    BY_URGENCY.indexOf(a.table.status) - BY_URGENCY.indexOf(b.table.status) ||
    (isTaken(a.table) ? lastOf(sinceOf(a.table)) - lastOf(sinceOf(b.table)) : 0),
};

function longestWithoutFood({ parties }: Seat): number {
  return Math.min(...parties.map(({ foodFrom }) => lastOf(foodFrom)), Number.MAX_SAFE_INTEGER);
}

/** Unknown times come last. */
function lastOf(instant: number | null): number {
  return instant ?? Number.MAX_SAFE_INTEGER;
}

function sinceOf({ since }: Table): number | null {
  return toMs(since);
}
