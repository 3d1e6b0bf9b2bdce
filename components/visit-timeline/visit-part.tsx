'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useCourseName } from '../ticket/place';
import { clockText } from '../time/clock-text';
import type { CourseTimes } from './course-times';
import { type Gap, type Row, timelineOf } from './timeline';
import { TimelineChart, type TimelineColours } from './timeline-chart';
import type { Visit } from './visits';

type Props = {
  visit: Visit;
  /** POS time, epoch ms. */
  now: number;
  timeZone: string;
  colours: TimelineColours;
  /** Link to the details of a course; omitted if there are none. */
  linkOf?: (ticket: Ticket) => string;
  /** The course that the page is about. */
  currentId?: string;
};

/** The visit of one party: name, start, timeline, and the same in words. */
export function VisitPart({ visit, now, timeZone, colours, linkOf, currentId }: Props) {
  const t = useTranslations('visitTimeline');
  const guests = useTranslations('ticket');
  const clock = (at: number) => clockText(at, timeZone, false);
  const line = timelineOf(visit, now);
  const times = { from: clock(visit.from), to: clock(visit.to) };
  return (
    <section className="border-line [&+&]:mt-[1.4em] [&+&]:border-t [&+&]:pt-[1.2em]">
      <h3 className="mb-[0.8em] flex min-w-0 flex-wrap items-baseline gap-x-[0.8em] font-medium">
        <span className="font-bold tabular-nums">{line.now === null ? t('party', times) : t('partyNow', times)}</span>
        {visit.guests !== null && <span>{guests('guests', { count: visit.guests })}</span>}
        {visit.name !== null && <bdi className="max-w-full truncate">{visit.name}</bdi>}
      </h3>
      <TimelineChart line={line} clock={clock} colours={colours} />
      <ol className="mt-[1em] grid gap-[0.35em]">
        {line.rows.map((row) => (
          <CourseInWords
            key={row.course.ticket.id}
            row={row}
            gaps={line.gaps}
            clock={clock}
            href={linkOf?.(row.course.ticket)}
            isCurrent={row.course.ticket.id === currentId}
          />
        ))}
      </ol>
    </section>
  );
}

type InWordsProps = {
  row: Row;
  gaps: readonly Gap[];
  clock: (at: number) => string;
  href: string | undefined;
  isCurrent: boolean;
};

/** Times of a course in words, for readers and screen readers. */
function CourseInWords({ row, gaps, clock, href, isCurrent }: InWordsProps) {
  const t = useTranslations('visitTimeline');
  const tTicket = useTranslations('ticket');
  const { course, cooking, waiting } = row;
  const { ticket } = course;
  // Without an expected time, it exceeded the kitchen's default limit.
  const late = course.expectedAt === null ? 'tooLong' : 'longer';
  const gap = gaps.find(({ until, isOpen }) => !isOpen && until === course.foodAt);
  const parts = [
    t('started', { time: clock(course.began) }),
    cooking && t(cooking.isOpen ? 'cooking' : 'cooked', { minutes: cooking.minutes }),
    cooking?.late && cooking.late.minutes > 0 && t(late, { minutes: cooking.late.minutes }),
    waiting && t(waiting.isOpen ? 'waiting' : 'waited', { minutes: waiting.minutes }),
    waiting?.late && waiting.late.minutes > 0 && t('tooLong', { minutes: waiting.late.minutes }),
    useEnd(course, clock),
    gap && t('gap', { minutes: gap.minutes }),
  ].filter((part) => typeof part === 'string');
  const name = useCourseName()(ticket.course);
  return (
    <li className="grid grid-cols-1 sm:grid-cols-[8em_minmax(0,1fr)]" aria-current={isCurrent || undefined}>
      <b className="overflow-hidden text-ellipsis pe-[0.6em] font-[650]">
        {href && !isCurrent ? (
          <a className="underline underline-offset-[0.2em]" href={href}>
            {name}
          </a>
        ) : (
          name
        )}
        {ticket.round > 1 && <small> {tTicket('roundBadge', { round: ticket.round })}</small>}
      </b>
      <span className="tabular-nums">{parts.join(' · ')}</span>
    </li>
  );
}

/** How it ended, in words; empty for an open course. */
function useEnd({ end, foodAt }: CourseTimes, clock: (at: number) => string): string | null {
  const t = useTranslations('visitTimeline');
  if (end === 'forgotten' || end === 'presumed') return t(end);
  return foodAt !== null && (end === 'served' || end === 'collected') ? t(end, { time: clock(foodAt) }) : null;
}
