import type { Ticket } from '../../contract/live';
import { orderKeyOf } from '../../domain/ticket-ids';
import { groupBy } from '../../lib/collections';
import { type CourseTimes, courseTimes } from './course-times';

/** An order at a table, from its first course to its last. */
export type Visit = {
  id: string;
  name: string | null;
  guests: number | null;
  /** Epoch ms by the POS's clock. */
  from: number;
  to: number;
  /** In order of their start. */
  courses: CourseTimes[];
};

/** Orders of a table, newest first. */
export function visitsOf(tickets: readonly Ticket[], now: number): Visit[] {
  const courses = tickets.flatMap((ticket) => courseTimes(ticket, now) ?? []).sort(byBegin);
  const orders = groupBy(courses, ({ ticket }) => orderKeyOf(ticket.id));
  return [...orders.values()].map(visitOf).reverse();
}

function visitOf(courses: CourseTimes[]): Visit {
  const party = courses.at(-1)?.ticket.table ?? null;
  return {
    id: courses[0]?.ticket.id ?? '',
    name: party?.name ?? null,
    guests: party?.guests ?? null,
    from: beginOf(courses),
    to: endOf(courses),
    courses,
  };
}

function byBegin(a: CourseTimes, b: CourseTimes): number {
  const sequence = ({ ticket: { course } }: CourseTimes) => course.sequence ?? course.number;
  return a.began - b.began || sequence(a) - sequence(b);
}

function beginOf(courses: readonly CourseTimes[]): number {
  return Math.min(...courses.map(({ began }) => began));
}

function endOf(courses: readonly CourseTimes[]): number {
  return Math.max(...courses.map(({ to }) => to));
}
