'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';

type Placed = Pick<Ticket, 'table' | 'ticketNumber' | 'orderNumber'>;

/** Says where a ticket goes, in words: `Table 12`, `Table 3, part 2`, `Counter ticket 38`. */
export function usePlaceName(): (ticket: Placed) => string {
  const words = useTranslations('ticket');
  const tableName = useTableName();
  return ({ table, ticketNumber, orderNumber }) =>
    table ? tableName(table) : words('counterTicket', { number: ticketNumber ?? orderNumber ?? '' });
}

/** Says which table, in words: `Table 12`, `Table 3, part 2`. */
export function useTableName(): (table: { number: string; subNumber: string }) => string {
  const words = useTranslations('ticket');
  return ({ number, subNumber }) =>
    subNumber === '1' ? words('table', { number }) : words('tableSub', { number, sub: subNumber });
}

/** Says what a course is called; one without a name has its number. */
export function useCourseName(): (course: Ticket['course']) => string {
  const words = useTranslations('ticket');
  return ({ name, abbreviation, number }) => name ?? abbreviation ?? words('course', { number });
}

/** Whether a course has no name of its own but that of the place where it is handed over. */
export function isNamedAfterCounter({ name }: Pick<Ticket['course'], 'name'>): boolean {
  return name !== null && /^(counter|balie)$/i.test(name.trim());
}

/** Where a ticket goes, as it stands on a card: `12`, `#40`; the part of a table that is shared apart. */
export function shortPlace({ table, ticketNumber, orderNumber }: Placed): { number: string; part: string | null } {
  if (!table) return { number: `#${ticketNumber ?? orderNumber ?? '–'}`, part: null };
  return { number: table.number, part: table.subNumber === '1' ? null : table.subNumber };
}
