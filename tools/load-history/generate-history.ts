import { createHash } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { groupBy } from '../../lib/collections';
import { MINUTE_MS } from '../../lib/time';
import { deliver, sendPresses, type TruthCourse } from '../pos-simulator/generate-service';
import { type CourseRound, generateOrders, type Order, type PaceOf } from '../pos-simulator/orders';
import { between, createRandom, type Random, shuffled } from '../pos-simulator/random';
import { truthOf } from '../pos-simulator/truth';
import { COURSES_PER_TABLE, type HistoryOptions, type PlannedService, planServices } from './plan-services';

/**
 * By course number: the expected times of some courses are generous, those of others tight, so that the share of late
 * courses differs between them.
 */
const PACES: Record<number, number> = { 1: 0.82, 2: 0.9, 3: 0.96, 4: 0.86, 5: 0.8, 9: 0.88 };
/** In an empty restaurant, and how much more in a full one. */
const QUIET_PACE = 0.94;
const BUSY_DELAY = 0.14;

/** Counters of a branch's POS that continue from service to service. */
type OrderCounters = { year: number; tableOrders: number; counterOrders: number };

/** Share (0 to 1) of the generated orders of each kind that a lunch or a dinner has. */
const MEAL_SHARES = { lunch: { table: 0.55, cafeteria: 1 }, dinner: { table: 1, cafeteria: 0.5 } } as const;

type Step = 'complete' | 'serve';

/** Probability that a screen is cleared during a service. */
const CLEAR_SHARE = { lunch: 0.3, dinner: 0.6 } as const;
const BETWEEN_PRESSES_MS = 350;
const MIN_COURSES = 6;
const MIN_ORDERS = 3;
/** Pressed within five seconds, the definition of a bulk (SPEC.md, F14). */
const MAX_COURSES = 14;

/** A delivery, and when it is received (epoch ms). */
export type PastDelivery = { receivedAt: number; pathEvent: string; body: string };

type GeneratedService = {
  /** In order of receipt. */
  deliveries: PastDelivery[];
  courses: number;
  /** The expected history after exactly these deliveries. */
  truth: () => TruthCourse[];
};

const PATH = '/webhooks/';

/** A business day of all branches. */
export type GeneratedDay = {
  day: string;
  /** Of all branches, in order of receipt. */
  deliveries: PastDelivery[];
  courses: number;
  truth: () => TruthCourse[];
};

/** Generates a history lazily, day by day. The same options produce the same history. */
export function* generateHistory(options: HistoryOptions): Generator<GeneratedDay> {
  // One random sequence for all: sequences of several seeds are parts of one another, and would overlap.
  const random = createRandom(options.seed);
  const counters = new Map<number, OrderCounters>();
  for (const [day, services] of groupBy(planServices(options), (service) => service.day)) {
    const generated = services.map((service) => {
      const ofBranch = counters.get(service.branch) ?? { year: 0, tableOrders: 0, counterOrders: 0 };
      counters.set(service.branch, ofBranch);
      return generatePastService(service, ofBranch, options.seed, random);
    });
    yield {
      day,
      deliveries: generated.flatMap(({ deliveries }) => deliveries).sort((a, b) => a.receivedAt - b.receivedAt),
      courses: generated.reduce((sum, { courses }) => sum + courses, 0),
      truth: () => generated.flatMap(({ truth }) => truth()),
    };
  }
}

/**
 * Generates the deliveries of a service, with faults. Its orders continue the numbers in `counters`, which is changed.
 */
function generatePastService(
  service: PlannedService,
  counters: OrderCounters,
  seed: number,
  random: Random,
): GeneratedService {
  const pos = { branch: service.branch, unit: 'seconds', offset: service.offset, faults: true } as const;
  const orders = clearInBulk(generateServiceOrders(service, counters, seed, random), service, random);
  const sent = sendPresses(orders, pos, random);
  return {
    deliveries: sent
      .flatMap((press) => deliver(press, 0, pos.faults, random))
      .map(({ atMs, path, body }) => ({ receivedAt: atMs, pathEvent: path.slice(PATH.length), body }))
      .sort((a, b) => a.receivedAt - b.receivedAt),
    courses: orders.reduce((sum, order) => sum + order.rounds.length, 0),
    truth: () => truthOf(orders, sent, service.branch),
  };
}

/**
 * In some services all courses on a screen are completed or served within a few seconds. No step is pressed before the
 * previous one.
 */
function clearInBulk(orders: readonly Order[], service: PlannedService, random: Random): Order[] {
  if (random() >= CLEAR_SHARE[service.meal]) return [...orders];
  const moment = service.opensAt + Math.floor((0.3 + random() * 0.7) * service.minutes * MINUTE_MS);
  const step: Step = random() < 0.6 ? 'serve' : 'complete';
  const onScreen = orders.filter(({ rounds }) => rounds.some((round) => isOnScreen(round, step, moment)));
  const cleared = new Map<CourseRound, CourseRound>();
  const maxCourses = between(random, MIN_COURSES, MAX_COURSES);
  for (const round of onScreen.flatMap(({ rounds }) => rounds)) {
    if (cleared.size >= maxCourses || !isOnScreen(round, step, moment)) continue;
    const at = moment + cleared.size * BETWEEN_PRESSES_MS;
    cleared.set(round, step === 'serve' ? { ...round, servedAt: at } : { ...round, readyAt: at });
  }
  const clearedOrders = onScreen.filter(({ rounds }) => rounds.some((round) => cleared.has(round)));
  if (cleared.size < MIN_COURSES || clearedOrders.length < MIN_ORDERS) return [...orders];
  return orders.map((order) => ({ ...order, rounds: order.rounds.map((round) => cleared.get(round) ?? round) }));
}

/** Courses with several rounds are excluded, because a moved step could count for another round. */
function isOnScreen({ hasMoreRounds, startedAt, readyAt, servedAt }: CourseRound, step: Step, moment: number): boolean {
  if (hasMoreRounds) return false;
  return step === 'serve'
    ? readyAt < moment - MINUTE_MS && Math.abs(servedAt - moment) < 20 * MINUTE_MS
    : startedAt < moment - 2 * MINUTE_MS && servedAt > moment + MINUTE_MS && readyAt < moment + 15 * MINUTE_MS;
}

/**
 * The orders of a service by start, with exactly the planned number of courses: the last party has fewer. Order numbers
 * continue from the branch's counters, which restart each year. `seed` determines the order ids.
 */
function generateServiceOrders(
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

/** How fast the kitchen cooks in a service: the busier it is, the slower. */
function paceIn({ courses, tables }: PlannedService): PaceOf {
  const load = Math.min(1, courses / (tables * COURSES_PER_TABLE));
  const ofService = QUIET_PACE + BUSY_DELAY * load;
  return ({ number }) => (PACES[number] ?? 1) * ofService;
}
