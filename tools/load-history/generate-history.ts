import { localMinute } from '../../domain/business-day';
import { groupBy } from '../../lib/collections';
import { DAY_MS, MINUTE_MS } from '../../lib/time';
import { deliver, sendPresses, type TruthCourse } from '../pos-simulator/generate-service';
import { type CourseRound, generateOrders, type Order } from '../pos-simulator/orders';
import { between, createRandom, type Random, shuffled } from '../pos-simulator/random';
import { truthOf } from '../pos-simulator/truth';

/** Options of a history. If `years` is null, it is as long as branches of usual size need for the courses. */
export type HistoryOptions = {
  /** Total number of courses; each round counts. */
  courses: number;
  years: number | null;
  branches: number;
  seed: number;
  /** The last business day, `2026-06-19`. */
  until: string;
};

/** A lunch or a dinner of one branch, with the exact number of its courses. */
type Service = { branch: number; day: string; meal: keyof typeof MEALS; courses: number };

/** A delivery, and when it is received (epoch ms). */
export type PastDelivery = { receivedAt: number; pathEvent: string; body: string };

/** A business day of all branches. */
export type GeneratedDay = {
  day: string;
  /** Of all branches, in order of receipt. */
  deliveries: PastDelivery[];
  courses: number;
  /** The expected history after exactly these deliveries. */
  truth: () => TruthCourse[];
};

/** The time zone of the branches, independent of this machine's, and its offsets in minutes. */
export const TIME_ZONE = 'Europe/Amsterdam';
const OFFSETS = { '+01:00': 60, '+02:00': 120 };
/** Courses of an average day of a branch of usual size. */
const USUAL_COURSES_PER_DAY = 250;
const DAYS_PER_YEAR = 365.25;

/** How busy a branch, a day of the week (Monday first) and a month are. */
const BRANCH_SIZES = [1.2, 1, 0.7, 1.1];
const WEEK = [0.5, 0.6, 0.7, 0.8, 1.2, 1.4, 1];
const SEASONS = [0.85, 0.85, 0.95, 1, 1.05, 1.1, 1.1, 1.05, 1, 0.95, 1, 1.25];
const CLOSED_DAYS = ['12-25', '01-01'];
const MEALS = {
  lunch: { opensMinute: 11 * 60 + 30, minutes: 165, weight: 0.45 },
  dinner: { opensMinute: 17 * 60, minutes: 270, weight: 1 },
};
const MIN_TABLES = 10;
const COURSES_PER_TABLE = 6;

/** Share of the services in which a full screen is cleared at once, a bulk (SPEC.md, F14). */
const CLEARED_SHARE = 0.5;
const BETWEEN_PRESSES_MS = 350;
const MAX_CLEARED = 14;

const PATH = '/webhooks/';

/** Generates a history lazily, day by day. The same options produce the same history. */
export function* generateHistory(options: HistoryOptions): Generator<GeneratedDay> {
  // One random sequence for all: sequences of several seeds are parts of one another, and would overlap.
  const random = createRandom(options.seed);
  const orderNumbers = new Map<number, number>();
  for (const [day, services] of groupBy(planServices(options), (service) => service.day)) {
    const generated = services.map((service) => {
      const orders = generateServiceOrders(service, orderNumbers.get(service.branch) ?? 0, random);
      orderNumbers.set(service.branch, Math.max(...orders.map(({ number }) => number)));
      const pos = { branch: service.branch, unit: 'seconds', offset: openingOf(service).offset, faults: true } as const;
      return { orders, sent: sendPresses(orders, pos, random), branch: service.branch };
    });
    yield {
      day,
      deliveries: generated
        .flatMap(({ sent }) => sent.flatMap((press) => deliver(press, 0, true, random)))
        .map(({ atMs, path, body }) => ({ receivedAt: atMs, pathEvent: path.slice(PATH.length), body }))
        .sort((a, b) => a.receivedAt - b.receivedAt),
      courses: services.reduce((sum, { courses }) => sum + courses, 0),
      truth: () => generated.flatMap(({ orders, sent, branch }) => truthOf(orders, sent, branch)),
    };
  }
}

