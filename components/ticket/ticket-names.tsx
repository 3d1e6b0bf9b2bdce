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
export function useCourseName(): (course: Pick<Ticket['course'], 'number' | 'name' | 'abbreviation'>) => string {
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

/** A text with a name in it, in one line. Where it does not fit, the name is cut, and never the words around it. */
export function NamedText({ name, text }: { name: string; text: string }) {
  const at = text.indexOf(name);
  return (
    <span className="flex min-w-0 whitespace-pre font-stretch-62%">
      <span className="flex-none">{text.slice(0, at)}</span>
      <bdi className="min-w-0 truncate">{name}</bdi>
      <span className="flex-none">{text.slice(at + name.length)}</span>
    </span>
  );
}

type ChangeMark = 'moved' | 'renamed' | 'guests' | 'completed-again';

/**
 * Returns a function that describes a change of a ticket, with the old value if known: `from 72`, `was Jansen`, `4 → 7
 * guests`.
 */
export function useMarkText(): (ticket: Ticket, mark: ChangeMark) => string {
  const t = useTranslations('mark');
  const from = useTranslations('markFrom');
  return ({ changes: { tableFrom, nameFrom, guestsFrom }, table }, mark) => {
    if (mark === 'moved' && tableFrom) return from('moved', { place: placeText(tableFrom) });
    if (mark === 'renamed' && nameFrom !== null) return from('renamed', { name: nameFrom });
    if (mark === 'guests' && guestsFrom !== null && table?.guests != null)
      return from('guests', { from: guestsFrom, to: table.guests });
    return t(mark);
  };
}

function placeText(table: { number: string; subNumber: string }): string {
  return table.subNumber === '1' ? table.number : `${table.number}·${table.subNumber}`;
}

/** The first of several texts, and how many more there are; a screen reader reads them all. */
export function FirstOf({ texts: [first, ...others] }: { texts: readonly string[] }) {
  return (
    <>
      {first}
      {others.length > 0 && (
        <>
          <span aria-hidden="true"> +{others.length}</span>
          <span className="sr-only">, {others.join(', ')}</span>
        </>
      )}
    </>
  );
}
