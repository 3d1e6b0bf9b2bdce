'use client';

import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';
import { EmptySince } from '../screen/empty-since';
import css from './wall.module.css';

/** A board without a card says that it is empty and live: it must not look like one that hangs. */
export function Empty() {
  const words = useTranslations('wall');
  const board = useLive((view) => view.board);
  const hasOthers = board !== null && [...board.tickets.values()].some((ticket) => ticket.closedAt === null);
  return (
    <p className={css.empty}>
      {hasOthers ? (
        words('nothingShown')
      ) : (
        <span>
          {words('empty')} · <EmptySince />
        </span>
      )}
      {!hasOthers && <small>{words('emptyHint')}</small>}
    </p>
  );
}
