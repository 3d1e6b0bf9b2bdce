'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../domain/live-contract';

/** Who sits there, as far as the POS said it: how many, and by which name. Over the counter there is no party. */
export function Party({ table }: Pick<Ticket, 'table'>) {
  const words = useTranslations('ticket');
  if (!table) return words('counter');
  const guests = table.guests === null ? null : words('guests', { count: table.guests });
  return (
    <>
      {guests && <span>{guests}</span>}
      {guests && table.name && <span>·</span>}
      {table.name && <bdi>{table.name}</bdi>}
    </>
  );
}
