import { atOffset, type Message, offsetOf, type PosOptions, writeMessage } from './message';
import { generateOrders, type Order, type Press, pressButtons } from './orders';
import { between, createRandom, type Random } from './random';
import { retimeDeliveries } from './retime';
import { truthOf } from './truth';

/** One line of a service file. `atMs` is ms since opening; `body` is the exact text to post. */
export type Delivery = { atMs: number; event: string; path: string; body: string };

/** A table in the format of the POS. */
export type Table = { number: number; subNumber: number; tableName: string; numberOfGuests: number };

/** The truth of one round of a course: instants in UTC, null for a step that the POS never sent. */
export type TruthCourse = {
  branch: number;
  orderKind: 'table' | 'cafeteria';
  orderId: string;
  orderNumber: number;
  ticketNumber: number | null;
  table: Table | null;
  courseNumber: number;
  round: number;
  startedAt: string | null;
  readyAt: string | null;
  servedAt: string | null;
  expectedSeconds: number;
  measuredSeconds: number | null;
};

/** The expected courses of a service. `unit` is that of the preparation times in the bodies. */
export type Truth = {
  name: string;
  branch: number;
  date: string;
  unit: 'seconds' | 'minutes' | 'milliseconds';
  opensAt: string;
  deliveries: number;
  courses: TruthCourse[];
};

/** A service: the POS's deliveries in order of arrival, and the courses that a receiver should report. */
export type Service = { deliveries: Delivery[]; truth: Truth };

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

/** Options of a service. */
type ServiceOptions = {
  branch: number;
  tables: number;
  /** Number of orders, including those at the counter. */
  orders: number;
  /** Period in which parties arrive; the last ones are served after it. */
  minutes: number;
  /** Unit of the preparation times in the bodies. */
  unit: Truth['unit'];
  /** Late, repeated and lost deliveries, odd bodies, tables that move. */
  faults: boolean;
  /** Larger deviations from the documentation, scanned codes and several workplaces: see `makeStrange`. */
  strange: boolean;
  /** Opening time, ISO 8601. Its offset is used for every time stamp. */
  start: string;
};

/** A Friday evening in a medium-sized restaurant, on the day of the fixture. */
export const fridayEvening: ServiceOptions = {
  branch: 1,
  tables: 40,
  orders: 105,
  minutes: 210,
  unit: 'seconds',
  faults: true,
  strange: false,
  start: '2026-06-19T17:30:00.000+02:00',
};

type SentPress = Press & Message & { counter: number };

const lateShare = 0.03;
const maxLateMs = 10 * 60_000;
const repeatedShare = 0.025;
const maxRepeatDelayMs = 60_000;

/**
 * Generates a realistic service: the POS's deliveries in order of arrival, and the truth by the rules of SPEC.md. The
 * same seed and options produce the same service. Every instant of an order is unique, and no two steps are close
 * enough to be ambiguous. @throws RangeError if `start` is not a time stamp with an offset
 */
export function generateService(seed: number, options: Partial<ServiceOptions> = {}): Service {
  const chosen = { ...fridayEvening, ...options };
  const offset = offsetOf(chosen.start);
  if (offset === null) throw new RangeError(`${chosen.start} is not a time stamp with an offset`);
  const pos = { ...chosen, offset: offset === 'Z' ? '+00:00' : offset };
  const opensAt = Date.parse(chosen.start);
  const random = createRandom(seed);

  const orders = generateOrders({ ...chosen, opensAt, moves: chosen.faults }, random);
  const sent = sendPresses(orders, pos, random);
  const deliveries = sent.flatMap((press) => deliver(press, opensAt, chosen.faults, random));
  deliveries.sort((a, b) => a.atMs - b.atMs);

  const truth: Truth = {
    name: `generated-${seed}`,
    branch: chosen.branch,
    date: atOffset(opensAt, pos.offset).slice(0, 10),
    unit: chosen.unit,
    opensAt: new Date(opensAt).toISOString(),
    deliveries: deliveries.length,
    courses: truthOf(orders, sent, chosen.branch),
  };
  return chosen.strange ? makeStrange({ deliveries, truth }, seed) : { deliveries, truth };
}

/** The messages for the pressed buttons, numbered in order of time. */
export function sendPresses(orders: readonly Order[], pos: PosOptions, random: Random): SentPress[] {
  const presses = orders.flatMap((order) => pressButtons(order, pos.faults, random));
  presses.sort((a, b) => a.at - b.at);
  // The event counter starts at a random number, and restarts once.
  const restartsAt = pos.faults ? Math.floor(random() * presses.length) : presses.length;
  const first = Math.floor(random() * 5_000);
  return presses.flatMap((press, index) => {
    if (press.lost) return [];
    const counter = index < restartsAt ? first + index : 1 + index - restartsAt;
    return [{ ...press, ...writeMessage(press, counter, pos, random), counter }];
  });
}

/** When a message arrives after `opensAt` (epoch ms): with faults some are late, and some arrive twice. */
export function deliver(press: SentPress, opensAt: number, faults: boolean, random: Random): Delivery[] {
  const happens = (share: number) => faults && random() < share;
  const latencyMs = 20 + Math.floor(random() * 380);
  // The cube makes most delays shorter than 90 seconds.
  const delayMs = happens(lateShare) ? Math.floor(random() ** 3 * maxLateMs) : 0;
  const { event, path, body } = press;
  const delivery = { atMs: press.at - opensAt + latencyMs + delayMs, event, path, body };
  if (!happens(repeatedShare)) return [delivery];
  return [delivery, { ...delivery, atMs: delivery.atMs + 500 + Math.floor(random() * maxRepeatDelayMs) }];
}

/** Deliveries of a generated service whose last event is at `until` (epoch ms), in order of arrival. */
export function serviceUntil(until: number, seed: number, options: Partial<ServiceOptions>): Delivery[] {
  const { deliveries } = generateService(seed, options);
  const from = Math.max(...deliveries.map(({ body }) => instantOf(body)));
  return retimeDeliveries(deliveries, { from, to: until, speed: 1 });
}

/** Time of the event by the POS's clock, epoch ms. */
export function instantOf(body: string): number {
  return Date.parse(/"eventTimestamp"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? '');
}

/**
 * Makes a service deviate from the POS's documentation: zero as the actual time of a start, a table order of zeros
 * beside a counter order, a table without a number, invalid optional members, scanned codes, and four workplaces, one
 * with a fast clock and one that stops sending.
 */
function makeStrange({ deliveries, truth }: Service, seed: number): Service {
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
