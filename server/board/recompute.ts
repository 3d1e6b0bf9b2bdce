import type { UnitVotes } from '../../contract/settings';
import type { FoldedOrder } from '../../domain/fold';
import { tableKey } from '../../domain/order-table';
import { unitVote } from '../../domain/preparation-unit';
import { type Company, nextArrivalAmong } from '../../domain/presumed';
import type { Settings } from '../../domain/settings';
import { viewTable } from '../../domain/table';
import { changedAfter, closesAt, isSameRound, type KeptTicket, standingAt } from '../../domain/ticket';
import { actionsOn } from '../../domain/ticket-action';
import { isSameBut } from '../../lib/collections';
import { calendarOf, isOpenSince, type LiveOrder, type LiveTable } from './branch-state';
import type { StagedBranch } from './staged-branch';

/** The current POS time of a branch: server time minus the POS offset (contract, Time). */
export function branchNow(staged: StagedBranch, serverNow: number): number {
  return serverNow - staged.posClock.offsetMs();
}

/**
 * Stages the tickets of a folded order as of `now` (POS time), changed ones with the next version, and its unit votes.
 * Returns the number of tickets that no longer exist.
 */
export function recomputeOrder(
  staged: StagedBranch,
  order: LiveOrder,
  folded: Pick<FoldedOrder, 'tickets'>,
  settings: Settings,
  now: number,
): { gone: number } {
  const calendar = calendarOf(staged.row);
  const moment = { now, serverNow: now + staged.posClock.offsetMs() };
  const context = presumptionContext(order, folded.tickets, () => ordersAt(staged, order));
  let changed = false;
  const tickets = folded.tickets.map((ticket) => {
    const limits = settings.limitsOf(staged.number, ticket.course.number);
    const actions = actionsOn(ticket, folded.tickets, order.actions);
    const place = { ...ticket, order: order.names };
    const standing = standingAt(place, actions, moment, limits, calendar, context);
    const kept: KeptTicket = {
      ...ticket,
      ...standing,
      orderKey: order.key,
      branch: order.branch,
      order: order.names,
      table: order.table,
      seatedAt: order.seatedAt,
      version: staged.nextVersion,
    };
    const previous = order.tickets.find((one) => isSameRound(one, ticket));
    if (previous && isSameBut(previous, kept, 'version')) return previous;
    countVote(staged.row.votes, previous, -1);
    countVote(staged.row.votes, kept, 1);
    changed = true;
    return kept;
  });
  const gone = order.tickets.filter((ticket) => !folded.tickets.some((one) => isSameRound(one, ticket)));
  for (const ticket of gone) countVote(staged.row.votes, ticket, -1);
  if (changed || gone.length > 0) staged.markChanged();
  staged.orders.put({ ...order, tickets }, gone);
  return { gone: gone.length };
}

/**
 * F22: what decides whether the courses of an order are presumed served: its own courses, and the orders that come to
 * its table later. `atTable` returns the orders at its table; it is called only if a course is ready and not served.
 */
export function presumptionContext(
  { seatedAt }: Pick<LiveOrder, 'seatedAt'>,
  courses: Company['courses'],
  atTable: () => readonly LiveOrder[],
): Company {
  let search: Company['nextArrival'] | null = null;
  return {
    courses,
    seatedAt,
    nextArrival: (after) => {
      search ??= nextArrivalAmong(atTable().map((order) => order.seatedAt));
      return search(after);
    },
  };
}

/** The orders at the table of an order, in a staged branch. */
export function ordersAt(staged: Pick<StagedBranch, 'orders'>, { table }: LiveOrder): LiveOrder[] {
  return table ? staged.orders.at(tableKey(table)) : [];
}

/** F22: recomputes for all orders at a table which courses are presumed served, after an order arrived or left. */
export function recomputePresumed(staged: StagedBranch, key: string, settings: Settings, now: number): void {
  const here = staged.orders.at(key);
  const isAlone = here.length < 2;
  const mayChange = ({ readyAt, servedAt, presumed }: KeptTicket) =>
    readyAt !== null && servedAt === null && (!isAlone || presumed !== null);
  for (const order of here) if (order.tickets.some(mayChange)) recomputeOrder(staged, order, order, settings, now);
}

/** Recomputes a table as of `now` (POS time). `newsAt` is the time of its newest fact. */
export function recomputeTable(
  staged: StagedBranch,
  place: { number: string; subNumber: string },
  newsAt: number,
  settings: Settings,
  now: number,
): void {
  const key = tableKey(place);
  const previous = staged.tables.get(key);
  const reading = settings.readingOf(staged.number, staged.row.votes);
  const calendar = calendarOf(staged.row);
  const news = Math.max(newsAt, previous?.newsAt ?? newsAt);
  const closes = (ticket: KeptTicket) => closesAt(ticket, reading.limitsOf(ticket.course.number), calendar);
  const tickets = staged.orders.at(key).flatMap((order) => order.tickets);
  const view = viewTable(tickets, news, now, reading, closes);
  const isShown = previous !== undefined && isSameBut(previous.view, view, 'changesAt');
  if (isShown && previous.newsAt === news && previous.view.changesAt === view.changesAt) return;

  const table: LiveTable = {
    number: place.number,
    subNumber: place.subNumber,
    newsAt: news,
    view,
    version: isShown ? previous.version : staged.nextVersion,
  };
  if (!isShown) staged.markChanged();
  staged.tables.put(table);
}

/**
 * Recomputes every ticket and table of a branch, and gives each the next version, because limits or the unit of times
 * affect all of them. `now` is POS time.
 */
export function recomputeAll(staged: StagedBranch, settings: Settings, now: number): void {
  staged.markChanged();
  for (const order of staged.orders.all()) {
    recomputeOrder(staged, order, order, settings, now);
    const { tickets } = staged.orders.get(order.key) ?? order;
    const renewed = tickets.map((ticket) => ({ ...ticket, version: staged.nextVersion }));
    staged.orders.put({ ...order, tickets: renewed }, []);
  }
  recomputeTables(staged, settings, now);
}

/**
 * F9, F23: recomputes what changed by time after `now` (POS time), because now was later before: the clock of the server
 * was set back, or that of the POS turned out to be further behind. The orders of the day of `now` must be in memory.
 */
export function recomputeEarlierNow(staged: StagedBranch, settings: Settings, now: number): void {
  for (const order of staged.orders.all())
    if (order.tickets.some((ticket) => changedAfter(ticket, now))) recomputeOrder(staged, order, order, settings, now);
  for (const table of staged.tables.all()) recomputePresumed(staged, tableKey(table), settings, now);
  recomputeTables(staged, settings, now);
}

/** Recomputes the tables with orders of the day. Another table is free, and what it shows is stored. */
function recomputeTables(staged: StagedBranch, settings: Settings, now: number): void {
  const isOfDay = (order: LiveOrder) => isOpenSince(order, staged.before.keptFrom);
  for (const table of staged.tables.all())
    if (staged.orders.at(tableKey(table)).some(isOfDay)) recomputeTable(staged, table, table.newsAt, settings, now);
}

function countVote(votes: UnitVotes, ticket: KeptTicket | undefined, by: 1 | -1): void {
  const unit = ticket ? unitVote(ticket.posRaw, ticket.measuredMs) : null;
  if (unit) votes[unit] += by;
}
