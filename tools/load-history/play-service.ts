import { type Message, writeMessage } from '../pos-simulator/message';
import type { Order } from '../pos-simulator/orders';
import { type Press, pressButtons } from '../pos-simulator/presses';
import { between, type Random } from '../pos-simulator/random';
import type { TruthCourse } from '../pos-simulator/service';
import { truthOf } from '../pos-simulator/truth';
import { clearInBulk } from './clear-in-bulk';
import type { PlannedService } from './plan-services';
import { type Books, seatOrders } from './seat-orders';

/** What the POS posts, and when it is received (epoch ms). */
export type PastDelivery = { receivedAt: number; pathEvent: string; body: string };

export type PlayedService = {
  /** In order of receipt. */
  deliveries: PastDelivery[];
  courses: number;
  /** The expected history after exactly these deliveries. */
  truth: () => TruthCourse[];
};

const LATE_SHARE = 0.03;
const LATE_AT_MOST_MS = 10 * 60_000;
const REPEATED_SHARE = 0.025;
const REPEATED_WITHIN_MS = 60_000;
/** A POS that is restarted counts its events from 1 again. */
const RESTART_SHARE = 0.02;
const PATH = '/webhooks/';

/** A service as the POS sends it: the simulator's kitchen with the numbers of the branch, faults included. */
export function playService(service: PlannedService, books: Books, seed: number, random: Random): PlayedService {
  const till = { branch: service.branch, unit: 'seconds', offset: service.offset, faults: true } as const;
  const orders = clearInBulk(seatOrders(service, books, seed, random), service, random);
  const presses = orders.flatMap((order) => pressButtons(order, till.faults, random)).sort((a, b) => a.at - b.at);
  if (random() < RESTART_SHARE) books.events = 0;
  const sent: (Press & Message)[] = [];
  for (const press of presses) {
    books.events += 1;
    if (!press.lost) sent.push({ ...press, ...writeMessage(press, books.events, till, random) });
  }
  return {
    deliveries: sent.flatMap((press) => receive(press, random)).sort((a, b) => a.receivedAt - b.receivedAt),
    courses: orders.reduce((sum: number, order: Order) => sum + order.rounds.length, 0),
    truth: () => truthOf(orders, sent, service.branch),
  };
}

function receive({ at, path, body }: Press & Message, random: Random): PastDelivery[] {
  // Few come very late: the cube keeps most within a minute and a half.
  const lateMs = random() < LATE_SHARE ? Math.floor(random() ** 3 * LATE_AT_MOST_MS) : 0;
  const receivedAt = at + between(random, 20, 400) + lateMs;
  const delivery = { receivedAt, pathEvent: path.slice(PATH.length), body };
  if (random() >= REPEATED_SHARE) return [delivery];
  return [delivery, { ...delivery, receivedAt: receivedAt + between(random, 500, REPEATED_WITHIN_MS) }];
}
