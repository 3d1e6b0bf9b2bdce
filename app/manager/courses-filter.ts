import type { CourseChoices } from '../../components/manager/page-query';
import type { ReportFilter } from '../../server/reports/filter';

/** The filters for courses that history and reports share, without branches and days. */
export function coursesFilter(choices: CourseChoices): Omit<ReportFilter, 'branches' | 'from' | 'to' | 'now' | 'asOf'> {
  const { course, table, service, kind, state, late, guests, weekday, hour, nextDay, q } = choices;
  const [number, subNumber = null] = table?.split('/') ?? [];
  return {
    ...{ course, service, state, guests, weekday, hour, q },
    table: number === undefined ? null : { number, subNumber },
    orderKind: kind,
    late: late === null ? null : late === 'late',
    nextDay: nextDay === null ? null : nextDay === 'yes',
  };
}
