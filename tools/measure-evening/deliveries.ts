import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Fact } from '../../domain/fact';
import { translate } from '../../server/webhooks/translate';
import type { Service, TruthCourse } from '../pos-simulator/generate-service';
import { readDeliveries, readTruth, truthFileOf } from '../pos-simulator/option-values';
import { retimeService } from '../pos-simulator/retime';

/** A delivery of an evening with its fact. Instants in epoch ms. */
export type EveningDelivery = { receivedAt: number; event: string; body: string; fact: Fact };

/** One order of an evening: its deliveries, and its truth. */
export type EveningOrder = { id: string; deliveries: EveningDelivery[]; courses: TruthCourse[] };

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
export function shiftOrder(order: EveningOrder, byMs: number): EveningOrder {
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
export function delayFrom(order: EveningOrder, from: number, byMs: number): EveningOrder {
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
export function moveToTable(order: EveningOrder, number: number): EveningOrder {
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
