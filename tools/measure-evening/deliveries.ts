import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Fact } from '../../domain/fact';
import { HOUR_MS, MINUTE_MS } from '../../lib/time';
import { translate } from '../../server/webhooks/translate';
import type { Service, TruthCourse } from '../pos-simulator/generate-service';
import { readDeliveries, readTruth, truthFileOf } from '../pos-simulator/option-values';
import { between, createRandom, pickShare, type Random } from '../pos-simulator/random';
import { retimeService } from '../pos-simulator/retime';

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

/** A delivery of an evening with its fact. Instants in epoch ms. */
type EveningDelivery = { receivedAt: number; event: string; body: string; fact: Fact };

/** One order of an evening: its deliveries, and its truth. */
type EveningOrder = { id: string; deliveries: EveningDelivery[]; courses: TruthCourse[] };

const FIXTURE = path.join(import.meta.dirname, '../pos-simulator/fixtures/friday-evening.jsonl');

/** How deliveries are translated, apart from the event in their path. */
const CONTEXT = {
  pinnedEvent: null,
  pathSlip: { isRead: true, exceptInBranches: [] },
  contentType: 'application/json',
};

/** The orders of the recorded evening, by start. */
export function recordedEvening(): EveningOrder[] {
  return ordersOf({ deliveries: readDeliveries(FIXTURE), truth: readTruth(truthFileOf(FIXTURE)) });
}

/** Shifts an order in time by `byMs`. */
function shiftOrder(order: EveningOrder, byMs: number): EveningOrder {
  const truth = { ...EMPTY_TRUTH, courses: order.courses };
  const deliveries = order.deliveries.map(({ event, body, receivedAt }) => ({
    atMs: receivedAt,
    event,
    path: `/webhooks/${event}`,
    body,
  }));
  const moved = retimeService({ deliveries, truth }, { from: 0, to: byMs, speed: 1 });
  return {
    id: order.id,
    deliveries: moved.deliveries.map(({ atMs, path: webhookPath, body }) => deliveryOf(atMs + byMs, webhookPath, body)),
    courses: moved.truth.courses,
  };
}

/** Delays by `byMs` what happened in an order at an instant or later. */
function delayFrom(order: EveningOrder, from: number, byMs: number): EveningOrder {
  const { courses, deliveries } = order;
  const isLater = ({ fact }: EveningDelivery) => fact.at >= from;
  const moved = shiftOrder({ ...order, courses: [], deliveries: deliveries.filter(isLater) }, byMs);
  const delayed = (at: string | null) =>
    at === null || Date.parse(at) < from ? at : new Date(Date.parse(at) + byMs).toISOString();
  return {
    ...order,
    deliveries: [...deliveries.filter((delivery) => !isLater(delivery)), ...moved.deliveries],
    courses: courses.map((course) => ({
      ...course,
      startedAt: delayed(course.startedAt),
      readyAt: delayed(course.readyAt),
      servedAt: delayed(course.servedAt),
    })),
  };
}

/** Changes the first table of an order. A later move is unchanged. */
function moveToTable(order: EveningOrder, number: number): EveningOrder {
  const first = order.deliveries.find(({ fact }) => fact.table)?.fact.table;
  const named = new RegExp(`("table"\\s*:\\s*\\{\\s*"number"\\s*:\\s*"?)${first?.number}\\b`);
  return {
    ...order,
    deliveries: order.deliveries.map(({ receivedAt, event, body }) =>
      deliveryOf(receivedAt, `/webhooks/${event}`, body.replace(named, `$1${number}`)),
    ),
  };
}

/** When the first event of an order happened. */
export function startOf({ deliveries }: EveningOrder): number {
  return Math.min(...deliveries.map(({ fact }) => fact.at));
}

/** When the last course of an order was served according to the truth, or its last event happened, if later. */
export function endOf({ deliveries, courses }: EveningOrder): number {
  const served = courses.flatMap(({ servedAt }) => (servedAt === null ? [] : Date.parse(servedAt)));
  return Math.max(...served, ...deliveries.map(({ fact }) => fact.at));
}

const EMPTY_TRUTH = {
  name: 'order',
  branch: 1,
  date: '2026-06-19',
  unit: 'seconds' as const,
  opensAt: new Date(0).toISOString(),
  deliveries: 0,
};

function ordersOf({ deliveries, truth }: Service): EveningOrder[] {
  const opensAt = Date.parse(truth.opensAt);
  const orders = new Map<string, EveningOrder>();
  for (const course of truth.courses) {
    const order = orders.get(course.orderId) ?? { id: course.orderId, deliveries: [], courses: [] };
    order.courses.push(course);
    orders.set(course.orderId, order);
  }
  for (const { atMs, path: webhookPath, body } of deliveries) {
    const delivery = deliveryOf(opensAt + atMs, webhookPath, body);
    orders.get(delivery.fact.order.orderId ?? '')?.deliveries.push(delivery);
  }
  return [...orders.values()].toSorted((a, b) => startOf(a) - startOf(b));
}

function deliveryOf(receivedAt: number, webhookPath: string, body: string): EveningDelivery {
  const event = path.basename(webhookPath);
  const bytes = Buffer.from(body);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const reading = translate(bytes, hash, { ...CONTEXT, pathEvent: event }, receivedAt);
  if (reading.kind !== 'fact') throw new Error(`a delivery of the evening is not a fact: ${body}`);
  return { receivedAt, event, body, fact: reading.fact };
}

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
