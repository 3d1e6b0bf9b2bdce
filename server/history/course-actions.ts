import type { CourseAction } from '../../contract/history';
import { toIso } from '../../domain/to-iso';
import { ACTIONS_OF_ORDERS } from '../sql/load-statements';
import type { Source } from '../sql/statements';
import { type TicketActionRow, ticketActionOf } from '../sql/ticket-action-row';
import type { TicketKey } from './course-filter';

/** The ticket actions on one round of a course, in order of receipt. */
export async function actionsOfCourse(
  source: Source,
  [orderKey, courseNumber, round]: TicketKey,
): Promise<CourseAction[]> {
  const rows = await source.$queryRawUnsafe<TicketActionRow[]>(ACTIONS_OF_ORDERS, JSON.stringify([orderKey]));
  return rows
    .map(ticketActionOf)
    .filter((action) => action.courseNumber === courseNumber && action.round === round)
    .map(({ id, kind, by, at }) => ({ id, kind, screen: by.name, at: toIso(at) }));
}
