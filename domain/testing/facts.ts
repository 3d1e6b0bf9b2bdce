import type {
  CourseCompleted,
  CourseNamed,
  CourseServed,
  CourseStarted,
  Fact,
  Instant,
  OrderNames,
  TableNamed,
} from '../fact';
import { foldOrder } from '../fold';

/** An instant of Friday 19 June 2026 in Amsterdam time: `18:02`, `18:02:30`, `18:02:30.500`. */
export function at(clock: string): Instant {
  return Date.parse(`2026-06-19T${clock}+02:00`);
}

export const order: OrderNames = {
  kind: 'table',
  orderId: '5eea25d4-4188-43b8-9a66-8086561d590c',
  otherOrderId: null,
  year: 2026,
  number: 85214,
  ticketNumber: null,
};

/** The mains; a test says what differs. A new member of a course needs a value here only. */
export function namedCourse(overrides: Partial<CourseNamed> = {}): CourseNamed {
  return { number: 3, name: 'Mains', abbreviation: 'MA', sequence: 3, ...overrides };
}

export const mains = namedCourse();
export const desserts = namedCourse({ number: 4, name: 'Desserts', abbreviation: 'DE', sequence: 4 });
export const starters = namedCourse({ number: 2, name: 'Starters', abbreviation: 'ST', sequence: 2 });

/** A table as an event names it: `table('12')`, `table('12', { name: 'Smith' })`. */
export function table(number: string, overrides: Partial<TableNamed> = {}): TableNamed {
  return { number, subNumber: '1', name: null, guests: null, ...overrides };
}

type FactOverrides = Partial<Omit<CourseCompleted, 'type' | 'at' | 'posRaw'>>;

function factAt(clock: string, overrides: FactOverrides) {
  return {
    at: at(clock),
    counter: null,
    bodySha256: 'aa',
    order,
    table: null,
    course: mains,
    expectedRaw: null,
    ...overrides,
  };
}

/** A start at a local time, by default of the mains of one order. */
export function started(clock: string, overrides: FactOverrides = {}): CourseStarted {
  return { type: 'CourseStarted', ...factAt(clock, overrides) };
}

export function completed(clock: string, overrides: FactOverrides & { posRaw?: number | null } = {}): CourseCompleted {
  return { type: 'CourseCompleted', posRaw: null, ...factAt(clock, overrides) };
}

export function served(clock: string, overrides: FactOverrides = {}): CourseServed {
  return { type: 'CourseServed', ...factAt(clock, overrides) };
}

/** The tickets of an order, with local times: `18:02:30`, with milliseconds if they are not zero. */
export function tickets(...facts: Fact[]) {
  return foldOrder(facts).tickets.map(({ course, round, startedAt, readyAt, servedAt, measuredMs, marks }) => ({
    course: course.abbreviation,
    round,
    times: [startedAt, readyAt, servedAt].map(clockOf),
    measured: measuredMs === null ? null : measuredMs / 1000,
    marks,
  }));
}

/** The opposite of `at`. */
export function clockOf(instant: Instant | null): string | null {
  if (instant === null) return null;
  const local = new Date(instant + 2 * 3_600_000).toISOString();
  const day = local.startsWith('2026-06-19') ? '' : `${local.slice(5, 10)} `;
  return day + local.slice(11, 23).replace(/(:00)?\.000$/, '');
}
