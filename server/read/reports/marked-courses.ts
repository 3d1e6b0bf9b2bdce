import { courseRows } from '../history';
import type { Source } from '../source';
import { currentColumns, type KeptColumns } from './kept-columns';
import { FLAG } from './report-row';

type Page = Awaited<ReturnType<typeof courseRows>>;
type Ticket = Page['courses'][number]['ticket'];

/** A page of history, with the mark `bulk` on what was completed or served in bulk (F14). */
export async function markedCourses(source: Source, filter: Parameters<typeof courseRows>[1]): Promise<Page> {
  const page = await courseRows(source, filter);
  const kept = await currentColumns(source);
  for (const { ticket } of page.courses) if (isInBulk(kept, ticket)) ticket.marks.push('bulk');
  return page;
}

/** Whether a course is known as this, and was completed or served in bulk. */
export function isInBulk({ branches, dictionaries }: KeptColumns, ticket: Ticket): boolean {
  const kept = branches.get(ticket.branch);
  if (!kept) return false;
  const { course, beganAt, flags } = kept.columns;
  const began = Date.parse(ticket.startedAt ?? ticket.readyAt ?? ticket.servedAt ?? '');
  const orderKey = Number.parseInt(ticket.id, 10);
  for (let row = kept.firstOf(orderKey); row < kept.firstOf(orderKey + 1); row += 1) {
    const isIt = dictionaries.courses.entries[course[row] as number] === ticket.course.number && beganAt[row] === began;
    if (isIt && (flags[row] as number) & (FLAG.completedInBulk | FLAG.servedInBulk)) return true;
  }
  return false;
}
