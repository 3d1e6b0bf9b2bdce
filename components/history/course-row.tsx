'use client';

import { useTranslations } from 'use-intl';
import type { HistoryCourse } from '../../contract/history';
import type { ManagerBranch } from '../manager/manager-branch';
import { useDurations } from '../manager/use-durations';
import { useCourseName } from '../ticket/place';
import { clockText } from '../time/clock-text';
import { courseAddress } from './addresses';
import { CELL, NUMBER_CELL, ROW } from './cells';
import { factsOf } from './course-facts';
import { Marks } from './marks';
import { PlaceCell } from './place-cell';

/** `query` is that of the list, to which the course's own page leads back. */
type Props = { course: HistoryCourse; branch: ManagerBranch; query: URLSearchParams };

/** A course in the list of the history. Narrow screens move what their columns lack below the name, or leave it out. */
export function CourseRow({ course, branch, query }: Props) {
  const t = useTranslations('history');
  const passUntil = useTranslations('course.passUntil');
  const courseName = useCourseName();
  const durations = useDurations();
  const { ticket, overtime } = course;
  const { began, cooking, expected, against, until, still } = factsOf(course);
  // Of a course without a serve, what is known of its wait; reports have none.
  const pass = until.served ?? until.collected;
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
        {pass === null ? <span className="text-text-quiet">{none}</span> : durations.text(pass)}
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
