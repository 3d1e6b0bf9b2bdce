'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, Ticket, UsualWait } from '../../contract/live';
import { useAtNow } from '../live/live-context';
import { isLateInTheMaking } from '../ticket/urgency';
import { Card } from './card';
import type { Look } from './density';
import { hungryAfterMs, partyAt } from './party-clock';
import type { SeenChanges } from './seen-changes';
import css from './wall.module.css';
import type { WallOptions } from './wall-options';

type Props = {
  /** The tickets of this page. */
  tickets: readonly Ticket[];
  tables: ReadonlyMap<string, Table>;
  clock: WallOptions['clock'];
  hungryAfter: readonly UsualWait[];
  seen: SeenChanges;
  look: Look;
  columns: number;
  rows: number;
};

/** The cards of one page, or of one lane of a page. */
export function Cards({ tickets, tables, clock, hungryAfter, seen, look, columns, rows }: Props) {
  const places = { '--columns': columns, '--rows': rows } as Record<string, number>;
  return (
    <ul className={css.board} style={places} data-board>
      {tickets.map((ticket) => {
        const party = partyAt(ticket, tables);
        const hungryMs = hungryAfterMs(ticket, party, hungryAfter);
        return (
          <Card
            key={ticket.id}
            ticket={ticket}
            party={party}
            clock={clock}
            hungryMs={hungryMs}
            seen={seen}
            look={look}
          />
        );
      })}
    </ul>
  );
}

export function Lane({ name, children }: { name: 'cookingLane' | 'ready'; children: ReactNode }) {
  const t = useTranslations('wall');
  return (
    <section className={css.lane}>
      <h2 className={css.laneTitle}>{t(name)}</h2>
      {children}
    </section>
  );
}

/** Button below the cards that counts the cards of other pages and turns to the next one. */
export function More({ hidden, turn }: { hidden: readonly Ticket[]; turn: () => void }) {
  const t = useTranslations('wall');
  const late = useAtNow((now) => hidden.filter((ticket) => isLateInTheMaking(ticket, now)).length, 0);
  return (
    <button
      type="button"
      className={css.more}
      onClick={turn}
      aria-label={t('nextPage', { count: hidden.length, late })}
    >
      <b>{t('more', { count: hidden.length })}</b>
      {late > 0 && <em>{t('lateCount', { count: late })}</em>}
    </button>
  );
}
