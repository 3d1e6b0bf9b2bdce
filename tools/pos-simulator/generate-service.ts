import { type Message, writeMessage } from './message';
import { type Order, takeOrders } from './orders';
import { type Press, pressButtons } from './presses';
import { createRandom, type Random } from './random';
import type { Delivery, Service, Truth } from './service';
import { makeStrange } from './strange';
import { atOffset, offsetOf } from './timestamp';
import { truthOf } from './truth';

/** Options of a service. */
export type ServiceOptions = {
  branch: number;
  tables: number;
  /** Orders in all, those at the counter included. */
  orders: number;
  /** How long parties keep coming; the last of them are still served after that. */
  minutes: number;
  /** Unit of the preparation times in the bodies. */
  unit: Truth['unit'];
  /** Late, repeated and lost deliveries, odd bodies, tables that move. */
  faults: boolean;
  /** Larger deviations from the documentation, scanned codes and several workplaces: see `makeStrange`. */
  strange: boolean;
  /** When the doors open, ISO 8601; the offset it ends in is that of every time stamp. */
  start: string;
};

/** A Friday evening in a restaurant of middling size, on the day of the fixture. */
export const fridayEvening: ServiceOptions = {
  branch: 1,
  tables: 40,
  orders: 105,
  minutes: 210,
  unit: 'seconds',
  faults: true,
  strange: false,
  start: '2026-06-19T17:30:00.000+02:00',
};

type SentPress = Press & Message & { counter: number };

const lateShare = 0.03;
const lateAtMostMs = 10 * 60_000;
const repeatedShare = 0.025;
const repeatedWithinMs = 60_000;

/**
 * A realistic service: what the POS posts, in order of arrival, and what really happened, by the rules of SPEC.md. The
 * same seed and options give the same service. Every instant of an order is unique, and no two steps are close enough
 * to be ambiguous. Throws a RangeError if `start` is no time stamp with an offset.
 */
export function generateService(seed: number, options: Partial<ServiceOptions> = {}): Service {
  const chosen = { ...fridayEvening, ...options };
  const offset = offsetOf(chosen.start);
  if (offset === null) throw new RangeError(`${chosen.start} is no time stamp with an offset`);
  const till = { ...chosen, offset: offset === 'Z' ? '+00:00' : offset };
  const opensAt = Date.parse(chosen.start);
  const random = createRandom(seed);

  const orders = takeOrders({ ...chosen, opensAt, moves: chosen.faults }, random);
  const sent = sendPresses(orders, till, random);
  const deliveries = sent.flatMap((press) => deliver(press, opensAt, chosen.faults, random));
  deliveries.sort((a, b) => a.atMs - b.atMs);

  const truth: Truth = {
    name: `generated-${seed}`,
    branch: chosen.branch,
    date: atOffset(opensAt, till.offset).slice(0, 10),
    unit: chosen.unit,
    opensAt: new Date(opensAt).toISOString(),
    deliveries: deliveries.length,
    courses: truthOf(orders, sent, chosen.branch),
  };
  return chosen.strange ? makeStrange({ deliveries, truth }, seed) : { deliveries, truth };
}

/** What the POS sends for the buttons pressed, numbered in the order in which they were. */
function sendPresses(orders: readonly Order[], till: ServiceOptions & { offset: string }, random: Random): SentPress[] {
  const presses = orders.flatMap((order) => pressButtons(order, till.faults, random));
  presses.sort((a, b) => a.at - b.at);
  // The counter starts at any number, and restarts with the POS.
  const restartsAt = till.faults ? Math.floor(random() * presses.length) : presses.length;
  const first = Math.floor(random() * 5_000);
  return presses.flatMap((press, index) => {
    if (press.lost) return [];
    const counter = index < restartsAt ? first + index : 1 + index - restartsAt;
    return [{ ...press, ...writeMessage(press, counter, till, random), counter }];
  });
}

function deliver(press: SentPress, opensAt: number, faults: boolean, random: Random): Delivery[] {
  const odd = (share: number) => faults && random() < share;
  const wayMs = 20 + Math.floor(random() * 380);
  // Few come very late: the cube keeps most within a minute and a half.
  const lateMs = odd(lateShare) ? Math.floor(random() ** 3 * lateAtMostMs) : 0;
  const { event, path, body } = press;
  const delivery = { atMs: press.at - opensAt + wayMs + lateMs, event, path, body };
  if (!odd(repeatedShare)) return [delivery];
  return [delivery, { ...delivery, atMs: delivery.atMs + 500 + Math.floor(random() * repeatedWithinMs) }];
}
