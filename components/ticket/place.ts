'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';

type Placed = Pick<Ticket, 'table' | 'ticketNumber' | 'orderNumber'>;

/** Returns a function that names the place of a ticket: `Table 12`, `Table 3, part 2`, `Counter ticket 38`. */
export function usePlaceName(): (ticket: Placed) => string {
  const t = useTranslations('ticket');
  const tableName = useTableName();
  return ({ table, ticketNumber, orderNumber }) =>
    table ? tableName(table) : t('counterTicket', { number: String(ticketNumber ?? orderNumber ?? '') });
}

/** Returns a function that names a table: `Table 12`, `Table 3, part 2`. */
export function useTableName(): (table: { number: string; subNumber: string }) => string {
  const t = useTranslations('ticket');
  return ({ number, subNumber }) =>
    subNumber === '1' ? t('table', { number }) : t('tableSub', { number, sub: subNumber });
}

/** Returns a function that names a course, by its number if it has no name. */
export function useCourseName(): (course: Ticket['course']) => string {
  const t = useTranslations('ticket');
  return ({ name, abbreviation, number }) => name ?? abbreviation ?? t('course', { number: String(number) });
}

/** Whether the course has only the name of the counter, in a language of the screens. */
export function isNamedAfterCounter({ name }: Pick<Ticket['course'], 'name'>): boolean {
  return name !== null && /^(counter|balie|theke|comptoir)$/i.test(name.trim());
}

/** Place of a ticket as on a card: `12`, `#40`; the part of a shared table is separate. */
export function shortPlace({ table, ticketNumber, orderNumber }: Placed): { number: string; part: string | null } {
  if (!table) return { number: `#${ticketNumber ?? orderNumber ?? '–'}`, part: null };
  return { number: table.number, part: table.subNumber === '1' ? null : table.subNumber };
}
