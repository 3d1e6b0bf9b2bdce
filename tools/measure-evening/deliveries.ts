import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Fact } from '../../domain/fact';
import { groupBy } from '../../lib/collections';
import { HOUR_MS, MINUTE_MS } from '../../lib/time';
import { translate } from '../../server/webhooks/translate';
import type { TruthCourse } from '../pos-simulator/generate-service';
import { readDeliveries, readTruth, truthFileOf } from '../pos-simulator/option-values';
import { between, createRandom, pickShare, type Random } from '../pos-simulator/random';

/** A fact and when it was received. Instants in epoch ms. */
type Received = { receivedAt: number; fact: Fact };

/** The facts of an evening in order of receipt, and the truth. */
export type Evening = {
  received: Received[];
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

/** One order of an evening. */
type Order = { received: Received[]; courses: TruthCourse[] };

const MIN_CLEARING_MS = 3 * MINUTE_MS;
/** When a jam begins and ends, after the first event of the evening. */
const JAM = { fromMs: HOUR_MS, untilMs: 3 * HOUR_MS };
/** Sub-number of every table, in place of the recording's second halves. */
const ONE_TABLE = '1';
const FIXTURE = path.join(import.meta.dirname, '../pos-simulator/fixtures/friday-evening.jsonl');

/**
 * The recorded evening on as few tables as possible: each order gets the table that was freed last. In the recording
 * only 18 of 56 orders follow another one at their table.
 */
export function evening({ seed, forgottenShare, reseatAfterMs, standsUpToMs }: Variation): Evening {
  const random = createRandom(seed);
  const orders = recordedOrders();
  const opensAt = Math.min(...orders.map(startOf));
  const delay = (order: Order) => (standsUpToMs === null ? order : jam(order, opensAt, standsUpToMs, random));
  const { seated, reseatings } = reseat(orders, reseatAfterMs, delay);
  const served = seated.flatMap(({ courses }) => courses.filter(({ servedAt }) => servedAt !== null));
  const chosen = pickShare(random, served.length, forgottenShare);
  const forgotten = new Set(served.filter((_, index) => chosen.has(index)));
  const received = seated.flatMap((order) =>
    order.received.filter(({ fact }) => {
      const course = servedBy(fact, order.courses);
      return !course || !forgotten.has(course);
    }),
  );
  const courses = seated.flatMap((order) => order.courses);
  return {
    received: received.toSorted((a, b) => a.receivedAt - b.receivedAt),
    courses,
    unpressed: new Set(courses.filter((course) => course.servedAt === null || forgotten.has(course))),
    reseatings,
  };
}

/** The orders of the recorded evening, by start. */
function recordedOrders(): Order[] {
  const truth = readTruth(truthFileOf(FIXTURE));
  const received = readDeliveries(FIXTURE).map(({ atMs, path: webhook, body }): Received => {
    const receivedAt = Date.parse(truth.opensAt) + atMs;
    const bytes = Buffer.from(body);
    const context = {
      ...{ pathEvent: path.basename(webhook), pinnedEvent: null, contentType: 'application/json' },
      pathSlip: { isRead: true, exceptInBranches: [] },
    };
    const reading = translate(bytes, createHash('sha256').update(bytes).digest('hex'), context, receivedAt);
    if (reading.kind !== 'fact') throw new Error(`a delivery of the evening is not a fact: ${body}`);
    return { receivedAt, fact: reading.fact };
  });
  const factsOf = groupBy(received, ({ fact }) => fact.order.orderId);
  return [...groupBy(truth.courses, ({ orderId }) => orderId)]
    .map(([id, courses]) => ({ received: factsOf.get(id) ?? [], courses }))
    .toSorted((a, b) => startOf(a) - startOf(b));
}

/** When the first event of an order happened. */
function startOf({ received }: Order): number {
  return Math.min(...received.map(({ fact }) => fact.at));
}

/** When the last course of an order was served according to the truth, or its last event happened, if later. */
function endOf({ received, courses }: Order): number {
  const served = courses.flatMap(({ servedAt }) => (servedAt === null ? [] : Date.parse(servedAt)));
  return Math.max(...served, ...received.map(({ fact }) => fact.at));
}

/** Delays by `byMs` what happened in an order at an instant or later. */
function delayFrom({ received, courses }: Order, from: number, byMs: number): Order {
  const delayed = (at: string | null) =>
    at === null || Date.parse(at) < from ? at : new Date(Date.parse(at) + byMs).toISOString();
  return {
    received: received.map((one) =>
      one.fact.at < from ? one : { receivedAt: one.receivedAt + byMs, fact: { ...one.fact, at: one.fact.at + byMs } },
    ),
    courses: courses.map((course) => ({
      ...course,
      startedAt: delayed(course.startedAt),
      readyAt: delayed(course.readyAt),
      servedAt: delayed(course.servedAt),
    })),
  };
}

/** Changes the first table of an order. A later move is unchanged. */
function moveToTable(order: Order, number: string): Order {
  const first = tableOf(order)?.number;
  const moved = (fact: Fact): Fact => {
    const { table } = fact;
    return table && table.number !== null && table.number === first ? { ...fact, table: { ...table, number } } : fact;
  };
  return { ...order, received: order.received.map(({ receivedAt, fact }) => ({ receivedAt, fact: moved(fact) })) };
}

function tableOf({ received }: Order) {
  return received.find(({ fact }) => fact.table)?.fact.table;
}

/** Delays serves of an order during a jam, and with each one everything that follows in the order. */
function jam(order: Order, opensAt: number, standsUpToMs: number, random: Random): Order {
  const isJammed = (at: number) => at >= opensAt + JAM.fromMs && at < opensAt + JAM.untilMs;
  return order.courses.reduce((delayed, _, index) => {
    const { readyAt, servedAt } = delayed.courses[index] ?? {};
    const stands = random() < 0.5;
    if (!readyAt || !servedAt || !stands || !isJammed(Date.parse(readyAt))) return delayed;
    const byMs = Date.parse(readyAt) + Math.round(random() * standsUpToMs) - Date.parse(servedAt);
    return byMs > 0 ? delayFrom(delayed, Date.parse(servedAt), byMs) : delayed;
  }, order);
}

function reseat(orders: readonly Order[], reseatAfterMs: number | null, delay: (order: Order) => Order) {
  const freeAt = new Map<string, number>();
  let reseatings = 0;
  const seated = orders.map((order) => {
    if (tableOf(order)?.subNumber !== ONE_TABLE) return delay(order);
    const begin = startOf(order);
    const [freedLast] = [...freeAt]
      .filter(([, end]) => end + (reseatAfterMs ?? MIN_CLEARING_MS) <= begin)
      .sort(([, a], [, b]) => b - a);
    const number = freedLast?.[0] ?? String(freeAt.size + 1);
    const byMs = freedLast && reseatAfterMs !== null ? freedLast[1] + reseatAfterMs - begin : 0;
    const reseated = delay(moveToTable(delayFrom(order, Number.NEGATIVE_INFINITY, byMs), number));
    if (freedLast) reseatings += 1;
    freeAt.set(number, endOf(reseated));
    return reseated;
  });
  return { seated, reseatings };
}

/** The course of a serve: the last round that was served by then. */
function servedBy(fact: Fact, courses: readonly TruthCourse[]): TruthCourse | undefined {
  if (fact.type !== 'CourseServed') return undefined;
  return courses
    .filter(({ courseNumber, servedAt }) => courseNumber === fact.course.number && servedAt !== null)
    .filter(({ servedAt }) => Date.parse(servedAt ?? '') <= fact.at)
    .toSorted((a, b) => a.round - b.round)
    .at(-1);
}

/** A random seed. Print it, so that the run can be repeated. */
export function newSeed(): number {
  return between(Math.random, 1, 2 ** 31 - 1);
}
