import { between, createRandom, pickShare } from '../pos-simulator/random';
import type { TruthCourse } from '../pos-simulator/service';
import { atTable, beginOf, type EveningDelivery, type EveningOrder, endOf, shifted } from './deliveries';

/** An evening to play: its deliveries in order of receipt, and its truth. */
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
  /** Time from the last serve until the table is taken again; null keeps the time of every order. */
  againAfterMs: number | null;
};

const MINUTE = 60_000;
const LEAST_CLEARING_MS = 3 * MINUTE;
/** Sub-number of every table, in place of the recording's second halves. */
const ONE_TABLE = '1';

/**
 * The recorded evening on as few tables as it needs: who comes gets the table that was freed last. As it was recorded
 * only 18 of 56 orders follow another one.
 */
export function varied(orders: readonly EveningOrder[], { seed, forgottenShare, againAfterMs }: Variation): Evening {
  const random = createRandom(seed);
  const { seated, reseatings } = seatAgain(orders, againAfterMs);
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

/** A new seed for each run, which is printed, so that the run can be repeated. */
export function newSeed(): number {
  return between(Math.random, 1, 2 ** 31 - 1);
}

function seatAgain(orders: readonly EveningOrder[], againAfterMs: number | null) {
  const freeAt = new Map<number, number>();
  let reseatings = 0;
  const seated = orders.map((order) => {
    const [first] = order.deliveries.flatMap(({ fact }) => fact.table ?? []);
    if (first?.subNumber !== ONE_TABLE) return order;
    const begin = beginOf(order);
    const [freedLast] = [...freeAt]
      .filter(([, end]) => end + (againAfterMs ?? LEAST_CLEARING_MS) <= begin)
      .sort(([, a], [, b]) => b - a);
    const number = freedLast?.[0] ?? freeAt.size + 1;
    const byMs = freedLast && againAfterMs !== null ? freedLast[1] + againAfterMs - begin : 0;
    const moved = atTable(byMs === 0 ? order : shifted(order, byMs), number);
    if (freedLast) reseatings += 1;
    freeAt.set(number, endOf(moved));
    return moved;
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
