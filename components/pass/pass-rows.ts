import type { Party, Table, Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { partyOf } from '../../domain/table';
import { orderKeyOf } from '../../domain/ticket-ids';
import { compareNumbers, groupBy } from '../../lib/collections';
import { isInTables } from '../screen/table-list';
import { isOnTable } from '../ticket/dots';
import { isDue, isPractice, isPresumed } from '../ticket/ticket-state';
import { isOnPass } from './course-state';
import type { PassOptions } from './pass-options';

/** An order with all of its courses: a party at its table, or a counter ticket. */
export type PassRow = {
  /** Unique and stable for as long as the row exists. */
  key: string;
  /** One of the courses, for the place it goes to. */
  place: Ticket;
  /** The party; null at the counter. */
  party: { name: string | null; guests: number | null } | null;
  /** In course order; includes closed courses that the board still has. */
  courses: Ticket[];
  /** The courses that were served before those. */
  earlier: RowCourse[];
};

/** A course as the columns of the pass name it. */
export type RowCourse = Pick<Ticket['course'], 'number' | 'abbreviation' | 'sequence'> & { name?: string | null };

type Filter = Pick<PassOptions, 'sort' | 'kind' | 'tables'>;

/**
 * Returns a row for every order with an open course that is not presumed served. The order of rows does not depend on
 * the current time.
 */
export function arrange(
  tickets: Iterable<Ticket>,
  tables: ReadonlyMap<string, Table>,
  { sort, kind, tables: chosen }: Filter,
): PassRow[] {
  const shown = [...tickets].filter((ticket) => isFor(ticket, kind, chosen));
  return [...groupBy(shown, ({ id }) => orderKeyOf(id))]
    .filter(([, courses]) => courses.some(isOpen))
    .map(([orderKey, courses]) => placed(rowOf(String(orderKey), courses, tables)))
    .sort((a, b) => FIRST_BY[sort](a, b) || byReady(a, b) || byPlaceName(a, b))
    .map(({ row }) => row);
}

/** Whether the ticket passes the filters of this pass. */
export function isFor(ticket: Ticket, kind: PassOptions['kind'], tables: PassOptions['tables']): boolean {
  if (isPractice(ticket)) return true;
  return (kind === null || ticket.orderKind === kind) && isInTables(tables, ticket.table?.number ?? null);
}

/** Whether the course is not served according to the POS and the ticket actions. */
function isOpen(ticket: Ticket): boolean {
  return ticket.closedAt === null && !isPresumed(ticket);
}

function rowOf(key: string, tickets: readonly Ticket[], tables: ReadonlyMap<string, Table>): PassRow {
  const courses = tickets.toSorted(
    (a, b) =>
      sequenceOf(a) - sequenceOf(b) ||
      a.course.number - b.course.number ||
      a.round - b.round ||
      compareNumbers(a.id, b.id),
  );
  const place = courses.find(isOpen) ?? (courses[0] as Ticket);
  const party = partyOf(place.table && tables.get(tableKey(place.table)), place.id);
  const { name = null, guests = null } = party ?? place.table ?? {};
  return { key, place, party: place.table && { name, guests }, courses, earlier: earlierOf(courses, party) };
}

/** The served courses of the party that the board no longer has. */
function earlierOf(courses: readonly Ticket[], party: Party | null): RowCourse[] {
  return (party?.courses ?? []).filter(
    (course) => isOnTable(course) && !courses.some((ticket) => ticket.course.number === course.number),
  );
}

function sequenceOf({ course }: Ticket): number {
  return course.sequence ?? course.number;
}

/** A row with its sort keys; an unknown instant sorts last. */
type Placed = { row: PassRow; ready: number; late: number; began: number };
type Compare = (a: Placed, b: Placed) => number;

function placed(row: PassRow): Placed {
  const due = row.courses.filter(isDue);
  const earliest = (tickets: readonly Ticket[], read: (ticket: Ticket) => string | null) =>
    tickets.reduce((least, ticket) => {
      const at = read(ticket);
      return at === null ? least : Math.min(least, Date.parse(at));
    }, Number.MAX_SAFE_INTEGER);
  return {
    row,
    ready: earliest(due.filter(isOnPass), ({ readyAt }) => readyAt),
    late: earliest(
      due.filter(({ readyAt }) => readyAt === null),
      ({ lateAt }) => lateAt,
    ),
    began: earliest(due, ({ startedAt, readyAt }) => startedAt ?? readyAt),
  };
}

const byReady: Compare = (a, b) => a.ready - b.ready || a.late - b.late || a.began - b.began;
/** Tables by number, then counter tickets by theirs; two parties at one table by order. */
const byPlaceName: Compare = ({ row: a }, { row: b }) =>
  Number(a.party === null) - Number(b.party === null) ||
  compareNumbers(placeName(a), placeName(b)) ||
  compareNumbers(a.key, b.key);

function placeName({ place: { table, ticketNumber } }: PassRow): string {
  return table === null ? String(ticketNumber ?? '') : tableKey(table);
}

const FIRST_BY: Record<PassOptions['sort'], Compare> = {
  ready: byReady,
  table: byPlaceName,
  oldest: (a, b) => a.began - b.began,
};
