'use client';

import { useTranslations } from 'use-intl';
import type { HistoryCourse, HistoryVisit } from '../../contract/history';
import { useDayText, useDurations } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { useCourseName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { type CourseTimes, courseTimes, type Stretch } from '../visit-timeline/course-times';
import { changed, courseAddress } from './addresses';
import { CELL, EmptyList, ListTable, NUMBER_CELL, Pages, PlaceCell, ROW } from './list-table';
import type { Listing } from './listing';

type SparklineProps = { courses: readonly CourseTimes[]; from: number; to: number };

type VisitRowProps = { visit: HistoryVisit; branch: ManagerBranch; query: URLSearchParams };

type Props = {
  listing: Extract<Listing, { visits: object }>;
  branch: ManagerBranch;
  isFiltered: boolean;
};

const KEY = [
  ['cookingKey', 'bg-accent'],
  ['lateKey', 'bg-mark'],
  ['waitingKey', 'bg-band'],
] as const;

/** The columns, and their classes. */
const COLUMNS = [
  ['place', ''],
  ['times', 'w-36 max-xl:hidden'],
  ['line', 'w-[26%] max-sm:hidden'],
  ['over', 'w-24 text-right'],
  ['late', 'w-24 text-right max-sm:hidden'],
  ['wait', 'w-28 text-right max-sm:hidden'],
  ['visit', 'w-24 text-right max-xl:hidden'],
] as const;

/** Visits of tables and counter orders, worst first. */
export function VisitList({ listing: { visits, total, offset, next }, branch, isFiltered }: Props) {
  const t = useTranslations('history');
  const head = useTranslations('history.head');
  const visit = useTranslations('visitTimeline');
  const { query } = useQueryNavigation();
  if (visits.length === 0) return <EmptyList isFiltered={isFiltered} isFurther={offset > 0} />;
  const shown = visits.length;
  const summary =
    offset > 0
      ? t('ordersFurther', { from: offset + 1, to: offset + shown, all: total })
      : next === null
        ? t('orders', { count: shown })
        : t('ordersOf', { count: shown, all: total });
  const columns = COLUMNS.map(([name, className]) => ({ name: head(name), className }));
  return (
    <>
      <ListTable summary={summary} columns={columns}>
        <tbody>
          {visits.map((visit) => (
            <VisitRow key={visit.orderKey} visit={visit} branch={branch} query={query} />
          ))}
        </tbody>
      </ListTable>
      <ul className="mt-4 flex flex-wrap gap-x-5 text-sm text-text-quiet">
        {KEY.map(([word, tone]) => (
          <li key={word} className="flex items-center gap-2">
            <i aria-hidden="true" className={`h-2 w-5 print:[print-color-adjust:exact] ${tone}`} />
            {visit(word)}
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-prose text-pretty text-sm text-text-quiet">{t('overAbout')}</p>
      <Pages
        back={offset > 0 ? { href: changed(query, {}), label: t('worst') } : null}
        next={next === null ? null : { href: changed(query, { cursor: next }), label: t('more') }}
      />
    </>
  );
}

/** An order and its visit. It links to its worst course. */
function VisitRow({ visit, branch, query }: VisitRowProps) {
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

/** Sparkline of an order's courses, one thin lane each; screen readers get names and cooking times. */
function Sparkline({ courses, from, to }: SparklineProps) {
  const courseName = useCourseName();
  const t = useTranslations('history');
  const durations = useDurations();
  const place = (at: number) => `${(((at - from) / Math.max(1, to - from)) * 100).toFixed(2)}%`;
  const width = ({ from: begin, to: end }: Pick<Stretch, 'from' | 'to'>) =>
    `max(2px, ${(((end - begin) / Math.max(1, to - from)) * 100).toFixed(2)}%)`;
  const bar = (stretch: Pick<Stretch, 'from' | 'to'>, tone: string) => (
    <i className={`absolute inset-y-0 ${tone}`} style={{ left: place(stretch.from), width: width(stretch) }} />
  );
  return (
    <div>
      <div aria-hidden="true" className="grid gap-0.5 py-1">
        {courses.map(({ ticket, cooking, waiting }) => (
          <div key={ticket.id} className="relative h-2 bg-track print:[print-color-adjust:exact]">
            {cooking && bar(cooking, 'bg-accent')}
            {cooking?.lateFrom != null && bar({ from: cooking.lateFrom, to: cooking.to }, 'bg-mark')}
            {waiting && bar(waiting, 'bg-band')}
          </div>
        ))}
      </div>
      <p className="truncate text-sm text-text-quiet">
        {courses.map(({ ticket }) => ticket.course.abbreviation ?? courseName(ticket.course)).join(' · ')}
      </p>
      <span className="sr-only">
        {courses
          .map(({ ticket, cooking }) =>
            t('courseCooked', {
              course: courseName(ticket.course),
              time: cooking ? durations.text(cooking.to - cooking.from) : t('none'),
            }),
          )
          .join(', ')}
      </span>
    </div>
  );
}
