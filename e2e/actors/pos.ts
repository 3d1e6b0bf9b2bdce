import { randomUUID } from 'node:crypto';
import type { ServerProcess } from '../server-process';

/** A table as the POS names it. */
export type Seat = { number: number | string; subNumber?: number; tableName?: string; numberOfGuests?: number };

/** A course as the POS names it. */
export type Course = {
  courseNumber: number;
  name?: string;
  abbreviation?: string;
  sequenceNumber?: number;
  expectedPreparationTime?: number;
};

/** A table, or a customer at the counter, that ordered. */
export type Party = { orderId: string; number: number; seat: Seat | null; ticketNumber: number | null };

/**
 * When the POS first reported the party: the time between its courses comes from the test, however slow the machine.
 */
type When = { minutesAgo?: number };

export const STARTERS: Course = { courseNumber: 2, name: 'Starters', abbreviation: 'ST', sequenceNumber: 2 };
export const MAINS: Course = { courseNumber: 3, name: 'Mains', abbreviation: 'MA', sequenceNumber: 3 };
export const DESSERTS: Course = { courseNumber: 4, name: 'Desserts', abbreviation: 'DE', sequenceNumber: 4 };

/** The POS of a branch. Every method sends one signed delivery over HTTP and resolves after its answer. */
export type Pos = {
  branch: number;
  seats: (seat: Seat) => Party;
  takesCounterOrder: (ticketNumber: number) => Party;
  starts: (party: Party, course: Course, when?: When) => Promise<void>;
  completes: (party: Party, course: Course, when?: When) => Promise<void>;
  serves: (party: Party, course: Course, when?: When) => Promise<void>;
  /** Seats the party elsewhere. The POS reports this with the party's next event only. */
  moves: (party: Party, to: Seat) => void;
};

export function createPos(server: ServerProcess, branch: number): Pos {
  let counter = 0;
  let orders = 85_000;
  let isTaken: Promise<unknown> | null = null;
  const posted = new WeakMap<Party, { first: number; times: number }>();

  const timeOf = (party: Party, minutesAgo: number): number => {
    const now = Date.now();
    const { first, times } = posted.get(party) ?? { first: now, times: 0 };
    posted.set(party, { first, times: times + 1 });
    // A later event of the same minute must be newer.
    return minutesAgo === 0 ? now : first - minutesAgo * 60_000 + times;
  };

  const post =
    (event: string) =>
    async (party: Party, course: Course, { minutesAgo = 0 }: When = {}) => {
      // Most tests post one order, after which a branch is provisional.
      isTaken ??= server.heatlamp('branch', 'set', String(branch));
      await isTaken;
      counter += 1;
      const { orderId, number, ticketNumber, seat } = party;
      const year = new Date().getFullYear();
      const order =
        ticketNumber === null
          ? { tableOrder: { orderId, year, number } }
          : { cafeteriaOrder: { orderId, year, number, ticketNumber } };
      const body = {
        event: {
          eventBlocking: false,
          eventCounter: counter,
          eventTimestamp: new Date(timeOf(party, minutesAgo)).toISOString(),
        },
        sender: { branchNumber: branch, workplaceNumber: 1 },
        ...order,
        ...(seat ? { table: seat } : {}),
        course,
      };
      await server.post(event, JSON.stringify(body));
    };

  const takes = (seat: Seat | null, ticketNumber: number | null): Party => {
    orders += 1;
    return { orderId: randomUUID(), number: orders, seat, ticketNumber };
  };

  return {
    branch,
    seats: (seat) => takes(seat, null),
    takesCounterOrder: (ticketNumber) => takes(null, ticketNumber),
    starts: post('kitchenStartCourse'),
    completes: post('kitchenCompleteCourse'),
    serves: post('kitchenServeCourse'),
    moves(party, to) {
      party.seat = to;
    },
  };
}
