import { KITCHEN_EVENTS } from '../../contract/constants';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { sign } from '../../server/webhooks/sign';
import { type Delivery, serviceUntil } from '../pos-simulator/generate-service';
import { type Random, shuffled } from '../pos-simulator/random';

/** A delivery that the POS posts now. */
export type Posted = { branch: number; pathEvent: string; body: string };

const STEPS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;
const TABLES_PER_BRANCH = 50;
const OLDEST_MS = 25 * 60_000;
const EXPECTED_SECONDS = 900;

/**
 * An endless evening in every branch: each of fifty tables has an open course, and the next delivery completes or
 * serves it, or starts that of the next party. Every server receives the same deliveries, apart from their instants.
 * With `random` the branches follow each other in no order.
 */
export class LiveEvening {
  readonly #tables: number;
  readonly #branches: number;
  readonly #order: readonly number[];
  #posted = 0;

  constructor(branches: number, random?: Random) {
    this.#branches = branches;
    this.#tables = branches * TABLES_PER_BRANCH;
    const order = Array.from({ length: this.#tables }, (_, tableIndex) => tableIndex);
    this.#order = random ? shuffled(random, order) : order;
  }

  /** Number of open courses in all branches. */
  get open(): number {
    return this.#tables;
  }

  /** Starts a course on every table, at instants of the last 25 minutes. */
  opening(now: number): Posted[] {
    return Array.from({ length: this.#tables }, (_, tableIndex) =>
      this.#post(tableIndex, 0, now - OLDEST_MS + Math.floor((tableIndex * OLDEST_MS) / this.#tables)),
    );
  }

  /** The next delivery, of each table in turn. `now` is epoch ms. */
  next(now: number): Posted {
    const tableIndex = this.#order[this.#posted % this.#tables] ?? 0;
    const turn = 1 + Math.floor(this.#posted / this.#tables);
    this.#posted += 1;
    return this.#post(tableIndex, turn, now);
  }

  /** The `turn`th step of a table: complete, serve, start for the next party. */
  #post(tableIndex: number, turn: number, at: number): Posted {
    const branch = 1 + (tableIndex % this.#branches);
    const table = 1 + Math.floor(tableIndex / this.#branches);
    const party = Math.floor(turn / STEPS.length);
    const number = 1 + tableIndex + party * this.#tables;
    const body = {
      event: { eventBlocking: false, eventCounter: number, eventTimestamp: new Date(at).toISOString() },
      sender: { branchNumber: branch, workplaceNumber: 1 },
      tableOrder: { orderId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, year: 2026, number },
      table: { number: table, subNumber: 1, tableName: `Party ${number}`, numberOfGuests: 1 + (table % 8) },
      course: {
        courseNumber: 3,
        name: 'Mains',
        abbreviation: 'MA',
        sequenceNumber: 3,
        expectedPreparationTime: EXPECTED_SECONDS,
      },
    };
    return { branch, pathEvent: STEPS[turn % STEPS.length] ?? STEPS[0], body: JSON.stringify(body) };
  }
}

type Order = { orderId: string } | null;
type Details = { tableOrder?: Order; cafeteriaOrder?: Order; course: { courseNumber: number | string } };

/** The members of a kitchen event that its key depends on. */
export type KitchenBody = Details & { event: { eventTimestamp: string } } & Record<string, unknown>;

/** The path and body of a delivery, and the key of its event. */
export type Body = { path: string; body: string; key: string };

/** The same seed and instant (epoch ms) produce the same bytes. */
export type BodyOptions = { seed: number; until: number };

/** Branches of a chain on one server, each with a busy evening. */
const BRANCHES = 8;
const RESTAURANT = { tables: 60, orders: 300, minutes: 60 };
const EVENING_MS = 50 * 60_000;
/** Without faults, so that every delivery changes a screen. */
const SCREEN_RESTAURANT = { branch: 1, tables: 80, orders: 400, minutes: 60, faults: false };

/** Evenings of several branches in order of arrival, with faults; the last event is at `until`. */
export function chainBodies({ seed, until }: BodyOptions): Body[] {
  const evenings = Array.from({ length: BRANCHES }, (_, index) =>
    serviceUntil(until, seed + index, { ...RESTAURANT, branch: index + 1, faults: true }),
  );
  return evenings
    .flat()
    .sort((a, b) => a.atMs - b.atMs)
    .map(toBody);
}

/** An evening of branch 1 without repeats. */
export function screenBodies({ seed, until }: BodyOptions, orders = SCREEN_RESTAURANT.orders): Body[] {
  return serviceUntil(until, seed, { ...SCREEN_RESTAURANT, orders }).map(toBody);
}

/**
 * One evening of branch 1 on fifty tables, one party after the other at each, within the last 50 minutes: `count`
 * deliveries, without faults.
 */
export function partyBodies({ until }: Pick<BodyOptions, 'until'>, count: number): Body[] {
  const evening = new LiveEvening(1);
  const began = until - EVENING_MS;
  const opening = evening.opening(began);
  const later = Array.from({ length: count - opening.length }, (_, index) =>
    evening.next(began + Math.floor(((index + 1) * EVENING_MS) / count)),
  );
  return [...opening, ...later].map(({ pathEvent, body }) => toBody({ path: `/webhooks/${pathEvent}`, body }));
}

function toBody({ path, body }: Pick<Delivery, 'path' | 'body'>): Body {
  return { path, body, key: eventKey(JSON.parse(body) as KitchenBody) };
}

/** The key of an event: its order, its course and the POS's instant in epoch ms. Repeats have the same key. */
export function eventKey(body: KitchenBody): string {
  const nested = KITCHEN_EVENTS.map((event) => body[event]).find(
    (member) => typeof member === 'object' && member !== null,
  );
  const { tableOrder, cafeteriaOrder, course } = (nested ?? body) as Details;
  const order = (tableOrder ?? cafeteriaOrder)?.orderId ?? '';
  return keyOf(order, course.courseNumber, body.event.eventTimestamp);
}

/** Builds the key from its parts. `instant` is ISO 8601 with any offset. */
export function keyOf(orderId: string, courseNumber: number | string, instant: string): string {
  return `${orderId.toLowerCase()}/${courseNumber}/${Date.parse(instant)}`;
}

/** The bytes of a signed HTTP request. */
export function signedRequest({ path, body }: Pick<Body, 'path' | 'body'>): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json',
    `Content-Length: ${bytes.length}`,
    `X-Service-Subscription-Id: ${SUBSCRIPTION}`,
    `X-Service-Signature: ${sign(bytes, KEY)}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}
