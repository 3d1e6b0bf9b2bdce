import { PRACTICE_ORDER, type TestStep } from '../contract/constants';
import type { Practice, Table } from '../contract/live';
import { groupBy } from '../lib/collections';
import type { BranchCalendar } from './business-day';
import { type Fact, type Instant, toIso } from './fact';
import { type FoldedOrder, foldOrder } from './fold';
import type { Limits } from './limits';
import { tableKey } from './order-table';
import { type PracticeScript, type ScriptedOrder, TEST_STEPS_S } from './practice-scripts';
import { nextArrivalAmong } from './presumed';
import { readTable, viewTable } from './table';
import { closesAt, type KeptTicket, type Moment, type Reading, readTicket, standingAt } from './ticket';
import { actionsOn, type PlacedAction } from './ticket-action';

export type OrderToKeep = {
  orderKey: number;
  folded: Pick<FoldedOrder, 'names' | 'table' | 'seatedAt' | 'tickets'>;
  actions: readonly PlacedAction[];
};

/** `beganAt` is server time, epoch ms; the POS's clock is `posOffsetMs` behind. */
export type PracticeRun = {
  kind: Practice['kind'];
  script: PracticeScript;
  branch: number;
  beganAt: Instant;
  posOffsetMs: number;
  /** How much faster than written the script is played. */
  speed: number;
  /** The key of the first order; the others follow. */
  firstKey: number;
};

/** An action on a ticket of a practice. */
export type PracticeAction = PlacedAction & { orderKey: number };

/** The rules of the branch in which it is practised. */
export type PracticeRules = { limitsOf: (course: number) => Limits; calendar: BranchCalendar };

/** A practice at one instant. */
export type PracticeState = { tickets: KeptTicket[]; tables: Table[]; reading: Reading; left: number };

/** When it is gone by itself, server time. */
export function practiceUntil({ beganAt, script, speed }: Pick<PracticeRun, 'beganAt' | 'script' | 'speed'>): Instant {
  return beganAt + (script.goneS * 1_000) / speed;
}

/** F26a, F28b: whether its time is over, also where the clock was set back. */
export function isPracticeOver(run: Pick<PracticeRun, 'beganAt' | 'script' | 'speed'>, now: Instant): boolean {
  return now < run.beganAt || now >= practiceUntil(run);
}

/** F26a: how far a test course is. */
export function testStep(run: PracticeRun, now: Instant): TestStep {
  if (isPracticeOver(run, now)) return 'gone';
  const since = now - run.beganAt;
  return since < TEST_STEPS_S.ready * 1_000 ? 'cooking' : since < TEST_STEPS_S.served * 1_000 ? 'ready' : 'served';
}

/** F26a, F28a: the tickets and tables of a practice at an instant of the server, by the same rules as real ones. */
export function practiceState(
  run: PracticeRun,
  actions: readonly PracticeAction[],
  serverNow: Instant,
  rules: PracticeRules,
): PracticeState {
  const now = serverNow - run.posOffsetMs;
  const limitsOf = (course: number) => faster(rules.limitsOf(course), run.speed);
  const reading: Reading = { unit: 'seconds', limitsOf };
  const begun = run.script.orders.flatMap((order, index) => {
    const facts = factsOf(run, order).filter(({ at }) => at <= now);
    const orderKey = run.firstKey + index;
    const own = actions.filter((action) => action.orderKey === orderKey);
    return facts.length > 0 ? [{ orderKey, facts, folded: foldOrder(facts), actions: own }] : [];
  });
  const moment = { now, serverNow };
  const versions = new Map(begun.map(({ orderKey, facts, actions }) => [orderKey, facts.length + actions.length]));
  const tickets = keptTickets(begun, run.branch, moment, limitsOf, rules.calendar).map((ticket) => ({
    ...ticket,
    version: versions.get(ticket.orderKey) ?? 0,
  }));
  const served = tickets.filter(({ closedAt }) => closedAt !== null).length;
  const all = run.script.orders.reduce((sum, { courses }) => sum + courses.length, 0);
  return { tickets, tables: tablesOf(tickets, now, reading, rules), reading, left: all - served };
}

