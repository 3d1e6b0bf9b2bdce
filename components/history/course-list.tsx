'use client';

import { useTranslations } from 'use-intl';
import { groupBy } from '../../lib/group';
import { useDayText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { changed } from './addresses';
import { CourseRow } from './course-row';
import { EmptyList } from './empty-list';
import { ListTable } from './list-table';
import type { Listing } from './listing';
import { Pages } from './pages';

type Props = {
  listing: Extract<Listing, { by: 'course' }>;
  branch: ManagerBranch;
  isFiltered: boolean;
  isOneDay: boolean;
};

/** The columns, and their classes. */
const COLUMNS = [
  ['began', 'w-16 sm:w-20'],
  ['place', ''],
  ['course', 'w-[20%] max-sm:hidden xl:w-[12%]'],
  ['cooking', 'w-24 text-right xl:w-36'],
  ['expected', 'w-24 text-right max-xl:hidden'],
  ['against', 'w-32 text-right max-sm:hidden'],
  ['pass', 'w-28 text-right max-md:hidden'],
  ['marks', 'w-[16%] pl-8 max-2xl:hidden'],
] as const;

/** Courses by day, newest first. */
export function CourseList({ listing, branch, isFiltered, isOneDay }: Props) {
  const t = useTranslations('history');
  const head = useTranslations('history.head');
  const dayText = useDayText();
  const { query } = useQueryNavigation();
  const { courses, count, next, isFurther } = listing;
  if (courses.length === 0) return <EmptyList isFiltered={isFiltered} isFurther={isFurther} />;
  const shown = courses.length;
  const summary = isFurther
    ? t('foundFurther', { count: shown })
    : next === null
      ? t('found', { count: shown })
      : count === null
        ? t('foundOfMany', { count: shown })
        : t('foundOf', { count: shown, all: count });
  const columns = COLUMNS.map(([name, className]) => ({ name: head(name), className }));
  return (
    <>
      <ListTable summary={summary} columns={columns}>
        {[...groupBy(courses, ({ businessDay }) => businessDay)].map(([day, ofDay]) => (
          <tbody key={day}>
            {!isOneDay && (
              <tr>
                {/* Over one column: what it spans beyond those that are shown would take their room. */}
                <th scope="rowgroup" className="whitespace-nowrap pt-5 pb-1 text-left font-bold">
                  {dayText(day, 'dated')}
                </th>
              </tr>
            )}
            {ofDay.map((course) => (
              <CourseRow key={course.ticket.id} course={course} branch={branch} query={query} />
            ))}
          </tbody>
        ))}
      </ListTable>
      <Pages
        back={isFurther ? { href: changed(query, {}), label: t('newest') } : null}
        next={next === null ? null : { href: changed(query, { cursor: next }), label: t('older') }}
      />
    </>
  );
}
