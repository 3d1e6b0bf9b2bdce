import type { CourseDetails } from '../../contract/history';
import type { Instant } from '../../domain/fact';
import { readTicket } from '../../domain/ticket';
import { branchReadings } from '../sql/branch-readings';
import { int } from '../sql/int';
import { TICKETS_OF_ORDERS } from '../sql/load-statements';
import type { Source } from '../sql/statements';
import { type TicketRow, ticketOfRow } from '../sql/ticket-row';
import { actionsOfCourse } from './course-actions';
import { deliveriesOfCourse } from './course-deliveries';
import type { TicketKey } from './course-filter';
import { beganAt, historyCourse } from './history-course';
import { markBulk } from './history-page';
import { tableDayOf } from './table-visits';

/** `now` is the branch's current POS time. */
export type CourseDetailsQuestion = { branch: number; key: TicketKey; now: Instant };

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
