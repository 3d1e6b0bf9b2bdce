'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { useCourseName, usePlaceName } from '../ticket/place';
import { foodAt } from './check-back';
import css from './side.module.css';

type Props = { tickets: readonly Ticket[]; done: (ticketId: string) => void };

/** Tables whose guests a waiter should check on. Ticks are kept on this device only. */
export function CheckBackList({ tickets, done }: Props) {
  const t = useTranslations('checkBack');
  if (tickets.length === 0) return null;
  return (
    <section className={css.part} aria-label={t('title')}>
      <p className={css.title} aria-hidden="true">
        {t('title')}
      </p>
      <ul className={css.lines}>
        {tickets.map((ticket) => (
          <Line key={ticket.id} ticket={ticket} done={done} />
        ))}
      </ul>
    </section>
  );
}

const Line = memo(function Line({ ticket, done }: { ticket: Ticket; done: Props['done'] }) {
  const t = useTranslations('checkBack');
  const place = usePlaceName()(ticket);
  const course = useCourseName()(ticket.course);
  const at = foodAt(ticket) ?? 0;
  const minutes = useAtNow((now) => Math.floor((now - at) / 60_000), 0);
  return (
    <li className={css.line}>
      <p className={css.ask}>
        <b>
          {place} · <bdi>{course}</bdi>
        </b>
        <span>{t('line', { minutes })}</span>
      </p>
      <button
        type="button"
        className={css.done}
        aria-label={t('doneNamed', { place, course })}
        onClick={() => done(ticket.id)}
      >
        {t('done')}
      </button>
    </li>
  );
});
