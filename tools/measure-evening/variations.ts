import { HOUR_MS, MINUTE_MS } from '../../lib/time-units';
import type { TruthCourse } from '../pos-simulator/generate-service';
import { between, createRandom, pickShare, type Random } from '../pos-simulator/random';
import {
  delayFrom,
  type EveningDelivery,
  type EveningOrder,
  endOf,
  moveToTable,
  shiftOrder,
  startOf,
} from './deliveries';

/** The deliveries of an evening in order of receipt, and the truth. */
export type Evening = {
  deliveries: EveningDelivery[];
  courses: TruthCourse[];
  /** Courses served without a press: removed here, or lost in the recording. */
  unpressed: ReadonlySet<TruthCourse>;
  /** Number of re-seatings. */
  reseatings: number;
};

export type Variation = {
  seed: number;
  /** Share of the serves without a press. */
  forgottenShare: number;
  /** Time from the last serve until the table is re-seated; null keeps the time of every order. */
  reseatAfterMs: number | null;
  /** In a jam, half of what becomes ready stands on the pass up to this long; null for none. */
  standsUpToMs: number | null;
};

const MIN_CLEARING_MS = 3 * MINUTE_MS;
/** When a jam begins and ends, after the first event of the evening. */
const JAM = { fromMs: HOUR_MS, untilMs: 3 * HOUR_MS };
/** Sub-number of every table, in place of the recording's second halves. */
const ONE_TABLE = '1';

/**
 * The recorded evening on as few tables as possible: each order gets the table that was freed last. In the recording
 * only 18 of 56 orders follow another one at their table.
 */
export function vary(orders: readonly EveningOrder[], variation: Variation): Evening {
  const { seed, forgottenShare, reseatAfterMs, standsUpToMs } = variation;
  const random = createRandom(seed);
  const opensAt = Math.min(...orders.map(startOf));
  const delay = (order: EveningOrder) => (standsUpToMs === null ? order : jam(order, opensAt, standsUpToMs, random));
  const { seated, reseatings } = reseat(orders, reseatAfterMs, delay);
  const served = seated.flatMap(({ courses }) => courses.filter(({ servedAt }) => servedAt !== null));
  const chosen = pickShare(random, served.length, forgottenShare);
  const forgotten = new Set(served.filter((_, index) => chosen.has(index)));
  const deliveries = seated.flatMap((order) =>
    order.deliveries.filter((delivery) => {
      const course = servedBy(delivery, order.courses);
      return !course || !forgotten.has(course);
    }),
  );
  const courses = seated.flatMap((order) => order.courses);
  return {
    deliveries: deliveries.toSorted((a, b) => a.receivedAt - b.receivedAt),
    courses,
    unpressed: new Set(courses.filter((course) => course.servedAt === null || forgotten.has(course))),
    reseatings,
  };
}

/** A random seed. Print it, so that the run can be repeated. */
export function newSeed(): number {
  return between(Math.random, 1, 2 ** 31 - 1);
}

/** Delays serves of an order during a jam, and with each one everything that follows in the order. */
function jam(order: EveningOrder, opensAt: number, standsUpToMs: number, random: Random): EveningOrder {
  const isJammed = (at: number) => at >= opensAt + JAM.fromMs && at < opensAt + JAM.untilMs;
  return order.courses.reduce((delayed, _, index) => {
    const { readyAt, servedAt } = delayed.courses[index] ?? {};
    const stands = random() < 0.5;
    if (!readyAt || !servedAt || !stands || !isJammed(Date.parse(readyAt))) return delayed;
    const byMs = Date.parse(readyAt) + Math.round(random() * standsUpToMs) - Date.parse(servedAt);
    return byMs > 0 ? delayFrom(delayed, Date.parse(servedAt), byMs) : delayed;
  }, order);
}

function reseat(
  orders: readonly EveningOrder[],
  reseatAfterMs: number | null,
  delay: (order: EveningOrder) => EveningOrder,
) {
  const freeAt = new Map<number, number>();
  let reseatings = 0;
  const seated = orders.map((order) => {
    const [first] = order.deliveries.flatMap(({ fact }) => fact.table ?? []);
    if (first?.subNumber !== ONE_TABLE) return delay(order);
    const begin = startOf(order);
    const [freedLast] = [...freeAt]
      .filter(([, end]) => end + (reseatAfterMs ?? MIN_CLEARING_MS) <= begin)
      .sort(([, a], [, b]) => b - a);
    const number = freedLast?.[0] ?? freeAt.size + 1;
    const byMs = freedLast && reseatAfterMs !== null ? freedLast[1] + reseatAfterMs - begin : 0;
    const reseated = delay(moveToTable(byMs === 0 ? order : shiftOrder(order, byMs), number));
    if (freedLast) reseatings += 1;
    freeAt.set(number, endOf(reseated));
    return reseated;
  });
  return { seated, reseatings };
}

/** The course of a serve: the last round that was served by then. */
function servedBy({ fact }: EveningDelivery, courses: readonly TruthCourse[]): TruthCourse | undefined {
  if (fact.type !== 'CourseServed') return undefined;
  return courses
    .filter(({ courseNumber, servedAt }) => courseNumber === fact.course.number && servedAt !== null)
    .filter(({ servedAt }) => Date.parse(servedAt ?? '') <= fact.at)
    .toSorted((a, b) => a.round - b.round)
    .at(-1);
}
