import { createHash } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { generateOrders, type Order } from '../pos-simulator/orders';
import { type Random, shuffled } from '../pos-simulator/random';
import { paceIn } from './kitchen-pace';
import type { PlannedService } from './plan-services';

/** Counters of a branch's POS that continue from service to service. */
export type OrderCounters = { year: number; tableOrders: number; counterOrders: number; events: number };

/** Share (0 to 1) of the generated orders of each kind that a lunch or a dinner has. */
const MEAL_SHARES = { lunch: { table: 0.55, cafeteria: 1 }, dinner: { table: 1, cafeteria: 0.5 } } as const;

/**
 * The orders of a service by start, with exactly the planned number of courses: the last party has fewer. Order numbers
 * continue from the branch's counters, which restart each year. `seed` determines the order ids.
 */
export function generateServiceOrders(
  service: PlannedService,
  counters: OrderCounters,
  seed: number,
  random: Random,
): Order[] {
  const { opensAt, minutes, tables, courses, meal } = service;
  const paceOf = paceIn(service);
  let chosen: Order[] = [];
  for (let count = Math.ceil(courses / 2) + 4; countCourses(chosen) < courses; count *= 2) {
    const generated = generateOrders({ opensAt, minutes, tables, orders: count, moves: true, paceOf }, random);
    chosen = shuffled(random, generated).filter(({ kind }) => random() < MEAL_SHARES[meal][kind]);
  }
  const orders = firstCourses(chosen, courses).toSorted((a, b) => firstStartOf(a) - firstStartOf(b));
  resetForYear(counters, service);
  return orders.map((order) => {
    const number = order.kind === 'table' ? ++counters.tableOrders : ++counters.counterOrders;
    return {
      ...order,
      number,
      ticketNumber: order.kind === 'table' ? null : number % 100,
      orderId: orderIdOf(`${seed}/${service.branch}/${counters.year}/${order.kind}/${number}`),
    };
  });
}

function countCourses(orders: readonly Order[]): number {
  return orders.reduce((sum, { rounds }) => sum + rounds.length, 0);
}

function firstCourses(orders: readonly Order[], courses: number): Order[] {
  let remaining = courses;
  return orders.flatMap((order) => {
    const rounds = order.rounds.slice(0, remaining);
    remaining -= rounds.length;
    return rounds.length > 0 ? [{ ...order, rounds }] : [];
  });
}

function firstStartOf({ rounds }: Order): number {
  return Math.min(...rounds.map(({ startedAt }) => startedAt));
}

function resetForYear(counters: OrderCounters, { day }: PlannedService): void {
  const year = Number(day.slice(0, 4));
  if (counters.year !== year) Object.assign(counters, { year, tableOrders: 0, counterOrders: 0 });
}

/** A hash, because the random sequence repeats itself in a long history. */
function orderIdOf(name: string): string {
  return uuid({ random: createHash('sha256').update(name).digest().subarray(0, 16) });
}
