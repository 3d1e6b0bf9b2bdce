import type { Party, Table, TableStatus, Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { compareNumbers } from '../../lib/collections';
import { isAmong, isInTables } from '../screen/table-list';
import { minutesSince } from '../ticket/presumed-line';
import { isDue, isPracticeTable } from '../ticket/ticket-state';
import { toMs } from '../time/clock-text';
import type { TablesOptions } from './tables-options';

/** The part of a table's status that depends on time. */
type TimedStatus = {
  /** Whole minutes in this status if they are less than an hour; otherwise the time of day is shown. */
  minutes: number | null;
  /** Whether to show the time of day. */
  isLong: boolean;
};

/** Used until the branch's time is known. */
export const FIRST_SINCE: TimedStatus = { minutes: null, isLong: false };

/** The part of a party that depends on time. */
type TimedFood = {
  food: 'none' | 'last' | null;
  foodMinutes: number;
  /** Past the usual longest wait of parties of that size. */
  isHungry: boolean;
};

export const FIRST_FOOD: TimedFood = { food: null, foodMinutes: 0, isHungry: false };

/** A table as this screen shows it. */
export type Seat = { table: Table; parties: SeatedParty[]; isMine: boolean };

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

/** Number of tables in a screen's range, and number of those that are taken. */
type Counts = { all: number; taken: number };

export function countTables(tables: Iterable<Table>, options: Pick<TablesOptions, 'tables'>): Counts {
  const own = inRange(tables, options);
  return { all: own.length, taken: own.filter(isTaken).length };
}

type Filter = Pick<TablesOptions, 'sort' | 'show' | 'tables' | 'mine'>;

export function isTaken({ status }: Pick<Table, 'status'>): boolean {
  return status !== 'TABLE-STATUS-OPEN';
}

/** A party at a table, with its own clocks. */
export type SeatedParty = {
  party: Party;
  /** Start of its guests' wait for food, POS time in epoch ms: their last food, or else their first open course. */
  foodFrom: number | null;
  /** Whether a course of theirs is cooking or on the pass. */
  isWaiting: boolean;
};

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

const HOUR_MINUTES = 60;
/** A table that was free for longer was free all evening, so its time does not matter. */
const EVENING_MINUTES = 6 * HOUR_MINUTES;

/** How long a table has had its status at `now` (POS time, epoch ms). */
export function sinceAt(table: Pick<Table, 'status' | 'since'>, now: number): TimedStatus {
  const minutes = table.since === null ? null : minutesSince(Date.parse(table.since), now);
  const isKnown = minutes !== null && (isTaken(table) || minutes < EVENING_MINUTES);
  return {
    minutes: isKnown && minutes < HOUR_MINUTES ? minutes : null,
    isLong: isKnown && minutes >= HOUR_MINUTES,
  };
}

/**
 * The food of a party at `now` (POS time, epoch ms). `none` for guests who had nothing yet, who wait for an open
 * course, or who wait longer than usual; `last` for those who have what they ordered.
 */
export function foodAt(
  { party, foodFrom, isWaiting }: Pick<SeatedParty, 'party' | 'foodFrom' | 'isWaiting'>,
  usualWaitMs: number | null,
  now: number,
): TimedFood {
  const foodMinutes = foodFrom === null ? 0 : minutesSince(foodFrom, now);
  const isHungry = foodFrom !== null && usualWaitMs !== null && now - foodFrom > usualWaitMs;
  const hasNone = isHungry || party.lastFoodAt === null || (isWaiting && foodMinutes > 0);
  return {
    food: foodFrom === null ? null : hasNone ? 'none' : 'last',
    foodMinutes,
    isHungry,
  };
}
