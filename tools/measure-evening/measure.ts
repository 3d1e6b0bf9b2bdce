import { isOnPass } from '../../components/pass/course-state';
import { PASS_OPTIONS } from '../../components/pass/pass-options';
import { arrange as arrangePass } from '../../components/pass/pass-rows';
import { arrange as arrangeReady, rowsIn } from '../../components/ready/ready-rows';
import type { Party, Table, TableCourse, Ticket } from '../../contract/live';
import { type Fact, factKey, outranks } from '../../domain/fact';
import { type FoldedTicket, foldOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { keptTickets, type OrderToKeep } from '../../domain/practice';
import { limitsFor } from '../../domain/settings';
import { readTable, viewTable } from '../../domain/table';
import { beganAtOf, closesAt, type KeptTicket, readTicket, ticketState } from '../../domain/ticket';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { MINUTE_MS } from '../../lib/time';
import { type Evening, evening as eveningOf, type Variation } from './deliveries';

/** What screens show at an instant (epoch ms), and the orders of which something was received by then. */
type BoardAt = { now: number; tickets: Ticket[]; tables: Table[]; orders: readonly OrderToKeep[] };

const LIMITS = limitsFor([], 1, 1);
const CALENDAR = { timeZone: 'Europe/Amsterdam', cutOffMinute: 4 * 60 };

/** What a list shows as waiting at one minute, compared with the truth. */
type ListFigures = {
  /** Courses that truly stand on the pass. */
  standing: number;
  /** The same within the first seven rows: so many are on a phone at once. */
  standingInFirst: number;
  /** Rows that show presumed serves as waiting: none. */
  presumed: number;
  /** Rows with courses of more than one order: none. */
  mixed: number;
};

const ROWS_ON_A_PHONE = 7;
const ANY_WAITER = { hasTables: false, isMyTable: () => false, screen: null };
/** Assumed wait on the pass if the recording lost the serve; real waits are shorter. */
const ASSUMED_WAIT_MS = 3 * MINUTE_MS;

/** When each course was truly served (epoch ms), and whether somebody pressed it, by `courseName`. */
type Serves = ReadonlyMap<string, { at: number; isPressed: boolean }>;

/** A course that is presumed served. `wrong`: it stands on the pass. `late`: it was pressed, which is received later. */
type Presumed = 'forgotten' | 'late' | 'wrong';

type FoldedOrder = OrderToKeep['folded'];

/** How the screens of an evening differ from the truth. */
type EveningFigures = Pick<Evening, 'courses' | 'unpressed' | 'reseatings'> & {
  /** How often a re-seated table was looked at, once a minute, and what it showed of the previous party. */
  looks: number;
  inherited: string[];
  /** The figures of each list, one entry a minute. */
  lists: Record<'ready' | 'pass', ListFigures[]>;
  presumed: Presumed[];
};

const FORGOTTEN = { forgottenShare: 0.2, reseatAfterMs: 3 * MINUTE_MS };
/**
 * A: the recorded evening. B: with forgotten serves, and tables that are re-seated after three minutes. jam15 also has
 * a jam, in which food stands for up to 15 minutes.
 */
export const VARIATIONS = {
  A: { forgottenShare: 0, reseatAfterMs: null, standsUpToMs: null },
  B: { ...FORGOTTEN, standsUpToMs: null },
  jam15: { ...FORGOTTEN, standsUpToMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Omit<Variation, 'seed'>>;

/** Time after the last delivery during which the board is still checked. */
const AFTER_MS = 60 * MINUTE_MS;

/** Plays a variation of the recorded evening by the rules of the domain, and compares what is shown each minute. */
export function measureEvening(variation: Variation): EveningFigures {
  const evening = eveningOf(variation);
  const serves = servesIn(evening);
  const presumed = watchPresumed(serves);
  const inherited: string[][] = [];
  const lists: EveningFigures['lists'] = { ready: [], pass: [] };
  const board = createBoard();
  const [first, last] = [evening.received[0]?.receivedAt ?? 0, evening.received.at(-1)?.receivedAt ?? 0];
  let minute = Math.ceil(first / MINUTE_MS) * MINUTE_MS;
  const lookUntil = (until: number) => {
    for (; minute < until; minute += MINUTE_MS) {
      const look = board.at(minute);
      inherited.push(...inheritedAt(look));
      presumed.record(look);
      const { ready, pass } = listsAt(look, serves);
      lists.ready.push(ready);
      lists.pass.push(pass);
    }
  };
  for (const { receivedAt, fact } of evening.received) {
    lookUntil(receivedAt);
    // What is presumed served just before a serve would be missed from minute to minute.
    presumed.record(board.at(receivedAt));
    board.take(fact);
  }
  lookUntil(last + AFTER_MS);
  const { courses, unpressed, reseatings } = evening;
  return {
    ...{ courses, unpressed, reseatings, lists, presumed: presumed.found() },
    ...{ looks: inherited.length, inherited: inherited.flat() },
  };
}

/** What each re-seated table shows of its previous party. */
function inheritedAt({ now, tables, orders }: BoardAt): string[][] {
  const seated = groupBy(orders, ({ folded: { table } }) => (table ? tableKey(table) : null));
  return tables.flatMap((table) => {
    const here = (seated.get(tableKey(table)) ?? []).toSorted((a, b) => beganAt(a) - beganAt(b));
    return here.length > 1 ? [inheritedOn(table, here, now)] : [];
  });
}

function beganAt({ folded: { tickets } }: OrderToKeep): number {
  return Math.min(...tickets.map(beganAtOf));
}

function inheritedOn(table: Table, orders: readonly OrderToKeep[], now: number): string[] {
  const found: string[] = [];
  const add = (what: string) => found.push(`table ${table.number} shows ${what}`);
  for (const party of table.parties) {
    const own = orders.find(({ orderKey }) => orderKey === party.orderKey);
    if (!own) throw new Error(`order ${party.orderKey} is shown at table ${table.number}, but was never seated there`);
    if (hasWrongClock(party, own.folded)) add('the clock of another party');
    if (hasWrongDot(party, own.folded)) add('a dot of another party');
    if (party.name !== own.folded.table?.name || party.guests !== own.folded.table.guests)
      add('the name of another party');
    const next = orders[orders.indexOf(own) + 1];
    if (next && hasDeparted(own.folded, beganAt(next), now)) add('a party that has left');
  }
  return found;
}

/** F7b: a course that is presumed served is food from its readiness. */
function hasWrongClock({ firstCourseAt, lastFoodAt, courses }: Party, { tickets }: FoldedOrder): boolean {
  const began = Math.min(...tickets.map(beganAtOf));
  const presumed = new Set(courses.flatMap(({ number, presumedServed }) => (presumedServed ? number : [])));
  const foods = tickets.map(
    ({ servedAt, readyAt, course }) => servedAt ?? (presumed.has(course.number) ? readyAt : null),
  );
  const food = Math.max(...foods.map((at) => at ?? 0));
  return differs(firstCourseAt, began) || differs(lastFoodAt, food === 0 ? null : food);
}

function differs(shown: string | null, own: number | null): boolean {
  return (shown === null ? null : Date.parse(shown)) !== own;
}

function hasWrongDot({ courses }: Party, { tickets }: FoldedOrder): boolean {
  const own = new Set(tickets.map(({ course }) => course.number));
  return courses.length !== own.size || courses.some((course) => !tickets.some((ticket) => matches(course, ticket)));
}

function matches({ number, state }: TableCourse, ticket: FoldedTicket): boolean {
  return ticket.course.number === number && ticketState(ticket) === state;
}

/** F7b, F22b: whether an order had no open course when the next one started, apart from courses presumed served. */
function hasDeparted({ tickets }: FoldedOrder, nextStartedAt: number, now: number): boolean {
  const open = tickets.filter(({ servedAt }) => servedAt === null || servedAt > nextStartedAt);
  const isPresumed = ({ readyAt, servedAt }: FoldedTicket) =>
    readyAt !== null && readyAt < nextStartedAt && servedAt === null && nextStartedAt + LIMITS.readyLateMs <= now;
  return open.every(isPresumed);
}

function servesIn({ courses, unpressed }: Pick<Evening, 'courses' | 'unpressed'>): Serves {
  return new Map(
    courses.map((course) => {
      const { orderId, courseNumber, round, readyAt, servedAt } = course;
      const at = servedAt === null ? Date.parse(readyAt ?? '') + ASSUMED_WAIT_MS : Date.parse(servedAt);
      return [`${orderId}/${courseNumber}/${round}`, { at, isPressed: !unpressed.has(course) }];
    }),
  );
}

function courseName({ orderId, course, round }: Ticket): string {
  return `${orderId}/${course.number}/${round}`;
}

/** The rows that `/ready` and `/pass` show as waiting. */
function listsAt({ now, tickets, tables }: BoardAt, serves: Serves) {
  const stands = (ticket: Ticket) => now < (serves.get(courseName(ticket))?.at ?? 0);
  const ready = rowsIn(arrangeReady(tickets, ANY_WAITER, 'all', { now, escalateMs: null }));
  const placed = new Map(tables.map((table) => [tableKey(table), table]));
  const pass = arrangePass(tickets, placed, PASS_OPTIONS.defaults)
    .map(({ courses }) => courses.filter(isOnPass))
    .filter((courses) => courses.length > 0);
  // With those that are presumed served; what was never reported as ready is on no list.
  const standing = tickets.filter((ticket) => ticket.readyAt !== null && ticket.servedAt === null && stands(ticket));
  const figures = (rows: readonly (readonly Ticket[])[]) => figuresOf(rows, standing.length, stands);
  return { ready: figures(ready.map((row) => row.tickets)), pass: figures(pass) };
}

function figuresOf(
  rows: readonly (readonly Ticket[])[],
  standing: number,
  stands: (ticket: Ticket) => boolean,
): ListFigures {
  const first = rows.slice(0, ROWS_ON_A_PHONE);
  return {
    standing,
    standingInFirst: first.flat().filter(stands).length,
    presumed: rows.filter((courses) => courses.some(({ presumedServed }) => presumedServed !== null)).length,
    mixed: rows.filter((courses) => new Set(courses.map(({ id }) => orderKeyOf(id))).size > 1).length,
  };
}

export function sumOf(figures: readonly ListFigures[], key: keyof ListFigures): number {
  return figures.reduce((sum, minute) => sum + minute[key], 0);
}

/** The share of what truly stands that is in the first seven rows, over all minutes. */
export function shareInFirst(figures: readonly ListFigures[]): number {
  return sumOf(figures, 'standingInFirst') / sumOf(figures, 'standing');
}

/** Records presumed serves, and compares the first of each course with the truth. */
function watchPresumed(serves: Serves) {
  const found = new Map<string, Presumed>();
  return {
    record({ tickets }: BoardAt): void {
      for (const ticket of tickets) {
        const { presumedServed } = ticket;
        const name = courseName(ticket);
        const serve = serves.get(name);
        if (!presumedServed || !serve || found.has(name)) continue;
        const isWrong = Date.parse(presumedServed.at) < serve.at;
        found.set(name, isWrong ? 'wrong' : serve.isPressed ? 'late' : 'forgotten');
      }
    },
    found: () => [...found.values()],
  };
}

/** A board without a server, from the facts that were received so far. */
function createBoard() {
  const facts = new Map<string, Map<string, Fact>>();
  const orders = new Map<string, OrderToKeep>();
  const reading = { unit: 'seconds' as const, limitsOf: () => LIMITS };
  const closes = (ticket: KeptTicket) => closesAt(ticket, LIMITS, CALENDAR);
  const tableAt = (here: readonly KeptTicket[], now: number): Table[] => {
    const place = here[0]?.table;
    const newsAt = Math.max(...here.map(({ lastNewsAt }) => lastNewsAt));
    return place ? [readTable({ ...place, view: viewTable(here, newsAt, now, reading, closes), version: 0 }, 1)] : [];
  };
  return {
    take(fact: Fact): void {
      const id = fact.order.orderId ?? '';
      const own = facts.get(id) ?? new Map<string, Fact>();
      const holder = own.get(factKey(fact));
      if (!holder || outranks(fact, holder)) own.set(factKey(fact), fact);
      facts.set(id, own);
      const orderKey = orders.get(id)?.orderKey ?? orders.size + 1;
      orders.set(id, { orderKey, folded: foldOrder([...own.values()]), actions: [] });
    },
    at(now: number): BoardAt {
      const all = [...orders.values()];
      const kept = keptTickets(all, 1, { now, serverNow: now }, () => LIMITS, CALENDAR);
      const seated = groupBy(kept, ({ table }) => table && tableKey(table));
      return {
        now,
        tickets: kept.map((ticket) => readTicket(ticket, reading)),
        tables: [...seated.values()].flatMap((here) => tableAt(here, now)),
        orders: all,
      };
    },
  };
}
