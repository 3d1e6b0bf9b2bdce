import type { Ticket } from '../../domain/live-contract';
import { type CourseTimes, courseTimes } from './course-times';

/** One party at a table, from its first course to its last. */
export type Visit = {
  id: string;
  name: string | null;
  guests: number | null;
  /** Epoch ms by the POS's clock. */
  from: number;
  to: number;
  /** As they began. */
  courses: CourseTimes[];
};

/** The parties that a table had, the newest first. Orders that overlap are of one: it ordered twice. */
export function visitsOf(tickets: readonly Ticket[], now: number): Visit[] {
  const courses = tickets.flatMap((ticket) => courseTimes(ticket, now) ?? []).sort(byBegin);
  const orders = new Map<string, CourseTimes[]>();
  for (const course of courses) {
    const key = orderKey(course.ticket);
    orders.set(key, [...(orders.get(key) ?? []), course]);
  }
  const visits: CourseTimes[][] = [];
  for (const order of orders.values()) {
    const last = visits.at(-1);
    if (last && beginOf(order) <= endOf(last)) last.push(...order);
    else visits.push([...order]);
  }
  return visits.map(visitOf).reverse();
}

function visitOf(courses: CourseTimes[]): Visit {
  const inOrder = courses.toSorted(byBegin);
  const party = inOrder.at(-1)?.ticket.table ?? null;
  return {
    id: inOrder[0]?.ticket.id ?? '',
    name: party?.name ?? null,
    guests: party?.guests ?? null,
    from: beginOf(inOrder),
    to: endOf(inOrder),
    courses: inOrder,
  };
}

function orderKey({ id }: Ticket): string {
  return id.slice(0, id.indexOf('-'));
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
