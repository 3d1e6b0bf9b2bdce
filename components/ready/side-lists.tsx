'use client';

import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { shortPlace, useCourseName, usePlaceName } from '../ticket/ticket-names';
import { type ComingUp, readyIn, type When } from './coming-up';

/** Courses in preparation, next first. `isForMe`: only for the tables of this screen's waiter. */
export function ComingUpList({ coming, isForMe }: { coming: ComingUp; isForMe: boolean }) {
  const t = useTranslations('comingUp');
  const title = isForMe ? t('title') : t('titleAll');
  const { next, more } = coming;
  return (
    <SideList title={title} isEmpty={next.length === 0}>
      {next.length === 0 ? (
        <p className="text-quiet">{isForMe ? t('none') : t('noneAtAll')}</p>
      ) : (
        <ul className="grid gap-5">
          {next.map((ticket) => (
            <Line key={ticket.id} ticket={ticket} />
          ))}
          {more > 0 && <li className="px-9 text-quiet tabular-nums">{t('more', { count: more })}</li>}
        </ul>
      )}
    </SideList>
  );
}

const PLACE_SIZES = [
  'w-24 flex-none text-[1.7em]',
  'w-37 flex-none text-[1.1em]',
  'w-37 flex-none text-[1.1em]',
] as const;

/** A box of one course in a list beside the rows. */
export const SIDE_LINE =
  'flex min-h-[3.2em] min-w-0 items-center gap-9 rounded-[0.7em] border border-line px-9 py-3 on-sheet';

const Line = memo(function Line({ ticket }: { ticket: Ticket }) {
  const of = useTranslations('ticket');
  const course = useCourseName()(ticket.course);
  return (
    <li className={SIDE_LINE}>
      <Where ticket={ticket} sizes={PLACE_SIZES} />
      {/* Where both have no room in one line, the time is below the course. */}
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-9">
        <bdi className="max-w-full flex-[1_1_8.5em] truncate">
          {course}
          {ticket.round > 1 && ` · ${of('roundBadge', { round: ticket.round })}`}
        </bdi>
        <ReadyIn ticket={ticket} />
      </p>
    </li>
  );
});

function ReadyIn({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('comingUp');
  const when = useAtNow<When>((now) => readyIn(ticket, now), null);
  if (when === null) return null;
  const text = typeof when === 'number' ? t('about', { minutes: when }) : t(when === 'late' ? 'late' : 'anyMoment');
  return <span className={`flex-none tabular-nums ${when === 'late' ? 'font-[650]' : 'text-quiet'}`}>{text}</span>;
}

/** The title of a part of the page. */
export const HEADING = 'px-2.5 font-bold text-[0.75em] text-quiet uppercase leading-[1.5] tracking-[0.03em]';

/** A list beside the rows, with its title. An empty one is left out where it would be below them. */
export function SideList({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <section className={isEmpty ? '@max-[56em]:hidden' : undefined} aria-label={title}>
      <p className={`mb-5 ${HEADING}`} aria-hidden="true">
        {title}
      </p>
      {children}
    </section>
  );
}

/** Number of characters that fit side by side at full size; longer text is smaller. */
const MAX_IN_PLACE = 3;

/** Classes for a place that fits, for one of up to twice as many characters, and for a longer one. */
export type PlaceSizes = readonly [string, string, string];

function sizeOf(place: string, sizes: PlaceSizes): string {
  if (place.length <= MAX_IN_PLACE) return sizes[0];
  return place.length <= MAX_IN_PLACE * 2 ? sizes[1] : `wrap-anywhere whitespace-normal ${sizes[2]}`;
}

/** The place of a ticket at the start of a row: a large table number with a small part; screen readers get words. */
export function Where({ ticket, sizes }: { ticket: Ticket; sizes: PlaceSizes }) {
  const label = usePlaceName()(ticket);
  const { number, part } = shortPlace(ticket);
  return (
    <h2
      className={`min-w-0 overflow-hidden font-extrabold leading-none font-stretch-78% ${sizeOf(part === null ? number : `${number}${part}`, sizes)}`}
      aria-label={label}
    >
      {number}
      {part !== null && <small className="font-bold text-[0.45em]">·{part}</small>}
    </h2>
  );
}
