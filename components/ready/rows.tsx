'use client';

import { Fragment, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Party, Table, Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { partyOf } from '../../domain/party';
import { useSlides } from '../screen/use-slides';
import { type Arranged, isHeldBy } from './arrange';
import { Row } from './row';

type Props = {
  arranged: Arranged;
  screen: number | null;
  tables: ReadonlyMap<string, Table>;
};

/** All groups in one list, so that a row that moves keeps its element and with it the focus or touch. */
export function Rows({ arranged: { parts }, screen, tables }: Props) {
  const t = useTranslations('ready');
  const list = useRef<HTMLUListElement>(null);
  const all = parts.flatMap(({ rows }) => rows.flatMap(({ tickets }) => tickets));
  const headings = new Map<Ticket | undefined, string>();
  useSlides(list, all.map(({ id }) => id).join());
  return (
    <ul
      ref={list}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,31em),1fr))] gap-7.5"
      aria-label={t('list')}
    >
      {all.map((ticket) => {
        const heading = headings.get(ticket);
        return (
          <Fragment key={ticket.id}>
            {heading && <li className="col-[1/-1] mt-4 font-[650]">{heading}</li>}
            <Row
              ticket={ticket}
              party={partyAt(ticket, tables)}
              held={heldBy(ticket, screen)}
              isEscalated={false}
              isQuiet={false}
            />
          </Fragment>
        );
      })}
    </ul>
  );
}

function heldBy(ticket: Ticket, screen: number | null): 'mine' | 'theirs' | 'nobodys' {
  if (ticket.claim === null) return 'nobodys';
  return isHeldBy(ticket, screen) ? 'mine' : 'theirs';
}

function partyAt({ id, table }: Ticket, tables: ReadonlyMap<string, Table>): Party | null {
  return partyOf(table && tables.get(tableKey(table)), id);
}
