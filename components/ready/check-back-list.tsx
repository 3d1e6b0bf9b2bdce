'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { firstClick } from '../first-click';
import { useAtNow } from '../live/live-context';
import { useCourseName, usePlaceName } from '../ticket/place';
import { foodAt } from './check-back';
import { SIDE_LINE, SideList } from './side-list';

type Props = { tickets: readonly Ticket[]; done: (ticketId: string) => void };

/** Tables whose guests a waiter should check on. Ticks are kept on this device only. */
export function CheckBackList({ tickets, done }: Props) {
  const t = useTranslations('checkBack');
  if (tickets.length === 0) return null;
  return (
    <SideList title={t('title')} isEmpty={false}>
      <ul className="grid gap-5">
        {tickets.map((ticket) => (
          <Line key={ticket.id} ticket={ticket} done={done} />
        ))}
      </ul>
    </SideList>
  );
}

const Line = memo(function Line({ ticket, done }: { ticket: Ticket; done: Props['done'] }) {
  const t = useTranslations('checkBack');
  const place = usePlaceName()(ticket);
  const course = useCourseName()(ticket.course);
  const at = foodAt(ticket) ?? 0;
  const minutes = useAtNow((now) => Math.floor((now - at) / 60_000), 0);
  return (
    <li className={SIDE_LINE}>
      <p className="grid min-w-0 flex-1">
        <b className="truncate font-[650]">
          {place} · <bdi>{course}</bdi>
        </b>
        <span className="text-quiet">{t('line', { minutes })}</span>
      </p>
      <button
        type="button"
        className="min-h-[max(48px,2.6em)] min-w-55 flex-none rounded-[0.6em] font-bold inverse"
        aria-label={t('doneNamed', { place, course })}
        onClick={firstClick(() => done(ticket.id))}
      >
        {t('done')}
      </button>
    </li>
  );
});
