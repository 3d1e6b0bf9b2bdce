import { createHash } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { generateOrders, type Order } from '../pos-simulator/orders';
import { type Random, shuffled } from '../pos-simulator/random';
import type { PlannedService } from './plan-services';

/** What a branch's POS counts on from service to service. */
export type Books = { year: number; tableOrders: number; counterOrders: number; events: number };

/** Of the orders of either kind that the simulator takes, so many (0 to 1) come at that time of day. */
const COME = { lunch: { table: 0.55, cafeteria: 1 }, dinner: { table: 1, cafeteria: 0.5 } } as const;

/**
 * The orders of a service, in order of their first course, with exactly as many courses as are planned: the last party
 * leaves early. Numbers go on from the branch's books, and from 1 each year. `seed` makes the order ids.
 */
export function seatOrders(service: PlannedService, books: Books, seed: number, random: Random): Order[] {
  const { opensAt, minutes, tables, courses, meal } = service;
  let chosen: Order[] = [];
  for (let count = Math.ceil(courses / 2) + 4; countCourses(chosen) < courses; count *= 2) {
    const taken = generateOrders({ opensAt, minutes, tables, orders: count, moves: true }, random);
    chosen = shuffled(random, taken).filter(({ kind }) => random() < COME[meal][kind]);
  }
  const kept = firstCourses(chosen, courses).toSorted((a, b) => beganAt(a) - beganAt(b));
  turnPage(books, service);
  return kept.map((order) => {
    const number = order.kind === 'table' ? ++books.tableOrders : ++books.counterOrders;
    return {
      ...order,
      number,
      ticketNumber: order.kind === 'table' ? null : number % 100,
      orderId: orderIdOf(`${seed}/${service.branch}/${books.year}/${order.kind}/${number}`),
    };
  });
}

function countCourses(orders: readonly Order[]): number {
  return orders.reduce((sum, { rounds }) => sum + rounds.length, 0);
}

function firstCourses(orders: readonly Order[], courses: number): Order[] {
  let left = courses;
  return orders.flatMap((order) => {
    const rounds = order.rounds.slice(0, left);
    left -= rounds.length;
    return rounds.length > 0 ? [{ ...order, rounds }] : [];
  });
}

function beganAt({ rounds }: Order): number {
  return Math.min(...rounds.map(({ startedAt }) => startedAt));
}

function turnPage(books: Books, { day }: PlannedService): void {
  const year = Number(day.slice(0, 4));
  if (books.year !== year) Object.assign(books, { year, tableOrders: 0, counterOrders: 0 });
}

/** Not out of the random sequence: a history is long enough for that to come round to itself. */
function orderIdOf(name: string): string {
  return uuid({ random: createHash('sha256').update(name).digest().subarray(0, 16) });
}
