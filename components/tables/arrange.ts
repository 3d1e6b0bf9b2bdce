import type { Party, Table, TableStatus, Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { isAmong, isInTables } from '../screen/table-list';
import { isPresumed } from '../ticket/urgency';
import type { TablesOptions } from './tables-choices';

/** A table as this screen shows it. */
export type Seat = { table: Table; parties: SeatedParty[]; isMine: boolean };

/** One of the parties at a table, with clocks of its own. */
export type SeatedParty = {
  party: Party;
  /** From when on its guests wait for food, POS time in epoch ms: their last food, else their first open course. */
  foodFrom: number | null;
  /** Whether something of theirs is still in the kitchen or on the pass. */
  isWaiting: boolean;
  /** The numbers of courses that are on the table, though the POS does not know it yet. */
  collected: number[];
};

/** How many tables are in a screen's range, and how many of them are not free. */
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

/** The tables that this screen is for, in an order that time alone never changes. */
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

/** What tells the tables of a branch apart. */
export function tableName({ number, subNumber }: Pick<Table, 'number' | 'subNumber'>): string {
  return `${number}/${subNumber}`;
}

export function isTaken({ status }: Pick<Table, 'status'>): boolean {
  return status !== 'TABLE-STATUS-OPEN';
}

function seated(party: Party, open: Open | undefined): SeatedParty {
  const from = open?.from ?? null;
  return {
    party,
    foodFrom: party.lastFoodAt === null ? from : Date.parse(party.lastFoodAt),
    isWaiting: from !== null,
    collected: open?.collected ?? [],
  };
}

type Open = { from: number | null; collected: number[] };

/**
 * Of every order, by its key, when the first course began that is still to come, and which ones are on the table without
 * a serve. What is presumed served is neither.
 */
function openCourses(tickets: Iterable<Ticket>): ReadonlyMap<number, Open> {
  const open = new Map<number, Open>();
  for (const ticket of tickets) {
    const { id, course, startedAt, readyAt, closedAt, collected } = ticket;
    const began = startedAt ?? readyAt;
    if (began === null || closedAt !== null || isPresumed(ticket)) continue;
    const known = open.get(orderKeyOf(id)) ?? { from: null, collected: [] };
    if (collected) known.collected.push(course.number);
    else known.from = Math.min(known.from ?? Number.POSITIVE_INFINITY, Date.parse(began));
    open.set(orderKeyOf(id), known);
  }
  return open;
}

function inRange(tables: Iterable<Table>, { tables: chosen }: Pick<TablesOptions, 'tables'>): Table[] {
  return [...tables].filter(({ number }) => isInTables(chosen, number));
}

type Compare = (a: Seat, b: Seat) => number;

const byNumber = new Intl.Collator('en', { numeric: true });
const byTable: Compare = ({ table: a }, { table: b }) =>
  byNumber.compare(a.number, b.number) || byNumber.compare(a.subNumber, b.subNumber);

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

/** What is not known comes last. */
function lastOf(instant: number | null): number {
  return instant ?? Number.MAX_SAFE_INTEGER;
}

function sinceOf({ since }: Table): number | null {
  return since === null ? null : Date.parse(since);
}
