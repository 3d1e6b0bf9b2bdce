import type { CourseAction, CourseDelivery, CourseDetails } from '../../contract/history';
import { type Instant, toIso } from '../../domain/fact';
import { readTicket } from '../../domain/ticket';
import { DELIVERIES_OF_COURSE } from '../sql/history-statements';
import { ACTIONS_OF_ORDERS, branchReadings, TICKETS_OF_ORDERS } from '../sql/load-statements';
import { bodyOf, type Int, int, type Source } from '../sql/statements';
import { type TicketActionRow, type TicketRow, ticketActionOf, ticketOfRow } from '../sql/tickets';
import type { DeliveryColumns } from '../sql/write-statements';
import type { TicketKey } from './course-filter';
import { beganAt, historyCourse, markBulks } from './list-courses';
import { tableDayOf } from './visits';

/** `now` is the branch's current POS time. */
type CourseDetailsQuestion = { branch: number; key: TicketKey; now: Instant };

/** Reads everything about a course. Null if it does not exist or belongs to another branch. */
export async function courseDetails(source: Source, question: CourseDetailsQuestion): Promise<CourseDetails | null> {
  const branch = (await branchReadings(source)).get(question.branch);
  if (!branch) return null;
  const [orderKey, courseNumber, round] = question.key;
  const order = await source.$queryRawUnsafe<TicketRow[]>(TICKETS_OF_ORDERS, JSON.stringify([orderKey]));
  const row = order.find((each) => int(each.courseNumber) === courseNumber && int(each.round) === round);
  if (!row || int(row.branch) !== branch.number) return null;
  const course = historyCourse(row, branch.reading, question.now);
  await markBulks(source, [course.ticket]);
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

/** The ticket actions on one round of a course, in order of receipt. */
async function actionsOfCourse(source: Source, [orderKey, courseNumber, round]: TicketKey): Promise<CourseAction[]> {
  const rows = await source.$queryRawUnsafe<TicketActionRow[]>(ACTIONS_OF_ORDERS, JSON.stringify([orderKey]));
  return rows
    .map(ticketActionOf)
    .filter((action) => action.courseNumber === courseNumber && action.round === round)
    .map(({ id, kind, by, at }) => ({ id, kind, screen: by.name, at: toIso(at) }));
}

/** Limits the page of a course whose deliveries were repeated without end. */
const MAX_LISTED = 200;

type DeliveryRow = Pick<DeliveryColumns, 'id' | 'receivedAt' | 'pathEvent' | 'outcome' | 'body'> &
  Record<'step' | 'at' | 'all', Int> &
  Record<'round' | 'erasedAt', Int | null>;

/** The first deliveries of a course, in any round, in order of arrival, and the total number. */
async function deliveriesOfCourse(
  source: Source,
  [orderKey, courseNumber]: TicketKey,
): Promise<{ deliveries: CourseDelivery[]; deliveryCount: number }> {
  const rows = await source.$queryRawUnsafe<DeliveryRow[]>(DELIVERIES_OF_COURSE, orderKey, courseNumber, MAX_LISTED);
  return {
    deliveries: rows.map(({ id, pathEvent, outcome, ...row }) => ({
      id,
      receivedAt: toIso(int(row.receivedAt)),
      pathEvent,
      outcome,
      step: int(row.step),
      at: toIso(int(row.at)),
      round: int(row.round),
      erasedAt: toIso(int(row.erasedAt)),
      ...bodyOf(row),
    })),
    deliveryCount: int(rows[0]?.all ?? 0),
  };
}
