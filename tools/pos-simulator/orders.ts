import { v4 as uuid } from 'uuid';
import { counterCourse, drinks, mains, menu, tableNames } from './menu';
import { between, pick, type Random } from './random';
import { type CourseRound, lastInstant, playCourses } from './rounds';
import type { Table } from './service';

/** An order with its tables and courses. Instants are epoch ms. */
export type Order = {
  kind: 'table' | 'cafeteria';
  orderId: string;
  number: number;
  ticketNumber: number | null;
  /** Where the party sat, and from when; empty at the counter. In order of time. */
  seats: Array<{ from: number; table: Table }>;
  rounds: CourseRound[];
};

/** How busy the service is. Parties come during `minutes`; the last of them are still served after that. */
export type Business = { opensAt: number; minutes: number; tables: number; orders: number; moves: boolean };

const counterShare = 0.4;
const sharedTableShare = 0.05;
const movedShare = 0.06;
const clearingMs = 10 * 60_000;
// Numbers as in the published samples.
const firstTableOrder = 85_201;
const firstCounterOrder = 6_501;

/** All orders of a service. A party that finds no free table waits for the one that is free first. */
export function takeOrders(business: Business, random: Random): Order[] {
  const atCounter = Math.round(business.orders * counterShare);
  const freeAt = Array.from({ length: business.tables }, () => business.opensAt);
  const orders: Order[] = [];
  for (const [index, comesAt] of arrivals(business, business.orders - atCounter, random).entries()) {
    const table = findTable(freeAt, comesAt, random);
    const sitsAt = Math.max(comesAt, freeAt[table] ?? comesAt);
    const order = tableOrder(firstTableOrder + index, table + 1, sitsAt, business, random);
    freeAt[table] = lastInstant(order.rounds) + clearingMs;
    orders.push(order);
  }
  for (const [index, comesAt] of arrivals(business, atCounter, random).entries()) {
    orders.push(counterOrder(firstCounterOrder + index, comesAt, random));
  }
  return orders;
}

/** So many parties, in order of coming: most in the middle of the service, a few right at the door. */
function arrivals({ opensAt, minutes }: Business, count: number, random: Random): number[] {
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

function tableOrder(number: number, tableNumber: number, sitsAt: number, business: Business, random: Random): Order {
  const table = {
    number: tableNumber,
    subNumber: random() < sharedTableShare ? 2 : 1,
    tableName: pick(random, tableNames),
    numberOfGuests: between(random, 1, 8),
  };
  const chosen = menu.filter((course) => random() < course.orderedBy);
  const courses = chosen.length > 1 ? chosen : [drinks, mains];
  const rounds = playCourses(courses, sitsAt, random);
  const seats = [{ from: sitsAt, table }];
  if (business.moves && random() < movedShare) {
    // To the terrace, whose tables are numbered on from those inside.
    const terrace = business.tables + between(random, 1, 20);
    const from = sitsAt + Math.floor(random() * (lastInstant(rounds) - sitsAt));
    seats.push({ from, table: { ...table, number: terrace, subNumber: 1 } });
  }
  return { kind: 'table', orderId: orderId(random), number, ticketNumber: null, seats, rounds };
}

function counterOrder(number: number, comesAt: number, random: Random): Order {
  const rounds = playCourses([counterCourse], comesAt, random);
  return { kind: 'cafeteria', orderId: orderId(random), number, ticketNumber: number % 100, seats: [], rounds };
}

/** A random UUID out of the seeded sequence. */
export function orderId(random: Random): string {
  return uuid({ random: Uint8Array.from({ length: 16 }, () => between(random, 0, 255)) });
}
