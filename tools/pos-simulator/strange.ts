import { between, createRandom, type Random } from './random';
import type { Delivery, Service, TruthCourse } from './service';
import { atOffset, offsetOf } from './timestamp';

type Body = {
  event: { eventTimestamp: string; eventCounter: unknown };
  sender: { branchNumber: number; workplaceNumber: number };
} & Record<string, unknown>;
type Details = {
  tableOrder?: { orderId: string } | null;
  cafeteriaOrder?: { orderId: string } | null;
  table?: { number?: unknown; [member: string]: unknown };
  course: Record<string, unknown>;
};
/** A sent body with its order and its time (epoch ms). */
type Sent = { body: Body; details: Details; isStart: boolean; order: string; at: number };

/** The POS's workplaces. Each order is entered at one of them. */
const NORMAL_WORKPLACES = [1, 2];
const CLOCK_AHEAD = 3;
const STOPS_SENDING = 4;
const AHEAD_MS = 95_000;

const ZERO_ORDER = { orderId: '00000000-0000-0000-0000-000000000000', year: 0, number: 0 };
const SCAN_PATH = '/webhooks/scanCode';

// Shares of the messages with each deviation; `scans` of the deliveries followed by a scan.
const zeroTimes = 0.5;
const zeroOrders = 0.5;
const namesWithoutNumber = 0.3;
const oddMembers = 0.15;
const scans = 0.1;

/**
 * Makes a service deviate from the POS's documentation: zero as the actual time of a start, a table order of zeros
 * beside a counter order, a table without a number, invalid optional members, scanned codes, and four workplaces, one
 * with a fast clock and one that stops sending.
 */
export function makeStrange({ deliveries, truth }: Service, seed: number): Service {
  const random = createRandom(seed);
  // By text, so that a repeat keeps the same bytes.
  const bodies = new Map<string, Sent>();
  for (const { path, body } of deliveries) if (!bodies.has(body)) bodies.set(body, readSent(path, body));
  const workplaces = chooseWorkplaces([...bodies.values()], random);
  for (const sent of bodies.values()) distort(sent, workplaces.get(sent.order) ?? 1, random);
  leaveOutTableNumbers([...bodies.values()], random);

  const distorted = deliveries.map((delivery) => ({
    ...delivery,
    body: JSON.stringify(bodies.get(delivery.body)?.body),
  }));
  const scanDeliveries = distorted.flatMap((delivery) => (random() < scans ? [scanAfter(delivery, random)] : []));
  const all = [...distorted, ...scanDeliveries].sort((a, b) => a.atMs - b.atMs);
  const isFast = ({ orderId }: TruthCourse) => workplaces.get(orderId.toLowerCase()) === CLOCK_AHEAD;
  const courses = truth.courses.map((course) => (isFast(course) ? withFastClock(course) : course));
  return { deliveries: all, truth: { ...truth, deliveries: all.length, courses } };
}

function readSent(path: string, text: string): Sent {
  const body = JSON.parse(text) as Body;
  const nested = Object.values(body).find(
    (member) => member !== null && typeof member === 'object' && 'course' in member,
  );
  const details = (nested ?? body) as Details;
  return {
    body,
    details,
    isStart: path.endsWith('/kitchenStartCourse') && !('actualPreparationTime' in details.course),
    order: (details.tableOrder ?? details.cafeteriaOrder)?.orderId.toLowerCase() ?? '',
    at: Date.parse(body.event.eventTimestamp),
  };
}

/** Chooses one workplace per order, so that a wrong clock does not change the intervals within an order. */
function chooseWorkplaces(all: readonly Sent[], random: Random): Map<string, number> {
  const lastAt = new Map<string, number>();
  for (const { order, at } of all) lastAt.set(order, Math.max(at, lastAt.get(order) ?? 0));
  const [opensAt, closesAt] = [Math.min(...lastAt.values()), Math.max(...lastAt.values())];
  const silentFrom = opensAt + (closesAt - opensAt) / 2;
  return new Map(
    [...lastAt].map(([order, at]) => {
      const open = [...NORMAL_WORKPLACES, CLOCK_AHEAD, ...(at < silentFrom ? [STOPS_SENDING] : [])];
      return [order, open[between(random, 0, open.length - 1)] ?? 1];
    }),
  );
}

function distort({ body, details, isStart }: Sent, workplace: number, random: Random): void {
  body.sender.workplaceNumber = workplace;
  if (workplace === CLOCK_AHEAD) body.event.eventTimestamp = shiftTimestamp(body.event.eventTimestamp);
  if (isStart && random() < zeroTimes) details.course.actualPreparationTime = 0;
  if (details.cafeteriaOrder && !details.tableOrder && random() < zeroOrders) details.tableOrder = ZERO_ORDER;
  if (random() >= oddMembers) return;
  const { course, table } = details;
  const odd: (() => void)[] = [
    () => Object.assign(course, { sequenceNumber: 'third' }),
    () => Object.assign(course, { expectedPreparationTime: 'soon' }),
    () => Object.assign(course, { name: { nl: 'Hoofdgerecht' } }),
    () => Object.assign(body.event, { eventCounter: 7.5 }),
    () => table && Object.assign(table, { numberOfGuests: 'four' }),
  ];
  odd[between(random, 0, odd.length - 1)]?.();
}

/** Removes table numbers from messages whose order has the same table in its previous message. */
function leaveOutTableNumbers(all: readonly Sent[], random: Random): void {
  const tables = new Map<string, string>();
  for (const { order, details } of all.toSorted((a, b) => a.at - b.at)) {
    const { table } = details;
    if (!table) continue;
    const tableName = `${table.number}/${table.subNumber ?? 1}`;
    const isKnown = tables.get(order) === tableName;
    tables.set(order, tableName);
    if (!isKnown || random() >= namesWithoutNumber) continue;
    delete table.number;
    delete table.subNumber;
  }
}

function scanAfter({ atMs, body }: Delivery, random: Random): Delivery {
  const { event, sender } = JSON.parse(body) as Body;
  const scan = {
    event: { ...event, eventBlocking: true },
    sender,
    session: { sessionId: ZERO_ORDER.orderId, lines: [] },
    scanCode: { scannedCode: String(between(random, 10_000_000, 99_999_999)), codeType: 'barcode' },
  };
  return { atMs: atMs + 200, event: 'scanCode', path: SCAN_PATH, body: JSON.stringify(scan) };
}

function shiftTimestamp(timestamp: string): string {
  return atOffset(Date.parse(timestamp) + AHEAD_MS, offsetOf(timestamp) ?? 'Z');
}

function withFastClock(course: TruthCourse): TruthCourse {
  const move = (instant: string | null) => (instant === null ? null : shiftTimestamp(instant));
  return {
    ...course,
    startedAt: move(course.startedAt),
    readyAt: move(course.readyAt),
    servedAt: move(course.servedAt),
  };
}
