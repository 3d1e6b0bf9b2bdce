'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { useCourseName } from '../ticket/place';
import { type ComingUp, readyIn, type When } from './coming-up';
import { SIDE_LINE, SideList } from './side-list';
import { Where } from './where';

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