/** Plans the services of a history, day by day. Their courses add up exactly. */
function planServices({ courses, years, branches, until }: HistoryOptions): Service[] {
  const usualDays = courses / (USUAL_COURSES_PER_DAY * branches);
  const days = Math.max(1, Math.ceil(years === null ? usualDays : years * DAYS_PER_YEAR));
  const all = Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(until) - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const open = all.filter((day) => !CLOSED_DAYS.includes(day.slice(5)));
  // A single day on which all branches are closed still needs a service for the courses.
  const drafts = (open.length > 0 ? open : all).flatMap((day) =>
    Array.from({ length: branches }, (_, index) => index + 1).flatMap((branch) =>
      (['lunch', 'dinner'] as const).map((meal) => ({ branch, day, meal, weight: weightOf(branch, day, meal) })),
    ),
  );
  const total = drafts.reduce((sum, { weight }) => sum + weight, 0);
  let [cumulativeWeight, assigned] = [0, 0];
  return drafts
    .map(({ weight, ...draft }) => {
      cumulativeWeight += weight;
      const ofService = Math.round((courses * cumulativeWeight) / total) - assigned;
      assigned += ofService;
      return { ...draft, courses: ofService };
    })
    .filter((service) => service.courses > 0);
}

function weightOf(branch: number, day: string, meal: Service['meal']): number {
  const date = new Date(day);
  const size = BRANCH_SIZES[(branch - 1) % BRANCH_SIZES.length] ?? 1;
  return size * (WEEK[(date.getUTCDay() + 6) % 7] ?? 1) * (SEASONS[date.getUTCMonth()] ?? 1) * MEALS[meal].weight;
}

/** The opening time in local time. Clock changes happen before opening, so the offset is that of the whole service. */
function openingOf({ day, meal }: Pick<Service, 'day' | 'meal'>): { opensAt: number; offset: string } {
  const { opensMinute } = MEALS[meal];
  for (const [offset, minutes] of Object.entries(OFFSETS)) {
    const opensAt = Date.parse(day) + (opensMinute - minutes) * MINUTE_MS;
    if (localMinute(opensAt, TIME_ZONE) === opensMinute) return { opensAt, offset };
  }
  throw new RangeError(`${TIME_ZONE} has an unknown offset on ${day}`);
}

/**
 * The orders of a service by start, with exactly the planned number of courses: the last party has fewer. Order numbers
 * continue after `lastNumber`.
 */
function generateServiceOrders(service: Service, lastNumber: number, random: Random): Order[] {
  const { opensAt } = openingOf(service);
  const { minutes } = MEALS[service.meal];
  const tables = Math.max(MIN_TABLES, Math.ceil(service.courses / COURSES_PER_TABLE));
  let remaining = service.courses;
  const chosen: Order[] = [];
  while (remaining > 0) {
    const count = Math.ceil(remaining / 2) + 1;
    const generated = generateOrders({ opensAt, minutes, tables, orders: count, moves: true }, random);
    for (const order of shuffled(random, generated)) {
      const rounds = order.rounds.slice(0, remaining);
      remaining -= rounds.length;
      if (rounds.length > 0) chosen.push({ ...order, rounds });
    }
  }
  const orders = chosen
    .toSorted((a, b) => firstStartOf(a) - firstStartOf(b))
    .map((order, index) => {
      const number = lastNumber + 1 + index;
      return { ...order, number, ticketNumber: order.kind === 'table' ? null : number % 100 };
    });
  if (random() >= CLEARED_SHARE) return orders;
  return clearScreen(orders, opensAt + between(random, Math.floor(minutes * 0.3), minutes) * MINUTE_MS);
}

function firstStartOf({ rounds }: Order): number {
  return Math.min(...rounds.map(({ startedAt }) => startedAt));
}

/**
 * Serves all courses that are on a screen at a moment (epoch ms) within a few seconds. Courses with several rounds are
 * left out, because a moved step could count for another round.
 */
function clearScreen(orders: readonly Order[], moment: number): Order[] {
  let cleared = 0;
  const clear = (round: CourseRound): CourseRound => {
    const isReady = round.readyAt < moment - MINUTE_MS && Math.abs(round.servedAt - moment) < 20 * MINUTE_MS;
    if (!isReady || round.hasMoreRounds || cleared === MAX_CLEARED) return round;
    cleared += 1;
    return { ...round, servedAt: moment + cleared * BETWEEN_PRESSES_MS };
  };
  return orders.map((order) => ({ ...order, rounds: order.rounds.map(clear) }));
}
