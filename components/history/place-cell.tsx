'use client';

import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { PageLink } from '../page-link';
import { usePlaceName } from '../ticket/ticket-names';

type Props = { ticket: Ticket; href: string };

/** Place and name, as a link that covers the row. A long name is cut, and complete in its title. */
export function PlaceCell({ ticket, href }: Props) {
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
