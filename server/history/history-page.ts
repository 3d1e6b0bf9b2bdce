import type { Ticket } from '../../contract/live';
import { DAY_MS } from '../../lib/time-units';
import { currentColumns } from '../reports/column-cache';
import type { BranchColumns } from '../reports/columns';
import type { Dictionaries } from '../reports/dictionaries';
import { FLAG } from '../reports/report-row';
import type { Source } from '../sql/statements';
import type { CourseFilter } from './course-filter';
import { findCourses, needsColumns } from './find-courses';
import { beganAt } from './history-course';
import { type CoursePage, countCourses, courseRows, coursesOfKeys } from './list-courses';

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

/** Courses of a page that began further apart do not need the courses between them. */
const APART_MS = 2 * DAY_MS;

/** F14: adds the mark `bulk` to tickets that were completed or served in bulk. Changes the tickets. */
export async function markBulk(source: Source, tickets: readonly Ticket[]): Promise<void> {
  const near = nearInTime(tickets);
  const spans = near.map((together) => ({
    branch: together[0]?.branch ?? 0,
    from: Math.min(...together.map(beganAt)),
    to: Math.max(...together.map(beganAt)) + 1,
  }));
  const { columns, dictionaries } = await currentColumns(source, spans);
  for (const [index, together] of near.entries())
    for (const ticket of together)
      if (isInBulk(ticket, columns[index] ?? null, dictionaries)) ticket.marks.push('bulk');
}

/** Groups tickets by branch, and by time. */
function nearInTime(tickets: readonly Ticket[]): Ticket[][] {
  const groups: Ticket[][] = [];
  for (const ticket of tickets.toSorted((a, b) => a.branch - b.branch || beganAt(a) - beganAt(b))) {
    const before = groups.at(-1)?.at(-1);
    if (before?.branch === ticket.branch && beganAt(ticket) - beganAt(before) <= APART_MS) groups.at(-1)?.push(ticket);
    else groups.push([ticket]);
  }
  return groups;
}

/** F14: whether a ticket was completed or served in bulk. False if the columns have another version of it. */
function isInBulk(ticket: Ticket, columns: BranchColumns | null, { courses }: Dictionaries): boolean {
  if (!columns) return false;
  const { course, beganAt: began, flags } = columns.columns;
  const orderKey = Number.parseInt(ticket.id, 10);
  for (let row = columns.firstOf(orderKey); row < columns.firstOf(orderKey + 1); row += 1) {
    const isIt = courses.entries[course[row] as number] === ticket.course.number && began[row] === beganAt(ticket);
    if (isIt && (flags[row] as number) & (FLAG.completedInBulk | FLAG.servedInBulk)) return true;
  }
  return false;
}
