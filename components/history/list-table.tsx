'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { PageLink } from '../page-link';
import { usePlaceName } from '../ticket/ticket-names';
import { BUTTON, Empty } from '../ui/sheet';

type PlaceCellProps = { ticket: Ticket; href: string };

type Way = { href: string; label: string } | null;

/** Styles of list cells. */
const HEAD_CELL = 'px-2 py-2 text-left align-bottom font-semibold text-sm text-text-quiet';
export const CELL = 'px-2 py-2 align-top';
export const NUMBER_CELL = `${CELL} text-right tabular-nums whitespace-nowrap`;
/** A row that is covered by its link. */
export const ROW = 'relative border-line border-b hover:bg-shade print:break-inside-avoid';

/** A column: its name, and the classes of its width, its alignment and when it is hidden. */
type Column = { name: string; className: string };

type Props = {
  /** How many rows were found. Read aloud when it changes. */
  summary: string;
  columns: readonly Column[];
  /** One or more `tbody`. */
  children: ReactNode;
};

/** Table of courses or tables on the history page. */
export function ListTable({ summary, columns, children }: Props) {
  return (
    <>
      <p className="mb-2 text-text-quiet" role="status">
        {summary}
      </p>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{summary}</caption>
        <thead>
          <tr className="border-line border-b">
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={`${HEAD_CELL} ${className}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </>
  );
}

/** Links to the next page of a list and back to its start. */
export function Pages({ back, next }: { back: Way; next: Way }) {
  if (!back && !next) return null;
  return (
    <div className="mt-6 flex flex-wrap gap-2 print:hidden">
      {back && (
        <PageLink className={BUTTON} href={back.href}>
          {back.label}
        </PageLink>
      )}
      {next && (
        <PageLink className={BUTTON} href={next.href}>
          {next.label}
        </PageLink>
      )}
    </div>
  );
}

/** Explains an empty list: no courses on these days, none that match the filters, or (`isFurther`) none after this page. */
export function EmptyList({ isFiltered, isFurther }: { isFiltered: boolean; isFurther: boolean }) {
  const t = useTranslations('history.empty');
  const why = isFurther ? 'beyond' : isFiltered ? 'filtered' : 'days';
  return <Empty title={t(why)}>{t(`${why}About`)}</Empty>;
}

/** Place and name, as a link that covers the row. A long name is cut, and complete in its title. */
export function PlaceCell({ ticket, href }: PlaceCellProps) {
  const placeName = usePlaceName();
  const t = useTranslations('ticket');
  const { table } = ticket;
  return (
    <span className="flex min-w-0 flex-col 2xl:flex-row 2xl:gap-3">
      <PageLink
        href={href}
        className="whitespace-nowrap font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-accent focus-visible:after:-outline-offset-3"
      >
        {placeName(ticket)}
      </PageLink>
      {table && (table.name !== null || table.guests !== null) && (
        <span className="flex min-w-0 gap-2 text-text-quiet">
          {table.guests !== null && <span className="shrink-0">{t('guests', { count: table.guests })}</span>}
          {table.name !== null && (
            <bdi className="min-w-0 truncate" title={table.name}>
              {table.name}
            </bdi>
          )}
        </span>
      )}
    </span>
  );
}
