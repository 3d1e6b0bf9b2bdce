'use client';

import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { useCourseName } from '../ticket/place';
import { type ComingUp, readyIn, type When } from './coming-up';
import css from './side.module.css';
import { Where } from './where';

/** Courses in preparation, next first. `isForMe`: only for the tables of this screen's waiter. */
export function ComingUpList({ coming, isForMe }: { coming: ComingUp; isForMe: boolean }) {
  const t = useTranslations('comingUp');
  const title = isForMe ? t('title') : t('titleAll');
  const { next, more } = coming;
  return (
    <section className={css.part} data-empty={next.length === 0 || undefined} aria-label={title}>
      <p className={css.title} aria-hidden="true">
        {title}
      </p>
      {next.length === 0 ? (
        <p className={css.nothing}>{isForMe ? t('none') : t('noneAtAll')}</p>
      ) : (
        <ul className={css.lines}>
          {next.map((ticket) => (
            <Line key={ticket.id} ticket={ticket} />
          ))}
          {more > 0 && <li className={css.more}>{t('more', { count: more })}</li>}
        </ul>
      )}
    </section>
  );
}

const Line = memo(function Line({ ticket }: { ticket: Ticket }) {
  const of = useTranslations('ticket');
  const course = useCourseName()(ticket.course);
  return (
    <li className={css.line}>
      <Where ticket={ticket} />
      <span className={css.course}>
        {course}
        {ticket.round > 1 && ` · ${of('roundBadge', { round: ticket.round })}`}
      </span>
      <ReadyIn ticket={ticket} />
    </li>
  );
});

function ReadyIn({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('comingUp');
  const when = useAtNow<When>((now) => readyIn(ticket, now), null);
  if (when === null) return null;
  const text = typeof when === 'number' ? t('about', { minutes: when }) : t(when === 'late' ? 'late' : 'anyMoment');
  return (
    <span className={css.when} data-late={when === 'late' || undefined}>
      {text}
    </span>
  );
}
