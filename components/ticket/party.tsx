'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { isNamedAfterCounter } from './place';

/**
 * Number of guests and their name, if the POS sent them. Shows "Counter" for counter tickets unless the course is
 * called that. In a flex row, a long name is cut first; `bdi` puts the ellipsis of a right-to-left name on its left.
 */
export function Party({ table, course }: Pick<Ticket, 'table' | 'course'>) {
  const t = useTranslations('ticket');
  if (!table) return isNamedAfterCounter(course) ? null : t('counter');
  return <GuestsAndName {...table} />;
}

/** As many of the two as are known. */
export function GuestsAndName({ guests, name }: { guests: number | null; name: string | null }) {
  const t = useTranslations('ticket');
  return (
    <>
      {guests !== null && <span className="flex-none">{t('guests', { count: guests })}</span>}
      {guests !== null && name && <span className="flex-none">·</span>}
      {name && <bdi className="min-w-0 shrink-1000 truncate">{name}</bdi>}
    </>
  );
}
