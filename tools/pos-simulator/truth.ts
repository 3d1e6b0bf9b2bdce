import type { KitchenEvent } from '../../contract/constants';
import { toIso } from '../../domain/fact';
import type { Table, TruthCourse } from './generate-service';
import type { HistoryCourse } from './history-courses';
import type { Message } from './message';
import type { CourseRound, Order, Press } from './orders';

/** The result of a comparison. `extra` counts reported courses that are not in the truth. */
export type Comparison = { total: number; agree: number; extra: number; differences: string[] };

type SentPress = Press & Pick<Message, 'table'>;

/**
 * The courses that a receiver of these presses should report: a step that was never sent is null; the first start, the
 * last completion and the first serve count; the table of an order is that of its newest message with a table.
 */
export function truthOf(orders: readonly Order[], sent: readonly SentPress[], branch: number): TruthCourse[] {
  const byRound = new Map<CourseRound, SentPress[]>();
  const tables = new Map<Order, { at: number; table: Table }>();
  for (const press of sent) {
    const presses = byRound.get(press.round);
    if (presses) presses.push(press);
    else byRound.set(press.round, [press]);
    if (press.table && press.at > (tables.get(press.order)?.at ?? 0)) {
      tables.set(press.order, { at: press.at, table: press.table });
    }
  }
  return orders.flatMap((order) => {
    const table = tables.get(order)?.table ?? null;
    return order.rounds.map((round) => truthOfRound(order, round, byRound.get(round) ?? [], table, branch));
  });
}

function truthOfRound(
  order: Order,
  { course, round }: CourseRound,
  presses: readonly SentPress[],
  table: Table | null,
  branch: number,
): TruthCourse {
  const startedAt = first(instants(presses, 'kitchenStartCourse'));
  const readyAt = last(instants(presses, 'kitchenCompleteCourse'));
  const servedAt = first(instants(presses, 'kitchenServeCourse'));
  return {
    branch,
    orderKind: order.kind,
    orderId: order.orderId,
    orderNumber: order.number,
    ticketNumber: order.ticketNumber,
    table,
    courseNumber: course.number,
    round,
    startedAt: toIso(startedAt),
    readyAt: toIso(readyAt),
    servedAt: toIso(servedAt),
    expectedSeconds: course.expectedSeconds,
    measuredSeconds: startedAt === null || readyAt === null ? null : (readyAt - startedAt) / 1000,
  };
}

function instants(presses: readonly SentPress[], event: KitchenEvent): number[] {
  return presses.filter((press) => press.event === event).map((press) => press.at);
}

function first(instants: readonly number[]): number | null {
  return instants.length > 0 ? Math.min(...instants) : null;
}

function last(instants: readonly number[]): number | null {
  return instants.length > 0 ? Math.max(...instants) : null;
}

/** Compares Heatlamp's history with the truth: order, course, round, the three instants and the table. */
export function compareCourses(truth: readonly TruthCourse[], reported: readonly HistoryCourse[]): Comparison {
  const remaining = new Map<string, HistoryCourse>();
  const differences: string[] = [];
  let extra = 0;
  for (const course of reported) {
    const key = keyOf(course);
    if (remaining.has(key)) {
      extra += 1;
      differences.push(`${key}: reported twice`);
    } else remaining.set(key, course);
  }
  let agree = 0;
  for (const course of truth) {
    const key = keyOf({ ...course, orderId: course.orderId.toLowerCase() });
    const candidate = remaining.get(key);
    remaining.delete(key);
    const found = candidate ? disagreements(course, candidate) : ['missing'];
    if (found.length === 0) agree += 1;
    else differences.push(`${key}: ${found.join('; ')}`);
  }
  for (const key of remaining.keys()) differences.push(`${key}: not in the truth`);
  return { total: truth.length, agree, extra: extra + remaining.size, differences };
}

function keyOf(course: Pick<HistoryCourse, 'orderId' | 'courseNumber' | 'round'>): string {
  return `order ${course.orderId ?? 'without an id'}, course ${course.courseNumber}, round ${course.round}`;
}

function disagreements(truth: TruthCourse, reported: HistoryCourse): string[] {
  const table = truth.table === null ? null : String(truth.table.number);
  return [
    disagreement('started', truth.startedAt, reported.startedAt),
    disagreement('ready', truth.readyAt, reported.readyAt),
    disagreement('served', truth.servedAt, reported.servedAt),
    disagreement('table', table, reported.tableNumber),
  ].filter((difference) => difference !== null);
}

function disagreement(what: string, truth: string | null, reported: string | null): string | null {
  return truth === reported ? null : `${what} ${reported ?? 'unknown'} instead of ${truth ?? 'unknown'}`;
}
