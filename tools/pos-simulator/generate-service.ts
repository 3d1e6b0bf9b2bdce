import { type Message, writeMessage } from './message';
import { generateOrders, type Order } from './orders';
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
  /** Number of orders, including those at the counter. */
  orders: number;
  /** Period in which parties arrive; the last ones are served after it. */
  minutes: number;
  /** Unit of the preparation times in the bodies. */
  unit: Truth['unit'];
  /** Late, repeated and lost deliveries, odd bodies, tables that move. */
  faults: boolean;
  /** Larger deviations from the documentation, scanned codes and several workplaces: see `makeStrange`. */
  strange: boolean;
  /** Opening time, ISO 8601. Its offset is used for every time stamp. */
  start: string;
};

/** A Friday evening in a medium-sized restaurant, on the day of the fixture. */
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
const maxLateMs = 10 * 60_000;
const repeatedShare = 0.025;
const maxRepeatDelayMs = 60_000;

/**
 * Generates a realistic service: the POS's deliveries in order of arrival, and the truth by the rules of SPEC.md. The
 * same seed and options produce the same service. Every instant of an order is unique, and no two steps are close
 * enough to be ambiguous. @throws RangeError if `start` is not a time stamp with an offset
 */
export function generateService(seed: number, options: Partial<ServiceOptions> = {}): Service {
  const chosen = { ...fridayEvening, ...options };
  const offset = offsetOf(chosen.start);
  if (offset === null) throw new RangeError(`${chosen.start} is not a time stamp with an offset`);
  const pos = { ...chosen, offset: offset === 'Z' ? '+00:00' : offset };
  const opensAt = Date.parse(chosen.start);
  const random = createRandom(seed);

  const orders = generateOrders({ ...chosen, opensAt, moves: chosen.faults }, random);
  const sent = sendPresses(orders, pos, random);
  const deliveries = sent.flatMap((press) => deliver(press, opensAt, chosen.faults, random));
  deliveries.sort((a, b) => a.atMs - b.atMs);

  const truth: Truth = {
    name: `generated-${seed}`,
    branch: chosen.branch,
    date: atOffset(opensAt, pos.offset).slice(0, 10),
    unit: chosen.unit,
    opensAt: new Date(opensAt).toISOString(),
    deliveries: deliveries.length,
    courses: truthOf(orders, sent, chosen.branch),
  };
  return chosen.strange ? makeStrange({ deliveries, truth }, seed) : { deliveries, truth };
}

/** The messages for the pressed buttons, numbered in order of time. */
function sendPresses(orders: readonly Order[], pos: ServiceOptions & { offset: string }, random: Random): SentPress[] {
  const presses = orders.flatMap((order) => pressButtons(order, pos.faults, random));
  presses.sort((a, b) => a.at - b.at);
  // The event counter starts at a random number, and restarts once.
  const restartsAt = pos.faults ? Math.floor(random() * presses.length) : presses.length;
  const first = Math.floor(random() * 5_000);
  return presses.flatMap((press, index) => {
    if (press.lost) return [];
    const counter = index < restartsAt ? first + index : 1 + index - restartsAt;
    return [{ ...press, ...writeMessage(press, counter, pos, random), counter }];
  });
}

function deliver(press: SentPress, opensAt: number, faults: boolean, random: Random): Delivery[] {
  const happens = (share: number) => faults && random() < share;
  const latencyMs = 20 + Math.floor(random() * 380);
  // The cube makes most delays shorter than 90 seconds.
  const delayMs = happens(lateShare) ? Math.floor(random() ** 3 * maxLateMs) : 0;
  const { event, path, body } = press;
  const delivery = { atMs: press.at - opensAt + latencyMs + delayMs, event, path, body };
  if (!happens(repeatedShare)) return [delivery];
  return [delivery, { ...delivery, atMs: delivery.atMs + 500 + Math.floor(random() * maxRepeatDelayMs) }];
}
