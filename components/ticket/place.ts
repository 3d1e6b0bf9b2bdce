'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../domain/live-contract';

/** Says where a ticket goes, in words: `Table 12`, `Table 3, part 2`, `Counter ticket 38`. */
export function usePlaceName(): (ticket: Ticket) => string {
  const words = useTranslations('ticket');
  return ({ table, ticketNumber, orderNumber }) => {
    if (!table) return words('counterTicket', { number: ticketNumber ?? orderNumber ?? '' });
    return table.subNumber === '1'
      ? words('table', { number: table.number })
      : words('tableSub', { number: table.number, sub: table.subNumber });
  };
}

/** Says what a course is called; one without a name has its number. */
export function useCourseName(): (course: Ticket['course']) => string {
  const words = useTranslations('ticket');
  return ({ name, abbreviation, number }) => name ?? abbreviation ?? words('course', { number });
}

/** Where a ticket goes, as it stands on a card: `12`, `#40`; the part of a table that is shared apart. */
export function shortPlace({ table, ticketNumber, orderNumber }: Ticket): { number: string; part: string | null } {
  if (!table) return { number: `#${ticketNumber ?? orderNumber ?? '–'}`, part: null };
  return { number: table.number, part: table.subNumber === '1' ? null : table.subNumber };
}
