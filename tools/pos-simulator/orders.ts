import { v4 as uuid } from 'uuid';
import { counterCourse, drinks, mains, menu, tableNames } from './menu';
import { between, pick, type Random } from './random';
import { type CourseRound, generateRounds, lastInstant, type PaceOf } from './rounds';
import type { Table } from './service';

/** An order with its tables and courses. Instants are epoch ms. */
export type Order = {
  kind: 'table' | 'cafeteria';
  orderId: string;
  number: number;
  ticketNumber: number | null;
  /** The tables of the party in order of time; empty at the counter. */
  seats: Array<{ from: number; table: Table }>;
  rounds: CourseRound[];
};

/** How busy the service is. Parties arrive during `minutes`; the last ones are served after it. */
export type OrderOptions = {
  opensAt: number;
  minutes: number;
  tables: number;
  orders: number;
  moves: boolean;
  /** By default 1 for every course. */
  paceOf?: PaceOf;
};

const USUAL_PACE: PaceOf = () => 1;

const counterShare = 0.4;
const sharedTableShare = 0.05;
const movedShare = 0.06;
const clearingMs = 10 * 60_000;
// Like the numbers of the published samples.
const firstTableOrder = 85_201;
const firstCounterOrder = 6_501;

/** All orders of a service. If no table is free, a party waits for the first free one. */
export function generateOrders(options: OrderOptions, random: Random): Order[] {
  const atCounter = Math.round(options.orders * counterShare);
  const freeAt = Array.from({ length: options.tables }, () => options.opensAt);
  const orders: Order[] = [];
  for (const [index, arrivesAt] of arrivals(options, options.orders - atCounter, random).entries()) {
    const table = findTable(freeAt, arrivesAt, random);
    const seatedAt = Math.max(arrivesAt, freeAt[table] ?? arrivesAt);
    const order = tableOrder(firstTableOrder + index, table + 1, seatedAt, options, random);
    freeAt[table] = lastInstant(order.rounds) + clearingMs;
    orders.push(order);
  }
  for (const [index, arrivesAt] of arrivals(options, atCounter, random).entries()) {
    orders.push(counterOrder(firstCounterOrder + index, arrivesAt, options, random));
  }
  return orders;
}

/** Arrival times (epoch ms, ascending): most in the middle of the service. */
function arrivals({ opensAt, minutes }: OrderOptions, count: number, random: Random): number[] {
  const instants = Array.from({ length: count }, () => {
    return opensAt + Math.floor((random() * 0.75 + random() * 0.25) * minutes * 60_000);
  });
  return instants.sort((a, b) => a - b);
}

function findTable(freeAt: readonly number[], now: number, random: Random): number {
  const free = [...freeAt.keys()].filter((table) => (freeAt[table] ?? 0) <= now);
  if (free.length > 0) return pick(random, free);
  return freeAt.indexOf(freeAt.reduce((soonest, instant) => Math.min(soonest, instant)));
}

function tableOrder(
  number: number,
  tableNumber: number,
  seatedAt: number,
  options: OrderOptions,
  random: Random,
): Order {
  const table = {
    number: tableNumber,
    subNumber: random() < sharedTableShare ? 2 : 1,
    tableName: pick(random, tableNames),
    numberOfGuests: between(random, 1, 8),
  };
  const chosen = menu.filter((course) => random() < course.orderedBy);
  const courses = chosen.length > 1 ? chosen : [drinks, mains];
  const rounds = generateRounds(courses, seatedAt, random, options.paceOf ?? USUAL_PACE);
  const seats = [{ from: seatedAt, table }];
  if (options.moves && random() < movedShare) {
    // To a table on the terrace, whose numbers continue those inside.
    const terrace = options.tables + between(random, 1, 20);
    const from = seatedAt + Math.floor(random() * (lastInstant(rounds) - seatedAt));
    seats.push({ from, table: { ...table, number: terrace, subNumber: 1 } });
  }
  return { kind: 'table', orderId: orderId(random), number, ticketNumber: null, seats, rounds };
}

function counterOrder(number: number, arrivesAt: number, { paceOf = USUAL_PACE }: OrderOptions, random: Random): Order {
  const rounds = generateRounds([counterCourse], arrivesAt, random, paceOf);
  return { kind: 'cafeteria', orderId: orderId(random), number, ticketNumber: number % 100, seats: [], rounds };
}

/** A random UUID from the seeded sequence. */
export function orderId(random: Random): string {
  return uuid({ random: Uint8Array.from({ length: 16 }, () => between(random, 0, 255)) });
}
