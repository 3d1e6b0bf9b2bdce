'use client';

import { useTranslations } from 'use-intl';
import type { HistoryCourse, HistoryVisit } from '../../contract/history';
import { useDayText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { useDurations } from '../manager/use-durations';
import { clockText } from '../time/clock-text';
import { courseTimes } from '../visit-timeline/course-times';
import { courseAddress } from './addresses';
import { CELL, NUMBER_CELL, ROW } from './cells';
import { PlaceCell } from './place-cell';
import { Sparkline } from './sparkline';

type Props = { visit: HistoryVisit; branch: ManagerBranch; query: URLSearchParams };

/** An order and its visit. It links to its worst course. */
export function VisitRow({ visit, branch, query }: Props) {
  const t = useTranslations('history');
  const dayText = useDayText();
  const durations = useDurations();
  const { courses, lateCourses, overMs, longestWaitMs, visitMs } = visit;
  const worst = courses.toSorted((a, b) => overOf(b) - overOf(a))[0];
  const newest = courses.at(-1);
  if (!worst || !newest) return null;
  const times = courses.flatMap(({ ticket }) => courseTimes(ticket, branch.now) ?? []);
  const from = Math.min(...times.map(({ began }) => began));
  const to = Math.max(...times.map((course) => course.to));
  const clock = (at: number) => clockText(at, branch.timeZone, false);
  const length = (ms: number | null) =>
    ms === null ? <span className="text-text-quiet">{t('none')}</span> : durations.text(ms);
  return (
    <tr className={ROW}>
      <td className={CELL}>
        {/* The latest name and guests, since they may have changed. */}
        <PlaceCell ticket={newest.ticket} href={courseAddress(query, worst.ticket.id, branch.number)} />
      </td>
      <td className={`${CELL} tabular-nums max-xl:hidden`}>
        <span className="block">
          {clock(from)}–{clock(to)}
        </span>
        <span className="block text-text-quiet">{dayText(newest.businessDay, 'short')}</span>
      </td>
      <td className={`${CELL} max-sm:hidden`}>
        <Sparkline courses={times} from={from} to={to} />
      </td>
      <td className={`${NUMBER_CELL} ${overMs > 0 ? 'font-bold text-trouble' : ''}`}>{length(overMs)}</td>
      <td className={`${NUMBER_CELL} max-sm:hidden`}>{t('lateOf', { late: lateCourses, count: courses.length })}</td>
      <td className={`${NUMBER_CELL} max-sm:hidden`}>{length(longestWaitMs)}</td>
      <td className={`${NUMBER_CELL} max-xl:hidden`}>{length(visitMs)}</td>
    </tr>
  );
}

function overOf({ overtime }: HistoryCourse): number {
  return overtime.cookingMs + overtime.passMs;
}
