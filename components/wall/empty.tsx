'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLive } from '../live/live-context';
import { EmptySince } from '../screen/empty-since';
import { isDue } from '../ticket/urgency';
import type { Arranged } from './arrange';
import type { WallOptions } from './wall-options';

const EMPTY = 'grid place-content-center gap-3 p-10 text-center text-[1.25em] tabular-nums';

type Props = {
  arranged: Arranged;
  options: WallOptions;
  /** Lists the filters and clears them; empty until that part has loaded. */
  clear: ReactNode;
};

/** An empty board says that it is empty and live, so that it does not look frozen. */
export function Empty({ arranged: { hidden, left }, options: { tables, courses, kind }, clear }: Props) {
  const t = useTranslations('wall');
  const board = useLive((view) => view.board);
  const isFiltered = tables.length > 0 || courses.length > 0 || kind !== null;
  const isAllHidden = hidden.length > 0;
  const hasOthers = board !== null && [...board.tickets.values()].some(isDue);
  if (isFiltered && !isAllHidden && hasOthers)
    return (
      <div className={EMPTY}>
        <p>{t('nothingShown')}</p>
        {clear}
      </div>
    );
  return (
    <p className={EMPTY}>
      <span>
        {t(isAllHidden ? 'allHidden' : 'empty')} · <EmptySince />
      </span>
      <small className="text-[0.72em] text-quiet">
        {left > 0 && !isAllHidden ? t('leftCount', { count: left }) : t(isAllHidden ? 'allHiddenHint' : 'emptyHint')}
      </small>
    </p>
  );
}
