import type { Instant } from '../../domain/fact';
import { isAheadOf, SET_BACK_MS } from '../../domain/heartbeat';
import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings';
import { changedAfter, ticketDueAt } from '../../domain/ticket';
import { DAY_MS, MINUTE_MS } from '../../lib/time';
import type { Boards } from '../board/boards';
import {
  type BranchState,
  calendarOf,
  dayToKeep,
  forgetOrder,
  isKept,
  isOpenSince,
  type LiveOrder,
  type LiveTable,
  TABLE_STAYS_MS,
} from '../board/branch-state';
import {
  branchNow,
  ordersAt,
  presumptionContext,
  recomputeEarlierNow,
  recomputeOrder,
  recomputeTable,
} from '../board/recompute';
import type { StagedBranch } from '../board/staged-branch';
import type { BoardQueue, Stages } from '../board/stages';
import type { Log } from '../log';
import type { BranchRow } from '../sql/branches';
import type { Statements } from '../sql/statements';
import { shortOf } from '../storage/failure';

/** Another fact of an order that is closed for so long is rare. */
const FACTS_STAY_MS = 5 * MINUTE_MS;

/**
 * When something is due next in branches, until they change, because all are checked twice a second. By their rows, which
 * every commit replaces.
 */
const nextDue = new WeakMap<BranchRow, { settings: unknown; posOffsetMs: number; at: number }>();

const TICK_MS = 500;
const TICKS_TO_FORGET = 60;
/** After a longer leap of the clock, what was closed meanwhile may not be in memory. */
const LEAP_MS = DAY_MS;

export type ClockDeps = {
  queue: BoardQueue;
  boards: Boards;
  settings: Settings;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
};

/**
 * F9: commits changes by time when they are due, and removes earlier days from memory. Resolves when the changes that
 * became due while the server was down are committed. Call the result to stop.
 */
