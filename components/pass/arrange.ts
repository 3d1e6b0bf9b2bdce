import type { Party, Table, Ticket } from '../../contract/live';
import { partyOf } from '../../domain/party';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/group';
import { isInTables } from '../screen/table-list';
import { isDue, isPresumed } from '../ticket/urgency';
import { isOnPass } from './course-state';
import type { PassOptions } from './pass-choices';

/** An order with all of its courses: a party at its table, or a ticket of the counter. */
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

/** Every order with an open course that is not presumed served. Time alone never changes their sequence. */
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

/** Whether this pass is for it. */
export function isFor(ticket: Ticket, kind: PassOptions['kind'], tables: PassOptions['tables']): boolean {
  return (kind === null || ticket.orderKind === kind) && isInTables(tables, ticket.table?.number ?? null);
}

/** What nobody served, as far as the POS and the taps say. */
function isOpen(ticket: Ticket): boolean {
  return ticket.closedAt === null && !isPresumed(ticket);
}

function rowOf(key: string, tickets: readonly Ticket[], tables: ReadonlyMap<string, Table>): PassRow {
  const courses = tickets.toSorted(
    (a, b) =>
      sequenceOf(a) - sequenceOf(b) ||
      a.course.number - b.course.number ||
      a.round - b.round ||
      byNumber.compare(a.id, b.id),
  );
  const place = courses.find(isOpen) ?? (courses[0] as Ticket);
  const party = partyOf(place.table && tables.get(tableKey(place.table)), place.id);
  const { name = null, guests = null } = party ?? place.table ?? {};
  return { key, place, party: place.table && { name, guests }, courses, earlier: countEarlier(courses, party) };
}

/** How many courses of the party are done beyond those that the board still has: of each course the newest round. */
function countEarlier(courses: readonly Ticket[], party: Party | null): number {
  const told = new Map<number, number>();
  for (const { number, state } of party?.courses ?? [])
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
/** Tables by number, then what goes over the counter by its own; of two parties at one table the first order first. */
const byPlaceName: Compare = ({ row: a }, { row: b }) =>
  Number(a.party === null) - Number(b.party === null) ||
  byNumber.compare(placeName(a), placeName(b)) ||
  byNumber.compare(a.key, b.key);

function placeName({ place: { table, ticketNumber } }: PassRow): string {
  return table === null ? String(ticketNumber ?? '') : tableKey(table);
}

/** What tells the tables of a branch apart. */
export function tableKey({ number, subNumber }: Pick<Table, 'number' | 'subNumber'>): string {
  return `${number}/${subNumber}`;
}

const FIRST_BY: Record<PassOptions['sort'], Compare> = {
  ready: byReady,
  table: byPlaceName,
  oldest: (a, b) => a.began - b.began,
};
