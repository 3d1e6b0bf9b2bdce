'use client';

import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';
import { EmptySince } from '../screen/empty-since';
import { isDue } from '../ticket/urgency';
import css from './wall.module.css';

/** A board without a card says that it is empty and live: it must not look like one that hangs. */
export function Empty({ isAllHidden }: { isAllHidden: boolean }) {
  const words = useTranslations('wall');
  const board = useLive((view) => view.board);
  const hasOthers = board !== null && [...board.tickets.values()].some(isDue);
  if (hasOthers && !isAllHidden) return <p className={css.empty}>{words('nothingShown')}</p>;
  return (
    <p className={css.empty}>
      <span>
        {words(isAllHidden ? 'allHidden' : 'empty')} · <EmptySince />
      </span>
      <small>{words(isAllHidden ? 'allHiddenHint' : 'emptyHint')}</small>
    </p>
  );
}
