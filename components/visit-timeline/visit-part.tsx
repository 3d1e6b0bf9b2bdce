'use client';

import type { CSSProperties, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useCourseName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import type { CourseTimes } from './course-times';
import type { Visit } from './visits';
import { type Bar, type Gap, type Part, type Row, type Timeline, timelineOf } from './visits';

/** Utilities for the ground and the text of each kind of bar. */
type TimelineColours = Readonly<Record<'cooking' | 'waiting' | 'late', string>>;

/** On a handheld, time runs downwards and lanes are columns. Lengths are in em: manager pages have another spacing. */
const CHART =
  'relative grid gap-[0.35em] [--names:8em] sm:pt-[1.7em] max-sm:h-[calc(var(--steps)*5em+5.4em)] max-sm:auto-cols-fr max-sm:grid-flow-col max-sm:grid-rows-1 max-sm:pb-[3.2em] max-sm:pl-[3.4em]';
const LANE =
  'relative grid items-center sm:grid-cols-[var(--names)_minmax(0,1fr)] max-sm:min-h-0 max-sm:grid-cols-1 max-sm:grid-rows-[2.2em_minmax(0,1fr)]';
const TRACK = 'relative h-[2.2em] max-sm:h-full';
const BAR =
  'absolute grid place-content-center overflow-hidden whitespace-nowrap font-bold tabular-nums leading-[1.1] [container-type:size] sm:inset-y-[0.25em] sm:left-(--from) sm:w-[max(3px,var(--length))] max-sm:inset-x-[0.2em] max-sm:top-(--from) max-sm:h-[max(3px,var(--length))] max-sm:font-stretch-80%';
const GAP =
  'border-(--quiet) bg-[linear-gradient(var(--quiet)_0_0)] bg-center bg-no-repeat sm:border-x-2 sm:bg-size-[100%_2px] max-sm:border-y-2 max-sm:bg-size-[2px_100%]';
/** Text in a bar, if it fits. */
const BAR_TEXT = 'hidden [@container(width>=1.3em)_and_(height>=1.1em)]:block @min-[3.9em]:px-[0.35em]';

type TimelineChartProps = { line: Timeline; clock: (at: number) => string; colours: TimelineColours };

type BarProps = { bar: Bar; kind: 'cooking' | 'waiting'; colours: TimelineColours };

const SQUARE = 'h-[0.8em] w-[1em]';
const STROKE = 'h-[1.1em] w-[3px]';

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

/** Courses of a visit over time. The text beside it says the same. */
function TimelineChart({ line, clock, colours }: TimelineChartProps) {
  const t = useTranslations('visitTimeline');
  return (
    <div className={CHART} style={{ '--steps': line.ticks.length - 1 } as CSSProperties} aria-hidden="true">
      <Scale line={line} clock={clock} />
      {line.rows.map((row) => (
        <Lane key={row.course.ticket.id} row={row} colours={colours} />
      ))}
      {line.gaps.length > 0 && (
        <div className={LANE}>
          <span className="pe-[0.6em] font-medium text-[0.85em] text-quiet leading-[1.2] max-sm:invisible">
            {t('between')}
          </span>
          <div className={TRACK}>
            {line.gaps.map((gap) => (
              <span
                key={gap.until}
                className={`${BAR} ${GAP} ${gap.isOpen ? '[border-inline-end-style:dashed]' : ''}`}
                style={placed(gap)}
              >
                <Minutes count={gap.minutes} className="on-sheet" />
              </span>
            ))}
          </div>
        </div>
      )}
      <Key line={line} colours={colours} />
    </div>
  );
}

function Scale({ line: { ticks, now }, clock }: Pick<TimelineChartProps, 'line' | 'clock'>) {
  const placedAt = (place: number) => ({ '--from': `${place}%` }) as CSSProperties;
  const isLast = (index: number) => index === ticks.length - 1;
  return (
    <div className="absolute sm:inset-[0_0_2.2em_var(--names)] max-sm:inset-[2.2em_0_3.2em]">
      {ticks.map(({ at, place }, index) => (
        <span
          key={at}
          className={`absolute border-line text-[0.85em] text-quiet tabular-nums sm:inset-y-0 sm:left-(--from) sm:border-s max-sm:inset-x-0 max-sm:top-(--from) ${
            isLast(index)
              ? 'sm:-indent-[3em] max-sm:-translate-y-[0.8em] max-sm:leading-[0]'
              : 'sm:indent-[0.3em] max-sm:border-t'
          }`}
          style={placedAt(place)}
        >
          {clock(at)}
        </span>
      ))}
      {now !== null && (
        <i
          className="absolute border-dashed sm:top-[1.4em] sm:bottom-0 sm:left-(--from) sm:border-s-2 max-sm:top-(--from) max-sm:right-0 max-sm:left-[3.2em] max-sm:border-t-2"
          style={placedAt(now)}
        />
      )}
    </div>
  );
}

function Lane({ row: { course, cooking, waiting, expected }, colours }: { row: Row; colours: TimelineColours }) {
  const name = useCourseName()(course.ticket.course);
  const { abbreviation, number } = course.ticket.course;
  return (
    <div className={LANE}>
      <span className="truncate font-[650] leading-[1.2] sm:pe-[0.6em] max-sm:text-center">
        <span className="max-sm:hidden">{name}</span>
        <abbr className="no-underline sm:hidden">{abbreviation ?? number}</abbr>
      </span>
      <div className={TRACK}>
        {cooking && <BarPart bar={cooking} kind="cooking" colours={colours} />}
        {waiting && <BarPart bar={waiting} kind="waiting" colours={colours} />}
        {expected !== null && (
          <i
            className="absolute border border-sheet bg-text sm:inset-y-[-0.05em] sm:left-[calc(var(--from)-2px)] sm:w-[4px] max-sm:inset-x-0 max-sm:top-[calc(var(--from)-2px)] max-sm:h-[4px]"
            style={{ '--from': `${expected}%` } as CSSProperties}
          />
        )}
      </div>
    </div>
  );
}

/** A time range with the part that was too long behind it. Each shows its own minutes, which add up to the whole. */
function BarPart({ bar, kind, colours }: BarProps) {
  const { late } = bar;
  const inTime = {
    from: bar.from,
    length: bar.length - (late?.length ?? 0),
    minutes: bar.minutes - (late?.minutes ?? 0),
  };
  return (
    <>
      <span className={`${BAR} ${colours[kind]}`} data-kind={kind} style={placed(inTime)}>
        <Minutes count={inTime.minutes} />
      </span>
      {late && (
        <span className={`${BAR} ${colours.late}`} data-kind="late" style={placed(late)}>
          <span className={BAR_TEXT}>+{late.minutes}</span>
        </span>
      )}
    </>
  );
}

/** The duration if there is room for it, with its unit if there is more. */
function Minutes({ count, className = '' }: { count: number; className?: string }) {
  const t = useTranslations('visitTimeline');
  return (
    <span className={`${BAR_TEXT} ${className}`}>
      {count}
      <span className="hidden @min-[3.9em]:inline"> {t('unit')}</span>
    </span>
  );
}

function Key({ line, colours }: Pick<TimelineChartProps, 'line' | 'colours'>) {
  const t = useTranslations('visitTimeline');
  const hasLate = line.rows.some(({ cooking, waiting }) => cooking?.late || waiting?.late);
  const hasExpected = line.rows.some(({ expected }) => expected !== null);
  return (
    <p className="flex flex-wrap gap-x-[1.2em] gap-y-[0.2em] text-quiet leading-[1.3] sm:pt-[0.3em] sm:pl-(--names) max-sm:absolute max-sm:inset-x-0 max-sm:bottom-0">
      <KeyEntry mark={`${SQUARE} ${colours.cooking}`}>{t('cookingKey')}</KeyEntry>
      <KeyEntry mark={`${SQUARE} ${colours.waiting}`}>{t('waitingKey')}</KeyEntry>
      {hasLate && <KeyEntry mark={`${SQUARE} ${colours.late}`}>{t('lateKey')}</KeyEntry>}
      {hasExpected && <KeyEntry mark={`${STROKE} bg-text`}>{t('expectedKey')}</KeyEntry>}
      {line.gaps.length > 0 && (
        <KeyEntry className="sm:hidden" mark={`${STROKE} bg-(--quiet)`}>
          {t('between')}
        </KeyEntry>
      )}
    </p>
  );
}

function KeyEntry({ mark, className = '', children }: { mark: string; className?: string; children: ReactNode }) {
  return (
    <span className={`flex items-center gap-[0.4em] text-[0.85em] ${className}`}>
      <i className={mark} />
      {children}
    </span>
  );
}

function placed({ from, length }: Part): CSSProperties {
  return { '--from': `${from}%`, '--length': `${length}%` } as CSSProperties;
}
