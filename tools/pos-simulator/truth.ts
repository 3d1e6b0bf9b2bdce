import type { KitchenEvent } from '../../contract/constants';
import { toIso } from '../../domain/to-iso';
import type { Message } from './message';
import type { Order } from './orders';
import type { Press } from './presses';
import type { CourseRound } from './rounds';
import type { Table, TruthCourse } from './service';

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
