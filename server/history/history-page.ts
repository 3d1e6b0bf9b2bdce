import { type CachedColumns, currentColumns } from '../reports/column-cache';
import { FLAG } from '../reports/report-row';
import type { Source } from '../sql/statements';
import type { CourseFilter } from './course-filter';
import { findCourses, needsColumns } from './find-courses';
import type { HistoryCourse } from './history-course';
import { type CoursePage, countCourses, courseRows, coursesOfKeys } from './list-courses';

type Ticket = HistoryCourse['ticket'];

/** A page of history, with the mark `bulk` on courses that were completed or served in bulk (F14). */
export async function historyPage(source: Source, filter: CourseFilter): Promise<CoursePage> {
  const page = needsColumns(filter)
    ? await coursesOfKeys(source, filter, (await findCourses(source, filter, filter.limit + 1)).keys)
    : await courseRows(source, filter);
  await markBulk(
    source,
    page.courses.map(({ ticket }) => ticket),
  );
  return page;
}

/** The number of matching courses on all pages; null if they are too many to count quickly. */
export async function countHistory(source: Source, filter: CourseFilter): Promise<number | null> {
  return needsColumns(filter) ? (await findCourses(source, filter, 0)).count : countCourses(source, filter);
}

/** F14: adds the mark `bulk` to tickets that were completed or served in bulk. Changes the tickets. */
export async function markBulk(source: Source, tickets: readonly Ticket[]): Promise<void> {
  const cached = await currentColumns(source);
  for (const ticket of tickets) if (isInBulk(cached, ticket)) ticket.marks.push('bulk');
}

/** F14: whether a ticket was completed or served in bulk. False if the columns have another version of it. */
export function isInBulk({ branches, dictionaries }: CachedColumns, ticket: Ticket): boolean {
  const columns = branches.get(ticket.branch);
  if (!columns) return false;
  const { course, beganAt, flags } = columns.columns;
  const began = Date.parse(ticket.startedAt ?? ticket.readyAt ?? ticket.servedAt ?? '');
  const orderKey = Number.parseInt(ticket.id, 10);
  for (let row = columns.firstOf(orderKey); row < columns.firstOf(orderKey + 1); row += 1) {
    const isIt = dictionaries.courses.entries[course[row] as number] === ticket.course.number && beganAt[row] === began;
    if (isIt && (flags[row] as number) & (FLAG.completedInBulk | FLAG.servedInBulk)) return true;
  }
  return false;
}
