import { type Random, shuffled } from '../../pos-simulator/random';

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
