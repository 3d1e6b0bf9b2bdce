'use client';

import { useTranslations } from 'use-intl';
import type { HistoryCourse } from '../../contract/history';
import { groupBy } from '../../lib/collections';
import { useDayText, useDurations } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { useCourseName } from '../ticket/ticket-names';
import { clockText, toMs } from '../time/clock-text';
import { changed, courseAddress } from './addresses';
import { factsOf } from './lengths';
import { CELL, EmptyList, ListTable, NUMBER_CELL, Pages, PlaceCell, ROW } from './list-table';
import type { Listing } from './listing';
import { Marks } from './marks';

/** `query` is that of the list, to which the course's own page leads back. */
type CourseRowProps = { course: HistoryCourse; branch: ManagerBranch; query: URLSearchParams };

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

/** A course in the list of the history. Narrow screens move what their columns lack below the name, or leave it out. */
function CourseRow({ course, branch, query }: CourseRowProps) {
  const t = useTranslations('history');
  const passUntil = useTranslations('course.passUntil');
  const courseName = useCourseName();
  const durations = useDurations();
  const { ticket, overtime } = course;
  const { began, cooking, expected, against, until, still } = factsOf(course);
  // Of a course without a serve, what is known of its wait; reports have none.
  const pass = until.served ?? until.collected;
  const waitsSince = pass === null && still === 'ready' ? toMs(ticket.readyAt) : null;
  const none = t('none');
  const name = courseName(ticket.course);
  // Without an expected time only a late course has a figure: by how much it exceeded the kitchen's limit.
  const beyond = against ?? (overtime.isLate ? overtime.cookingMs : null);
  const late = overtime.isLate && <span className="font-bold text-trouble">{t('late')}</span>;
  return (
    <tr className={ROW}>
      <td className={`${CELL} tabular-nums`}>{began === null ? none : clockText(began, branch.timeZone, false)}</td>
      <td className={CELL}>
        <span className="block truncate sm:hidden">{name}</span>
        <PlaceCell ticket={ticket} href={courseAddress(query, ticket.id, branch.number)} />
        <span className="block text-sm text-text-quiet 2xl:hidden">
          <Marks ticket={ticket} />
        </span>
      </td>
      <td className={`${CELL} max-sm:hidden`}>
        <span className="block truncate" title={name}>
          {name}
        </span>
      </td>
      <td className={NUMBER_CELL}>
        {cooking === null ? (
          <span className="whitespace-normal text-text-quiet">{still === null ? none : t(`still.${still}`)}</span>
        ) : (
          durations.text(cooking)
        )}
        <span className="block sm:hidden">{late}</span>
      </td>
      <td className={`${NUMBER_CELL} text-text-quiet max-xl:hidden`}>
        {expected === null ? none : durations.text(expected)}
      </td>
      <td className={`${NUMBER_CELL} max-sm:hidden`}>
        {beyond === null ? (
          <span className="text-text-quiet">{none}</span>
        ) : (
          <span className={overtime.isLate ? 'font-bold text-trouble' : ''}>{durations.signed(beyond)}</span>
        )}
        {late && <> {late}</>}
      </td>
      <td className={`${NUMBER_CELL} max-md:hidden`}>
        {pass !== null && durations.text(pass)}
        {pass === null && (
          <span className="whitespace-normal text-text-quiet">
            {waitsSince === null ? none : t('waitsSince', { time: clockText(waitsSince, branch.timeZone, false) })}
          </span>
        )}
        {until.served === null && until.collected !== null && (
          <span className="block whitespace-normal text-sm text-text-quiet">{passUntil('collected')}</span>
        )}
      </td>
      <td className={`${CELL} pl-8 text-text-quiet max-2xl:hidden`}>
        <Marks ticket={ticket} />
      </td>
    </tr>
  );
}
