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
import { eveningOf } from './evening';
import { type HistoryCourse, historyCourse } from './history-course';
import { markBulk } from './history-page';

/** `now` is the branch's (POS time). */
export type CourseStoryQuestion = { branch: number; key: TicketKey; now: Instant };

/** All that is known of a course. */
export type CourseStory = HistoryCourse & {
  /** Courses of every party at its table on the business day; without a table those of the order. Oldest first. */
  tableCourses: Ticket[];
  /** What people tapped on it, as it was received. */
  actions: CourseAction[];
  /** The deliveries about the course, in any round, in order of arrival. */
  deliveries: CourseDelivery[];
  /** How many there are, if not all are listed. */
  deliveryCount: number;
};

/** Null for a course that is not there, or not of the branch. */
export async function courseStory(source: Source, question: CourseStoryQuestion): Promise<CourseStory | null> {
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
    ? await eveningOf(source, { branch: branch.number, ...table, at: beganAt(course.ticket) })
    : order.map((each) => readTicket(ticketOfRow(each), branch.reading));
  return {
    ...course,
    tableCourses,
    actions: await actionsOfCourse(source, question.key),
    ...(await deliveriesOfCourse(source, question.key)),
  };
}

function beganAt({ startedAt, readyAt, servedAt }: Ticket): Instant {
  return Date.parse(startedAt ?? readyAt ?? servedAt ?? '');
}
