'use client';

import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { HungryAfter, Table, Ticket } from '../../domain/live-contract';
import { useAtNow } from '../live/live-context';
import old from '../screen/old-board.module.css';
import { isLate, urgencyOf } from '../ticket/urgency';
import { pageOf } from './arrange';
import { Card } from './card';
import { hungryAfterMs, tableOf } from './party-clock';
import type { SeenChanges } from './seen-changes';
import css from './wall.module.css';
import type { WallOptions } from './wall-options';

type Props = {
  tickets: readonly Ticket[];
  tables: ReadonlyMap<string, Table>;
  clock: WallOptions['clock'];
  hungryAfter: readonly HungryAfter[];
  seen: SeenChanges;
  columns: number;
  rows: number;
  /** How often somebody, or time, turned the page. */
  turned: number;
  turn: () => void;
};

/** As many cards as fit; the last place tells of those that do not. */
export function Cards({ tickets, tables, clock, hungryAfter, seen, columns, rows, turned, turn }: Props) {
  const cardPlaces = columns * rows;
  const late = useAtNow((now) => (tickets.length > cardPlaces ? lateIds(tickets, now) : ''), '');
  const isLateNow = useMemo(() => new Set(late.split(' ')), [late]);
  const { shown, more } = pageOf(tickets, cardPlaces, turned, ({ id }) => isLateNow.has(id));
  const places = { '--columns': columns, '--rows': rows } as Record<string, number>;
  return (
    <ul className={`${css.board} ${old.board}`} style={places}>
      {shown.map((ticket) => {
        const table = tableOf(ticket, tables);
        const hungryMs = hungryAfterMs(ticket, table, hungryAfter);
        return <Card key={ticket.id} ticket={ticket} table={table} clock={clock} hungryMs={hungryMs} seen={seen} />;
      })}
      {more.length > 0 && <More hidden={more} turn={turn} />}
    </ul>
  );
}

export function Lane({ title, children }: { title: 'cookingLane' | 'readyLane'; children: ReactNode }) {
  const words = useTranslations('wall');
  return (
    <section className={css.lane}>
      <h2 className={css.laneTitle}>{words(title)}</h2>
      {children}
    </section>
  );
}

function More({ hidden, turn }: { hidden: readonly Ticket[]; turn: () => void }) {
  const words = useTranslations('wall');
  const late = useAtNow((now) => hidden.filter((ticket) => isLate(urgencyOf(ticket, now))).length, 0);
  return (
    <li className={css.moreItem}>
      <button
        type="button"
        className={css.more}
        onClick={turn}
        aria-label={words('nextPage', { count: hidden.length, late })}
      >
        <b>{words('more', { count: hidden.length })}</b>
        {late > 0 && <em>{words('moreLate', { count: late })}</em>}
      </button>
    </li>
  );
}

/** What is late in the making: on the pass it is no longer the cook who can help. */
function lateIds(tickets: readonly Ticket[], now: number): string {
  const late = tickets.filter((ticket) => ticket.readyAt === null && isLate(urgencyOf(ticket, now)));
  return late.map(({ id }) => id).join(' ');
}