export async function startClock(
  { queue, boards, settings, now, log }: ClockDeps,
  tickMs: number = TICK_MS,
): Promise<() => void> {
  let ticks = 0;
  let isRunning = false;
  /** The last reading of the clock; null before the first. */
  let readAt: number | null = null;

  function isDue(state: BranchState | undefined): boolean {
    return state !== undefined && isAnythingDue(state, settings, now());
  }

  async function commitDue(): Promise<void> {
    const due = boards.branches().filter(isDue);
    if (due.length === 0) return;
    const numbers = due.map(({ row }) => row.number);
    await queue.run(async (sql, stages) => {
      // A branch that another node has locked is left to it, or to the next tick.
      const locked = await stages.lock(sql, numbers, { isPatient: false });
      // Another node may have committed the changes meanwhile.
      for (const number of locked)
        if (isDue(boards.branch(number))) stageDueChanges(stages.of(number), settings, now());
    });
  }

  /**
   * F9: what changed by time meanwhile is undone where the clock was set back, also while the server was stopped. After a
   * change of the clock the day in memory may be another one, so it is loaded again.
   */
  async function followClock(): Promise<void> {
    const serverNow = now();
    const isSetBack = isAheadOf(readAt, serverNow);
    const hasLeapt = readAt !== null && serverNow - readAt > LEAP_MS;
    const isLoadedLater = readAt === null && boards.branches().some((state) => isLater(state, serverNow));
    if (!isSetBack && !hasLeapt && !isLoadedLater) return;
    await queue.run(async (sql, stages) => {
      if (isSetBack || hasLeapt) (await boards.reload(sql, settings))();
      if (!hasLeapt) await stageSetBack(sql, stages, boards, settings, serverNow);
    });
  }

  /** Runs as a command, so that no transaction loses an order from memory while it uses it. */
  async function forget(): Promise<void> {
    await queue.run(async () => {
      for (const state of boards.branches()) forgetEarlierDays(state, settings, now() - state.posOffsetMs);
    });
  }

  async function tick(): Promise<void> {
    // While the database cannot be written, nothing can be committed.
    if (isRunning || queue.state().isAway) return;
    isRunning = true;
    ticks += 1;
    try {
      await followClock();
      readAt = now();
      await commitDue();
      if (ticks % TICKS_TO_FORGET === 0) await forget();
    } catch (error) {
      log.warn({ error: shortOf(error) }, 'due changes could not be committed: retrying');
    } finally {
      isRunning = false;
    }
  }

  await tick();
  const timer = setInterval(() => void tick(), tickMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** F9: stages branches that are as of a later time than `serverNow` (epoch ms) as of that. They have just been loaded. */
async function stageSetBack(
  sql: Statements,
  stages: Stages,
  boards: Pick<Boards, 'branch' | 'branches'>,
  settings: Settings,
  serverNow: number,
): Promise<void> {
  const later = boards.branches().flatMap((state) => (isLater(state, serverNow) ? state.row.number : []));
  for (const number of await stages.lock(sql, later)) {
    // Until the lock another node may have removed it.
    if (!boards.branch(number)) continue;
    const staged = stages.of(number);
    recomputeEarlierNow(staged, settings, branchNow(staged, serverNow));
  }
}

/** Whether something in a branch changed by time after `serverNow`. */
function isLater({ posOffsetMs, orders, tables }: BranchState, serverNow: number): boolean {
  const now = serverNow - posOffsetMs;
  const places = [...tables.values()];
  const tickets = [...orders.values()].flatMap((order) => order.tickets);
  // F1: no fact is dated so far ahead, so now is wrong. A machine without a real-time clock gets the time from the network after it has started.
  const isWrong = (newsAt: number) => newsAt > now + DAY_MS;
  if (places.some(({ newsAt }) => isWrong(newsAt)) || tickets.some(({ lastNewsAt }) => isWrong(lastNewsAt)))
    return false;
  return (
    places.some(({ view }) => isAheadOf(view.since, now)) ||
    tickets.some((ticket) => changedAfter(ticket, now + SET_BACK_MS))
  );
}

/**
 * Whether a change by time is due in a branch at `serverNow` (epoch ms): a ticket closes, is presumed served, a claim
 * expires, or a table changes its status.
 */
export function isAnythingDue(state: BranchState, settings: Settings, serverNow: number): boolean {
  const { row, posOffsetMs } = state;
  const rows = settings.rows();
  const known = nextDue.get(row);
  if (known && known.settings === rows && known.posOffsetMs === posOffsetMs) return known.at <= serverNow;
  const at = nextDueAt(state, settings);
  nextDue.set(row, { settings: rows, posOffsetMs, at });
  return at <= serverNow;
}

/** When the next change by time is due, server time; infinity for never. */
function nextDueAt(state: BranchState, settings: Settings): number {
  let next = Number.POSITIVE_INFINITY;
  for (const table of state.tables.values()) next = Math.min(next, tableDueAt(table, state.posOffsetMs));
  for (const key of state.openOrders) {
    const order = state.orders.get(key);
    if (!order) continue;
    const atTable = () => ordersInMemory(state, order);
    next = Math.min(next, orderDueAt(state.row, order, atTable, settings, state.posOffsetMs));
  }
  return next;
}

/** F9: stages the changes by time that are due. `serverNow` is epoch ms. */
export function stageDueChanges(staged: StagedBranch, settings: Settings, serverNow: number): void {
  const now = branchNow(staged, serverNow);
  const posOffsetMs = serverNow - now;
  for (const order of staged.orders.open()) {
    const atTable = () => ordersAt(staged, order);
    if (orderDueAt(staged.row, order, atTable, settings, posOffsetMs) <= serverNow)
      recomputeOrder(staged, order, order, settings, now);
  }
  for (const table of staged.tables.all()) {
    if (tableDueAt(table, posOffsetMs) <= serverNow) recomputeTable(staged, table, table.newsAt, settings, now);
  }
}

/**
 * Removes from memory the orders of earlier business days, tables that no screen shows any more, and facts that hardly
 * change any more: another fact of their order loads them again. `now` is POS time.
 */
export function forgetEarlierDays(state: BranchState, settings: Settings, now: Instant): void {
  state.keptFrom = Math.max(state.keptFrom, dayToKeep(state.row, settings, now));
  for (const order of [...state.orders.values()])
    if (!isKept(state, order)) forgetOrder(state, order);
    else if (order.facts !== null && !isOpenSince(order, now - FACTS_STAY_MS))
      state.orders.set(order.key, { ...order, facts: null, bodies: [] });
  for (const [key, table] of state.tables) {
    if (table.newsAt > now - TABLE_STAYS_MS || state.ordersOn.has(key)) continue;
    state.completeSince = Math.max(state.completeSince, table.version);
    state.tables.delete(key);
  }
}

function tableDueAt({ view }: LiveTable, posOffsetMs: number): number {
  return view.changesAt === null ? Number.POSITIVE_INFINITY : view.changesAt + posOffsetMs;
}

function ordersInMemory(state: BranchState, { table }: LiveOrder): LiveOrder[] {
  const keys = (table && state.ordersOn.get(tableKey(table))) ?? [];
  return [...keys].flatMap((key) => state.orders.get(key) ?? []);
}

/** When it is time to close an open ticket of an order, to presume it served, or to end the claim on it. */
function orderDueAt(
  branch: BranchRow,
  order: LiveOrder,
  atTable: () => readonly LiveOrder[],
  settings: Settings,
  posOffsetMs: number,
): number {
  const context = presumptionContext(order, order.tickets, atTable);
  const calendar = calendarOf(branch);
  return order.tickets.reduce((next, ticket) => {
    const limits = settings.limitsOf(branch.number, ticket.course.number);
    return Math.min(next, ticketDueAt(ticket, posOffsetMs, limits, calendar, context));
  }, Number.POSITIVE_INFINITY);
}
