import type { Party, Table, TableStatus, Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { compareNumbers } from '../../lib/compare-numbers';
import { isAmong, isInTables } from '../screen/table-list';
import { isPracticeTable } from '../ticket/is-practice';
import { isPresumed } from '../ticket/urgency';
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
  /** Numbers of courses that are on the table, although the POS has no serve for them yet. */
  collected: number[];
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
  const open = openCourses(tickets);
  const shown = inRange(tables, options).filter((table) => options.show === 'all' || isTaken(table));
  const seats = shown.map(
    (table): Seat => ({
      table,
      parties: isTaken(table) ? table.parties.map((party) => seated(party, open.get(party.orderKey))) : [],
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

function seated(party: Party, open: Open | undefined): SeatedParty {
  const from = open?.from ?? null;
  return {
    party,
    foodFrom: party.lastFoodAt === null ? from : Date.parse(party.lastFoodAt),
    isWaiting: from !== null,
    collected: [...(open?.collected ?? [])].filter(([, isCollected]) => isCollected).map(([course]) => course),
  };
}

/** `collected` says of each course whether all its rounds are on the table. */
type Open = { from: number | null; collected: Map<number, boolean> };

/**
 * For every order, by its key: the start of its first open course, and the courses that are on the table without a
 * serve. Presumed courses are neither.
 */
function openCourses(tickets: Iterable<Ticket>): ReadonlyMap<number, Open> {
  const open = new Map<number, Open>();
  for (const ticket of tickets) {
    const { id, course, startedAt, readyAt, closedAt, collected } = ticket;
    const began = startedAt ?? readyAt;
    if (began === null || closedAt !== null || isPresumed(ticket)) continue;
    const known = open.get(orderKeyOf(id)) ?? { from: null, collected: new Map() };
    known.collected.set(course.number, collected !== null && known.collected.get(course.number) !== false);
    if (!collected) known.from = Math.min(known.from ?? Number.POSITIVE_INFINITY, Date.parse(began));
    open.set(orderKeyOf(id), known);
  }
  return open;
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
