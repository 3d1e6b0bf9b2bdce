import type { CourseCursor, CourseFilter } from '../history/course-filter';
import { historyPage } from '../history/history-page';
import type { Source } from '../sql/statements';
import { COURSE_COLUMNS, courseCells } from './course-cells';
import { csvText } from './csv-text';

/** A part of courses.csv, and where the next one begins; null after the last. */
export type CsvSlice = { csv: Uint8Array; next: CourseCursor | null };

/** The courses of a page as CSV, the first page with the header. */
export async function coursesCsv(
  source: Source,
  { filter, timeZone }: { filter: CourseFilter; timeZone: string },
): Promise<CsvSlice> {
  const { courses, next } = await historyPage(source, filter);
  const header = filter.cursor === null ? [COURSE_COLUMNS] : [];
  return { csv: csvText([...header, ...courses.map((course) => courseCells(course, timeZone))]), next };
}
