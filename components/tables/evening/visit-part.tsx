'use client';

import { useTranslations } from 'use-intl';
import { useLive } from '../../live/live-context';
import { useCourseName } from '../../ticket/place';
import { clockText } from '../../time/clock-text';
import type { CourseTimes } from './course-times';
import css from './evening.module.css';
import { type Gap, type Row, timeLineOf } from './time-line';
import { TimeLineChart } from './time-line-chart';
import type { Visit } from './visits';

/** One party's stay: who, since when, the time line, and the same in words. */
export function VisitPart({ visit, now }: { visit: Visit; now: number }) {
  const words = useTranslations('evening');
  const guests = useTranslations('ticket');
  const timeZone = useLive((view) => view.board?.branch.timeZone) ?? 'UTC';
  const clock = (at: number) => clockText(at, timeZone, false);
  const line = timeLineOf(visit, now);
  const times = { from: clock(visit.from), to: clock(visit.to) };
  return (
    <section className={css.visit}>
      <h3 className={css.party}>
        <span className={css.times}>{line.now === null ? words('party', times) : words('partyNow', times)}</span>
        {visit.guests !== null && <span>{guests('guests', { count: visit.guests })}</span>}
        {visit.name !== null && <bdi>{visit.name}</bdi>}
      </h3>
      <TimeLineChart line={line} clock={clock} />
      <ol className={css.list}>
        {line.rows.map((row) => (
          <CourseInWords key={row.course.ticket.id} row={row} gaps={line.gaps} clock={clock} />
        ))}
      </ol>
    </section>
  );
}

type InWordsProps = { row: Row; gaps: readonly Gap[]; clock: (at: number) => string };

/** The times of a course in words: for whoever reads, and for whoever listens. */
function CourseInWords({ row, gaps, clock }: InWordsProps) {
  const words = useTranslations('evening');
  const ticketWords = useTranslations('ticket');
  const { course, cooking, waiting } = row;
  const { ticket } = course;
  // Where no time was expected it is the kitchen's usual limit that has passed.
  const late = course.expectedAt === null ? 'tooLong' : 'longer';
  const gap = gaps.find(({ until, isOpen }) => !isOpen && until === course.foodAt);
  const parts = [
    words('started', { time: clock(course.began) }),
    cooking && words(cooking.isOpen ? 'cooking' : 'cooked', { minutes: cooking.minutes }),
    cooking?.late && cooking.late.minutes > 0 && words(late, { minutes: cooking.late.minutes }),
    waiting && words(waiting.isOpen ? 'waiting' : 'waited', { minutes: waiting.minutes }),
    waiting?.late && waiting.late.minutes > 0 && words('tooLong', { minutes: waiting.late.minutes }),
    useEnd(course, clock),
    gap && words('gap', { minutes: gap.minutes }),
  ].filter((part) => typeof part === 'string');
  return (
    <li>
      <b>
        {useCourseName()(ticket.course)}
        {ticket.round > 1 && <small> {ticketWords('roundBadge', { round: ticket.round })}</small>}
      </b>
      <span>{parts.join(' · ')}</span>
    </li>
  );
}

/** How it ended, in words; nothing for a course that is open. */
function useEnd({ end, foodAt }: CourseTimes, clock: (at: number) => string): string | null {
  const words = useTranslations('evening');
  if (end === 'forgotten') return words('forgotten');
  return foodAt !== null && (end === 'served' || end === 'collected') ? words(end, { time: clock(foodAt) }) : null;
}
