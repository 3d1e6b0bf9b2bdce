/** A delivery that the POS posts now. */
export type Posted = { pathEvent: string; body: string };

const STEPS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;
const TABLES_A_BRANCH = 50;
const OLDEST_MS = 25 * 60_000;
const EXPECTED_SECONDS = 900;

/**
 * An evening that is going on in every branch: a course is open on each of fifty tables, and the next delivery
 * completes or serves it, or starts the next party's. So many are open at any time; what is served leaves after its
 * half hour. The same for every server, except for the instants.
 */
export class LiveEvening {
  readonly #tables: number;
  readonly #branches: number;
  #posted = 0;

  constructor(branches: number) {
    this.#branches = branches;
    this.#tables = branches * TABLES_A_BRANCH;
  }

  /** How many courses are open in all. */
  get open(): number {
    return this.#tables;
  }

  /** The courses on the tables at the start, begun over the last 25 minutes. */
  opening(now: number): Posted[] {
    return Array.from({ length: this.#tables }, (_, place) =>
      this.#post(place, 0, now - OLDEST_MS + Math.floor((place * OLDEST_MS) / this.#tables)),
    );
  }

  /** The next delivery, of the table whose turn it is. Instants are epoch ms. */
  next(now: number): Posted {
    const place = this.#posted % this.#tables;
    const turn = 1 + Math.floor(this.#posted / this.#tables);
    this.#posted += 1;
    return this.#post(place, turn, now);
  }

  /** The `turn`th step of a table: complete, serve, start for the next party. */
  #post(place: number, turn: number, at: number): Posted {
    const branch = 1 + (place % this.#branches);
    const table = 1 + Math.floor(place / this.#branches);
    const party = Math.floor(turn / STEPS.length);
    const number = 1 + place + party * this.#tables;
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
    return { pathEvent: STEPS[turn % STEPS.length] ?? STEPS[0], body: JSON.stringify(body) };
  }
}
