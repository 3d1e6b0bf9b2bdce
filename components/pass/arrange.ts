import type { Table, Ticket } from '../../domain/live-contract';
import { isInTables } from '../screen/table-list';
import { isDue } from '../ticket/urgency';
import { isOnPass } from './course-state';
import type { PassOptions } from './pass-choices';

/** A table, or a ticket of the counter, with all of its courses. */
export type PassRow = {
  /** Tells it from the others, as long as it is there. */
  key: string;
  /** One of its courses: where it goes. */
  place: Ticket;
  /** Who sits there; null at the counter. */
  party: { name: string | null; guests: number | null } | null;
  /** In the order of the courses; closed ones too, as long as the board tells of them. */
  courses: Ticket[];
  /** How many courses were served before those. */
  earlier: number;
};

type Filter = Pick<PassOptions, 'sort' | 'kind' | 'tables'>;

/** Every table with an open course, in an order that time alone never changes. */
export function arrange(
  tickets: Iterable<Ticket>,
  tables: ReadonlyMap<string, Table>,
  { sort, kind, tables: chosen }: Filter,
): PassRow[] {
  const byPlace = new Map<string, Ticket[]>();
  for (const ticket of tickets) {
    if (!isFor(ticket, kind, chosen)) continue;
    const key = placeKey(ticket);
    byPlace.set(key, [...(byPlace.get(key) ?? []), ticket]);
  }
  return [...byPlace]
    .filter(([, courses]) => courses.some(({ closedAt }) => closedAt === null))
    .map(([key, courses]) => placed(rowOf(key, courses, tables.get(key) ?? null)))
    .sort((a, b) => FIRST_BY[sort](a, b) || byReady(a, b) || byPlaceName(a, b))
    .map(({ row }) => row);
}

/** Whether this pass is for it. */
export function isFor(ticket: Ticket, kind: PassOptions['kind'], tables: PassOptions['tables']): boolean {
  return (kind === null || ticket.orderKind === kind) && isInTables(tables, ticket.table?.number ?? null);
}

/** Several orders at one table are one row, as the board's tables are named; at the counter each order is its own. */
function placeKey({ id, table, course, round }: Ticket): string {
  if (table) return `${table.number}/${table.subNumber}`;
  return `counter ${id.slice(0, -`-${course.number}-${round}`.length)}`;
}

function rowOf(key: string, tickets: readonly Ticket[], table: Table | null): PassRow {
  const courses = tickets.toSorted(
    (a, b) =>
      sequenceOf(a) - sequenceOf(b) ||
      a.course.number - b.course.number ||
      a.round - b.round ||
      byNumber.compare(a.id, b.id),
  );
  const place = courses.find(({ closedAt }) => closedAt === null) ?? (courses[0] as Ticket);
  const { name = null, guests = null } = table ?? place.table ?? {};
  return { key, place, party: place.table && { name, guests }, courses, earlier: countEarlier(courses, table) };
}

/** What the table tells of as done beyond the courses that the board still has: of each order the newest round. */
function countEarlier(courses: readonly Ticket[], table: Table | null): number {
  const told = new Map<number, number>();
  for (const { number, state } of table?.courses ?? [])
    if (state === 'KITCHEN-TICKET-STATE-COMPLETED') told.set(number, (told.get(number) ?? 0) + 1);
  const known = new Set<string>();
  for (const { id, course, round, closedAt } of courses) {
    const withoutRound = id.slice(0, -`-${round}`.length);
    if (closedAt === null || known.has(withoutRound)) continue;
    known.add(withoutRound);
    told.set(course.number, (told.get(course.number) ?? 0) - 1);
  }
  return [...told.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
}

function sequenceOf({ course }: Ticket): number {
  return course.sequence ?? course.number;
}

/** A row beside the instants that it is sorted by; what is not so comes last. */
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

const byNumber = new Intl.Collator('en', { numeric: true });
const byReady: Compare = (a, b) => a.ready - b.ready || a.late - b.late || a.began - b.began;
/** Tables by number, then what goes over the counter by its own. */
const byPlaceName: Compare = ({ row: a }, { row: b }) =>
  Number(a.party === null) - Number(b.party === null) || byNumber.compare(placeName(a), placeName(b));

function placeName({ key, place: { table, ticketNumber } }: PassRow): string {
  return table === null ? `${ticketNumber ?? ''} ${key}` : key;
}

const FIRST_BY: Record<PassOptions['sort'], Compare> = {
  ready: byReady,
  table: byPlaceName,
  oldest: (a, b) => a.began - b.began,
};
