import { eventBody } from '../../server/testing/events';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { sign } from '../../server/webhooks/sign';
import { type Random, shuffled } from '../pos-simulator/random';

/** A delivery that the POS posts, and the key of its event. */
export type Posted = { branch: number; path: string; body: string; key: string };

const STEPS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;
const TABLES_PER_BRANCH = 50;
const OLDEST_MS = 25 * 60_000;
const COURSE = 3;

/**
 * An endless evening in every branch: each of fifty tables has an open course, and the next delivery completes or
 * serves it, or starts that of the next party. Every server receives the same deliveries, apart from their instants.
 * With `random` the branches follow each other in no order.
 */
export class LiveEvening {
  readonly #branches: number;
  readonly #order: readonly number[];
  #posted = 0;

  constructor(branches: number, random?: Random) {
    this.#branches = branches;
    const order = Array.from({ length: branches * TABLES_PER_BRANCH }, (_, tableIndex) => tableIndex);
    this.#order = random ? shuffled(random, order) : order;
  }

  /** Number of open courses in all branches. */
  get open(): number {
    return this.#order.length;
  }

  /** Starts a course on every table, at instants of the 25 minutes before `now` (epoch ms). */
  opening(now: number): Posted[] {
    return this.#order.map((_, tableIndex) =>
      this.#post(tableIndex, 0, now - OLDEST_MS + Math.floor((tableIndex * OLDEST_MS) / this.open)),
    );
  }

  /** The next delivery, of each table in turn. `now` is epoch ms. */
  next(now: number): Posted {
    const tableIndex = this.#order[this.#posted % this.open] ?? 0;
    const turn = 1 + Math.floor(this.#posted / this.open);
    this.#posted += 1;
    return this.#post(tableIndex, turn, now);
  }

  /** The `turn`th step of a table: complete, serve, start for the next party. */
  #post(tableIndex: number, turn: number, at: number): Posted {
    const branch = 1 + (tableIndex % this.#branches);
    const table = 1 + Math.floor(tableIndex / this.#branches);
    const number = 1 + tableIndex + Math.floor(turn / STEPS.length) * this.open;
    const order = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const party = { tableName: `Party ${number}`, numberOfGuests: 1 + (table % 8) };
    return {
      ...{ branch, path: `/webhooks/${STEPS[turn % STEPS.length]}`, key: keyOf(order, COURSE, at) },
      body: eventBody({
        at,
        branch,
        counter: number,
        order,
        number,
        table: { number: table, ...party },
        course: COURSE,
      }),
    };
  }
}

/** The members of a body of the evening that the key of its event depends on. */
export type KitchenBody = {
  event: { eventTimestamp: string };
  tableOrder: { orderId: string };
  course: { courseNumber: number };
};

/** The key of an event: its order, its course and the POS's instant in epoch ms. */
export function eventKey({ event, tableOrder, course }: KitchenBody): string {
  return keyOf(tableOrder.orderId, course.courseNumber, Date.parse(event.eventTimestamp));
}

/** Builds the key from its parts. `at` is epoch ms. */
export function keyOf(orderId: string, courseNumber: number, at: number): string {
  return `${orderId}/${courseNumber}/${at}`;
}

/** The bytes of a signed HTTP request. */
export function signedRequest({ path, body }: Pick<Posted, 'path' | 'body'>): Buffer {
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
