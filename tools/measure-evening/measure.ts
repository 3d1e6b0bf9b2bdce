import type { Party, Table, TableCourse } from '../../contract/live';
import type { FoldedTicket } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import type { OrderToKeep } from '../../domain/practice';
import { beganAtOf, ticketState } from '../../domain/ticket';
import { groupBy } from '../../lib/collections';
import { MINUTE_MS } from '../../lib/time';
import { type Evening, recordedEvening, type Variation, vary } from './deliveries';
import {
  type BoardAt,
  createBoard,
  LIMITS,
  type ListFigures,
  listsAt,
  type PresumedCourse,
  servesIn,
  watchPresumed,
} from './waiting';

/** Which data of the previous party a re-seated table shows. */
type Inherited = {
  /** The order of the new party. */
  orderId: string;
  clock: boolean;
  dot: boolean;
  name: boolean;
  /** Whether a party is shown that had no open course when the next one started. */
  departed: boolean;
};

type FoldedOrder = OrderToKeep['folded'];

/** How the screens of an evening differ from the truth. */
export type EveningFigures = Pick<Evening, 'courses' | 'unpressed' | 'reseatings'> & {
  /** Findings for each re-seated table, at each minute. */
  tables: Inherited[];
  /** The figures of each list, one entry a minute. */
  lists: Record<'ready' | 'pass', ListFigures[]>;
  presumed: PresumedCourse[];
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

/** Whether a table shows any data of a previous party. */
export function isInherited({ clock, dot, name, departed }: Inherited): boolean {
  return clock || dot || name || departed;
}

/** Plays a variation of the recorded evening by the rules of the domain, and compares what is shown each minute. */
export function measureEvening(variation: Variation): EveningFigures {
  const evening = vary(recordedEvening(), variation);
  const serves = servesIn(evening);
  const presumed = watchPresumed(serves);
  const tables: Inherited[] = [];
  const lists: EveningFigures['lists'] = { ready: [], pass: [] };
  const board = createBoard();
  const [first, last] = [evening.deliveries[0]?.receivedAt ?? 0, evening.deliveries.at(-1)?.receivedAt ?? 0];
  let minute = Math.ceil(first / MINUTE_MS) * MINUTE_MS;
  const lookUntil = (until: number) => {
    for (; minute < until; minute += MINUTE_MS) {
      const look = board.at(minute);
      tables.push(...inheritedAt(look));
      presumed.record(look);
      const { ready, pass } = listsAt(look, serves);
      lists.ready.push(ready);
      lists.pass.push(pass);
    }
  };
  for (const { receivedAt, fact } of evening.deliveries) {
    lookUntil(receivedAt);
    // What is presumed served just before a serve would be missed from minute to minute.
    presumed.record(board.at(receivedAt));
    board.take(fact);
  }
  lookUntil(last + AFTER_MS);
  const { courses, unpressed, reseatings } = evening;
  return { courses, unpressed, reseatings, tables, lists, presumed: presumed.found() };
}

/** Checks every re-seated table. */
function inheritedAt({ now, tables, orders }: BoardAt): Inherited[] {
  const seated = groupBy(orders, ({ folded: { table } }) => (table ? tableKey(table) : null));
  return tables.flatMap((table) => {
    const here = (seated.get(tableKey(table)) ?? []).toSorted((a, b) => beganAt(a) - beganAt(b));
    return here.length > 1 ? [inheritedOn(table, here, now)] : [];
  });
}

function beganAt({ folded: { tickets } }: OrderToKeep): number {
  return Math.min(...tickets.map(beganAtOf));
}

function inheritedOn(table: Table, orders: readonly OrderToKeep[], now: number): Inherited {
  const newest = orders.at(-1);
  const result = {
    orderId: newest?.folded.names.orderId ?? '',
    clock: false,
    dot: false,
    name: false,
    departed: false,
  };
  for (const party of table.parties) {
    const own = orders.find(({ orderKey }) => orderKey === party.orderKey);
    if (!own) throw new Error(`order ${party.orderKey} is shown at table ${table.number}, but was never seated there`);
    if (hasWrongClock(party, own.folded)) result.clock = true;
    if (hasWrongDot(party, own.folded)) result.dot = true;
    if (party.name !== own.folded.table?.name || party.guests !== own.folded.table.guests) result.name = true;
    const next = orders[orders.indexOf(own) + 1];
    if (next && hasDeparted(own.folded, beganAt(next), now)) result.departed = true;
  }
  return result;
}

function hasWrongClock({ firstCourseAt, lastFoodAt }: Party, { tickets }: FoldedOrder): boolean {
  const began = Math.min(...tickets.map(beganAtOf));
  const food = Math.max(...tickets.map(({ servedAt }) => servedAt ?? 0));
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
