'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { isNamedAfterCounter } from './place';

/**
 * Number of guests and their name, if the POS sent them. Shows "Counter" for counter tickets unless the course is
 * called that.
 */
export function Party({ table, course }: Pick<Ticket, 'table' | 'course'>) {
  const t = useTranslations('ticket');
  if (!table) return isNamedAfterCounter(course) ? null : t('counter');
  const guests = table.guests === null ? null : t('guests', { count: table.guests });
  return (
    <>
      {guests && <span>{guests}</span>}
      {guests && table.name && <span>·</span>}
      {table.name && <bdi>{table.name}</bdi>}
    </>
  );
}
