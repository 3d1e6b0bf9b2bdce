'use client';

import { useTranslations } from 'use-intl';
import { groupBy } from '../../lib/group';
import { useDayText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { changed } from './addresses';
import { HEAD_CELL } from './cells';
import { CourseRow } from './course-row';
import { EmptyList } from './empty-list';
import type { Listing } from './listing';
import { Pages } from './pages';

type Props = {
  listing: Extract<Listing, { by: 'course' }>;
  branch: ManagerBranch;
  isFiltered: boolean;
  isOneDay: boolean;
};

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
  return (
    <>
      <p className="mb-2 text-text-quiet" role="status">
        {summary}
      </p>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{summary}</caption>
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={`${HEAD_CELL} w-16 sm:w-20`}>
              {head('began')}
            </th>
            <th scope="col" className={HEAD_CELL}>
              {head('place')}
            </th>
            <th scope="col" className={`${HEAD_CELL} w-[20%] max-sm:hidden xl:w-[12%]`}>
              {head('course')}
            </th>
            <th scope="col" className={`${HEAD_CELL} w-24 text-right xl:w-36`}>
              {head('cooking')}
            </th>
            <th scope="col" className={`${HEAD_CELL} w-24 text-right max-xl:hidden`}>
              {head('expected')}
            </th>
            <th scope="col" className={`${HEAD_CELL} w-32 text-right max-sm:hidden`}>
              {head('against')}
            </th>
            <th scope="col" className={`${HEAD_CELL} w-28 text-right max-md:hidden`}>
              {head('pass')}
            </th>
            <th scope="col" className={`${HEAD_CELL} w-[16%] pl-8 max-2xl:hidden`}>
              {head('marks')}
            </th>
          </tr>
        </thead>
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
      </table>
      <Pages
        back={isFurther ? { href: changed(query, {}), label: t('newest') } : null}
        next={next === null ? null : { href: changed(query, { cursor: next }), label: t('older') }}
      />
    </>
  );
}
