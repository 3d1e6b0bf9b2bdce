'use client';

import { Fragment, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, Ticket } from '../../domain/live-contract';
import { useSlides } from '../screen/use-slides';
import { type Arranged, isHeldBy } from './arrange';
import { Row } from './row';
import css from './row.module.css';

type Props = {
  arranged: Arranged;
  /** Whether the others' rows are smaller than those before them. */
  areOthersQuiet: boolean;
  screen: number | null;
  tables: ReadonlyMap<string, Table>;
};

/** One list, so that a row that comes to stand elsewhere in it stays the same one, with the finger or the key on it. */
export function Rows({ arranged: { first, mine, others }, areOthersQuiet, screen, tables }: Props) {
  const words = useTranslations('ready');
  const list = useRef<HTMLUListElement>(null);
  const all = [...first, ...mine, ...others];
  useSlides(list, all.map(({ id }) => id).join());
  return (
    <ul ref={list} className={css.rows} aria-label={words('list')}>
      {all.map((ticket, index) => {
        const isQuiet = areOthersQuiet && index >= first.length + mine.length;
        return (
          <Fragment key={ticket.id}>
            {isQuiet && ticket === others[0] && <li className={css.divider}>{words('others')}</li>}
            <Row
              ticket={ticket}
              table={tableOf(ticket, tables)}
              held={heldBy(ticket, screen)}
              isEscalated={ticket.claim === null && index < first.length}
              isQuiet={isQuiet}
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

function tableOf({ table }: Ticket, tables: ReadonlyMap<string, Table>): Table | null {
  return (table && tables.get(`${table.number}/${table.subNumber}`)) ?? null;
}
