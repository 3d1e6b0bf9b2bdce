import type { Board, Ticket } from '../../../contract/live';
import type { Live, LiveFigures } from '../../../contract/live-branches';
import { parseCsv } from '../../../lib/parse-csv';
import { GROUPINGS } from '../../reports/groups';
import type { RunningServer } from '../running-server';
import { storedState, withoutOrderKeys } from '../stored-state';
import type { Side } from './side';

/** A server, or one of several nodes, with the data folder by which its database is found. */
export type Compared = Pick<Side, 'program' | 'board'> & { server: () => Pick<RunningServer, 'dataDir' | 'get'> };

type History = { courses: Ticket[]; nextCursor: string | null };

/** Chosen so that pages end in the middle of orders and of instants. */
const PAGE = 37;
const EVENINGS = 4;
const FILTERS = [
  'state=READYFORPICKUP',
  'state=COMPLETED',
  'late=true',
  'late=false',
  'orderKind=cafeteria',
  'course=MA',
  'course=2',
  'service=dinner',
  'table=3',
  'guests=4',
  'hour=18',
  'q=85201',
];

/**
 * Everything that a server returns and stores for a branch, except what depends on the order of arrival. Each omission
 * is explained where it is made.
 */
export async function comparableOutput(side: Compared, branch: number) {
  const { dataDir, get } = side.server();
  const ask = async (place: string, query: string) => {
    const answer = await get(`${place}?branch=${branch}${query && `&${query}`}`, side.program);
    if (!answer.ok) throw new Error(`${place} ${query} was answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const json = async <Reply>(place: string, query = '') => (await (await ask(place, query)).json()) as Reply;

  const board = await side.board(branch);
  const courses = await everyPage((query) => json<History>('/api/v1/history/courses', query));
  const csv = await (await ask('/api/v1/history/courses.csv', '')).text();
  const nameOf = new Map([...board.tickets, ...courses].map((ticket) => [ticket.id, ticketName(ticket)]));

  const evenings: Record<string, unknown> = {};
  for (const { number, subNumber } of sortedBy(board.tables, tableName).slice(0, EVENINGS)) {
    const evening = await json<{ courses: Ticket[] }>(`/api/v1/tables/${number}/${subNumber}/evening`);
    evenings[`${number}/${subNumber}`] = comparableTickets(evening.courses);
  }
  const summaries: Record<string, unknown> = {};
  for (const grouping of GROUPINGS) summaries[grouping] = await json('/api/v1/history/summary', `groupBy=${grouping}`);
  const filtered: Record<string, unknown> = {};
  for (const filter of FILTERS) {
    const found = await json<History>('/api/v1/history/courses', `limit=1000&${filter}`);
    const summary = await json('/api/v1/history/summary', `groupBy=course&${filter}`);
    filtered[filter] = { courses: found.courses.map(ticketName).toSorted(), summary };
  }
  return {
    board: comparableBoard(board),
    live: comparableLive(await json<Live>('/api/v1/live'), nameOf),
    evenings,
    courses: comparableTickets(courses),
    // Newest first; at the same instant the id decides, which depends on arrival: see `comparableTicket`.
    newestFirst: courses.map(beganAt),
    csv: comparableCsv(csv, courses),
    summaries,
    filtered,
    // Without order keys and versions, for the reasons below.
    stored: await storedState(dataDir, branch),
  };
}

async function everyPage(read: (query: string) => Promise<History>): Promise<Ticket[]> {
  const courses: Ticket[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: History = await read(`limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    courses.push(...page.courses);
    cursor = page.nextCursor;
  }
  return courses;
}

/**
 * `id` begins with the key of its order, and orders are numbered in order of arrival. `version` counts commits,
 * and a commit includes all deliveries that wait at that moment.
 */
function comparableTicket({ id: _, version: __, ...ticket }: Ticket) {
  return ticket;
}

function comparableTickets(tickets: readonly Ticket[]) {
  return Object.fromEntries(
    sortedBy(tickets, ticketName).map((ticket) => [ticketName(ticket), comparableTicket(ticket)]),
  );
}

/**
 * `epoch` is random for each database, and renewed when a late fact removes a ticket. `version` depends on commits, as for
 * tickets. `lastDeliveryAt` and `gaps` depend on when deliveries were received, not on what happened in the kitchen.
 */
function comparableBoard({ epoch: _, version: __, lastDeliveryAt: ___, gaps: ____, tickets, tables, ...board }: Board) {
  const comparableTables = sortedBy(tables, tableName).map(({ version: _, ...table }) => [
    tableName(table),
    withoutOrderKeys(table),
  ]);
  return { ...board, tickets: comparableTickets(tickets), tables: Object.fromEntries(comparableTables) };
}

/**
 * Tickets have names instead of ids, sorted, because their order depends on arrival. `isPosClockKnown`, `lastDeliveryAt`
 * and `gaps` are omitted as for the board, `screens` because it depends on who is connected.
 */
function comparableLive({ serverTime, branches }: Live, nameOf: ReadonlyMap<string, string>) {
  const named = (ids: readonly string[]) => ids.map((id) => nameOf.get(id) ?? `unknown ticket ${id}`).toSorted();
  const standing = ({ tickets, late, guests }: LiveFigures['cooking']) => ({
    tickets: named(tickets),
    late: named(late),
    guests,
  });
  return {
    serverTime,
    branches: branches.map(
      ({
        pace,
        cooking,
        onPass,
        oldest,
        lastDeliveryAt: _,
        gaps: __,
        screens: ___,
        isPosClockKnown: ____,
        ...branch
      }) => ({
        ...branch,
        pace: {
          ...pace,
          counted: named(pace.counted),
          leftOut: named(pace.leftOut),
          late: named(pace.late),
          courses: pace.courses.map((course) => ({ ...course, counted: named(course.counted) })),
        },
        cooking: standing(cooking),
        onPass: standing(onPass),
        oldest: oldest && { ...oldest, ticket: named([oldest.ticket]) },
      }),
    ),
  };
}

/** The cells of each course by its name, `id` and `version` apart. @throws if the rows differ from the pages */
function comparableCsv(text: string, courses: readonly Ticket[]): Record<string, string[]> {
  const [header = [], ...rows] = parseCsv(text);
  const [id, version] = [header.indexOf('id'), header.indexOf('version')];
  const ids = rows.map((row) => row[id]);
  if (ids.join() !== courses.map((ticket) => ticket.id).join())
    throw new Error('the CSV and the pages list different courses');
  const byCourse = courses.map((ticket, index): [string, string[]] => {
    const cells = (rows[index] ?? []).filter((_, column) => column !== id && column !== version);
    return [ticketName(ticket), cells];
  });
  return { header, ...Object.fromEntries(byCourse) };
}

function ticketName({ orderKind, orderId, orderYear, orderNumber, course, round }: Ticket): string {
  return `${orderKind}/${orderId}/${orderYear}/${orderNumber}/${course.number}/${round}`;
}

function tableName({ number, subNumber }: { number: string; subNumber: string }): string {
  return `${number}/${subNumber}`;
}

function beganAt({ startedAt, readyAt, servedAt }: Ticket): string | null {
  return startedAt ?? readyAt ?? servedAt;
}

function sortedBy<Item>(items: readonly Item[], name: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
}