/** A practice as the screens of its branch show it; null when it is over. */
export function practiceAt(
  run: PracticeRun,
  actions: readonly PracticeAction[],
  now: Instant,
  rules: PracticeRules,
): Practice | null {
  if (isPracticeOver(run, now)) return null;
  const { tickets, tables, reading } = practiceState(run, actions, now, rules);
  const until = toIso(practiceUntil(run));
  return { kind: run.kind, until, ended: null, tickets: tickets.map((each) => readTicket(each, reading)), tables };
}

/** The events of an order, as a POS would send them. */
function factsOf({ beganAt, posOffsetMs, speed }: PracticeRun, order: ScriptedOrder): Fact[] {
  const { table, ticketNumber, courses } = order;
  const kind = table ? 'table' : 'cafeteria';
  const names = { kind, orderId: PRACTICE_ORDER, otherOrderId: null, year: null, number: null, ticketNumber } as const;
  return courses.flatMap(({ number, name, abbreviation, expectedSeconds, startedS, readyS, servedS }) => {
    const fact = (seconds: number) => ({
      at: beganAt - posOffsetMs + (seconds * 1_000) / speed,
      ...{ counter: null, bodySha256: '', order: names },
      table: table && { ...table, subNumber: '1' },
      course: { number, name, abbreviation, sequence: number },
      expectedRaw: expectedSeconds === null ? null : expectedSeconds / speed,
    });
    const started: Fact = { type: 'CourseStarted', ...fact(startedS) };
    const ready: Fact = { type: 'CourseCompleted', ...fact(readyS), posRaw: null };
    return servedS === null ? [started, ready] : [started, ready, { type: 'CourseServed', ...fact(servedS) }];
  });
}

/** Limits shrink with the service, except those of actions, which are made by people. */
function faster(limits: Limits, speed: number): Limits {
  return {
    ...limits,
    fallbackWarnMs: limits.fallbackWarnMs / speed,
    fallbackLateMs: limits.fallbackLateMs / speed,
    fallbackVeryLateMs: limits.fallbackVeryLateMs / speed,
    readyWarnMs: limits.readyWarnMs / speed,
    readyLateMs: limits.readyLateMs / speed,
    counterPresumedMs: limits.counterPresumedMs / speed,
    tablePresumedMs: limits.tablePresumedMs / speed,
    followedPresumedMs: limits.followedPresumedMs / speed,
    turnOverMs: limits.turnOverMs / speed,
  };
}

function tablesOf(
  tickets: readonly KeptTicket[],
  now: Instant,
  reading: Reading,
  { calendar }: PracticeRules,
): Table[] {
  const closes = (ticket: KeptTicket) => closesAt(ticket, reading.limitsOf(ticket.course.number), calendar);
  const seated = groupBy(tickets, ({ table }) => table && tableKey(table));
  return [...seated.values()].flatMap((here) => {
    const [first] = here;
    if (!first?.table) return [];
    const newsAt = Math.max(...here.map(({ lastNewsAt }) => lastNewsAt));
    const version = Math.max(...here.map((ticket) => ticket.version));
    return [readTable({ ...first.table, view: viewTable(here, newsAt, now, reading, closes), version }, first.branch)];
  });
}

/** The tickets of all orders of a branch at a moment, computed from their facts and actions alone. */
export function keptTickets(
  orders: readonly OrderToKeep[],
  branch: number,
  moment: Moment,
  limitsOf: (course: number) => Limits,
  calendar: BranchCalendar,
): KeptTicket[] {
  const placeOf = ({ folded: { table } }: OrderToKeep) => table && tableKey(table);
  const atTable = groupBy(orders, placeOf);
  return orders.flatMap((order) => {
    const { names, table, seatedAt, tickets } = order.folded;
    const place = placeOf(order);
    const others = place === null ? [] : (atTable.get(place) ?? []).filter((other) => other !== order);
    const arrivals = others.map(({ folded }) => folded.seatedAt);
    const context = { courses: tickets, seatedAt, nextArrival: nextArrivalAmong(arrivals) };
    return tickets.map((ticket): KeptTicket => {
      const actions = actionsOn(ticket, tickets, order.actions);
      const kept = { ...ticket, orderKey: order.orderKey, branch, order: names, table, seatedAt, version: 0 };
      return { ...kept, ...standingAt(kept, actions, moment, limitsOf(ticket.course.number), calendar, context) };
    });
  });
}
