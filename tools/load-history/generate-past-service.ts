import { type Message, writeMessage } from '../pos-simulator/message';
import { type Press, pressButtons } from '../pos-simulator/presses';
import { between, type Random } from '../pos-simulator/random';
import type { TruthCourse } from '../pos-simulator/service';
import { truthOf } from '../pos-simulator/truth';
import { clearInBulk } from './clear-in-bulk';
import type { PlannedService } from './plan-services';
import { generateServiceOrders, type OrderCounters } from './seat-orders';

/** A delivery, and when it is received (epoch ms). */
export type PastDelivery = { receivedAt: number; pathEvent: string; body: string };

export type GeneratedService = {
  /** In order of receipt. */
  deliveries: PastDelivery[];
  courses: number;
  /** The expected history after exactly these deliveries. */
  truth: () => TruthCourse[];
};

const LATE_SHARE = 0.03;
const MAX_LATE_MS = 10 * 60_000;
const REPEATED_SHARE = 0.025;
const MAX_REPEAT_DELAY_MS = 60_000;
/** Share of the services in which the POS restarts, which resets its event counter. */
const RESTART_SHARE = 0.02;
const PATH = '/webhooks/';

/**
 * Generates the deliveries of a service, with faults. Its orders and events continue the numbers in `counters`, which is
 * changed.
 */
export function generatePastService(
  service: PlannedService,
  counters: OrderCounters,
  seed: number,
  random: Random,
): GeneratedService {
  const pos = { branch: service.branch, unit: 'seconds', offset: service.offset, faults: true } as const;
  const orders = clearInBulk(generateServiceOrders(service, counters, seed, random), service, random);
  const presses = orders.flatMap((order) => pressButtons(order, pos.faults, random)).sort((a, b) => a.at - b.at);
  if (random() < RESTART_SHARE) counters.events = 0;
  const sent: (Press & Message)[] = [];
  for (const press of presses) {
    counters.events += 1;
    if (!press.lost) sent.push({ ...press, ...writeMessage(press, counters.events, pos, random) });
  }
  return {
    deliveries: sent.flatMap((press) => receive(press, random)).sort((a, b) => a.receivedAt - b.receivedAt),
    courses: orders.reduce((sum, order) => sum + order.rounds.length, 0),
    truth: () => truthOf(orders, sent, service.branch),
  };
}

function receive({ at, path, body }: Press & Message, random: Random): PastDelivery[] {
  // The cube makes most delays shorter than 90 seconds.
  const lateMs = random() < LATE_SHARE ? Math.floor(random() ** 3 * MAX_LATE_MS) : 0;
  const receivedAt = at + between(random, 20, 400) + lateMs;
  const delivery = { receivedAt, pathEvent: path.slice(PATH.length), body };
  if (random() >= REPEATED_SHARE) return [delivery];
  return [delivery, { ...delivery, receivedAt: receivedAt + between(random, 500, MAX_REPEAT_DELAY_MS) }];
}
