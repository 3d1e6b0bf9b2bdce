import type { Ticket } from '../../contract/live';
import type { Instant } from '../../domain/fact';
import { readTicket } from '../../domain/ticket';
import { branchReadings } from '../sql/branch-readings';
import { TICKETS_OF_ORDERS } from '../sql/load-statements';
import type { Source } from '../sql/statements';
import { int, type TicketRow, ticketOfRow } from '../sql/ticket-row';
import { actionsOfCourse, type CourseAction } from './course-actions';
import { type CourseDelivery, deliveriesOfCourse } from './course-deliveries';
import type { TicketKey } from './course-filter';
import { beganAt, type HistoryCourse, historyCourse } from './history-course';
import { markBulk } from './history-page';
import { tableDayOf } from './table-visits';

/** `now` is the branch's current POS time. */
export type CourseDetailsQuestion = { branch: number; key: TicketKey; now: Instant };

/** Everything known about a course. */
export type CourseDetails = HistoryCourse & {
  /** Courses of all parties at its table on its business day; without a table, of its order. Oldest first. */
  tableCourses: Ticket[];
  /** The ticket actions on it, in order of receipt. */
  actions: CourseAction[];
  /** The deliveries about the course, in any round, in order of arrival. */
  deliveries: CourseDelivery[];
  /** How many there are, if not all are listed. */
  deliveryCount: number;
};

/** Reads everything about a course. Null if it does not exist or belongs to another branch. */
export async function courseDetails(source: Source, question: CourseDetailsQuestion): Promise<CourseDetails | null> {
  const branch = (await branchReadings(source)).get(question.branch);
  if (!branch) return null;
  const [orderKey, courseNumber, round] = question.key;
  const order = await source.$queryRawUnsafe<TicketRow[]>(TICKETS_OF_ORDERS, JSON.stringify([orderKey]));
  const row = order.find((each) => int(each.courseNumber) === courseNumber && int(each.round) === round);
  if (!row || int(row.branch) !== branch.number) return null;
  const course = historyCourse(row, branch.reading, question.now);
  await markBulk(source, [course.ticket]);
  const { table } = course.ticket;
  const tableCourses = table
    ? await tableDayOf(source, { branch: branch.number, ...table, at: beganAt(course.ticket) })
    : order.map((each) => readTicket(ticketOfRow(each), branch.reading));
  return {
    ...course,
    tableCourses,
    actions: await actionsOfCourse(source, question.key),
    ...(await deliveriesOfCourse(source, question.key)),
  };
}
