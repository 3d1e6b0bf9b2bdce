'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Freshness } from '../live/freshness';
import { useAtNow, useLive } from '../live/live-context';
import { Ignored, Live, Trouble } from '../screen/news';
import { isLateInTheMaking } from '../ticket/urgency';
import { useClock } from '../time/use-clock';
import { type Arranged, inFlight } from './arrange';
import { RecallButton } from './recall-button';
import css from './wall.module.css';

type Props = Freshness & {
  arranged: Arranged;
  /** Current page and page count; null if there is only one page. */
  page: string | null;
  ignored: readonly string[];
  /** Notice that events may be missing. */
  gaps: ReactNode;
  /** Notice of the last tap, with undo. */
  said: ReactNode;
  /** Sound state, once it is known. */
  sound: ReactNode;
  /** A part that the user asked for could not be loaded. */
  hasFailed: boolean;
  openRecall: () => void;
  openMenu: () => void;
};

/**
 * The wall's bar: branch, time, connection, courses in flight and late ones. For five seconds it also shows the last
 * tap, over the parts that can wait, so that the notice never covers a card, the time or the late count.
 */
export function Bar({
  level,
  cause,
  arranged,
  page,
  ignored,
  gaps,
  said,
  sound,
  hasFailed,
  openRecall,
  openMenu,
}: Props) {
  const t = useTranslations('wall');
  const name = useLive((view) => view.board?.branch.name);
  const time = useClock(false);
  const isCalm = level === 'live' || level === 'waiting';
  return (
    <header className={css.bar} data-level={level}>
      <h1 className={css.name}>{name ?? t('title')}</h1>
      <span className={css.time}>{time}</span>
      <div className={css.middle}>
        {isCalm ? <Live level={level} /> : <Trouble level={level} cause={cause} />}
        <Ignored names={ignored} />
        {isCalm && <InFlight arranged={arranged} />}
        {hasFailed && <span role="alert">{t('notFetched')}</span>}
        <div className={css.said}>{said}</div>
      </div>
      {isCalm && <Counts arranged={arranged} />}
      {page && <span className={css.page}>{page}</span>}
      {isCalm && gaps}
      <RecallButton hidden={arranged.hidden} open={openRecall} />
      {sound}
      <button type="button" className={css.menuButton} aria-label={t('settings')} onClick={openMenu}>
        ☰
      </button>
    </header>
  );
}

function InFlight({ arranged: { cooking, left, presumed } }: { arranged: Arranged }) {
  const t = useTranslations('wall');
  return (
    <p className={css.inFlight}>
      <span>
        {inFlight(cooking).map(({ course, count, guests }) => (
          <span key={course}>
            {course} <b>×{count}</b> {guests > 0 && t('people', { count: guests })}
          </span>
        ))}
        {left > 0 && <span>{t('leftCount', { count: left })}</span>}
        {presumed > 0 && <span>{t('presumedCount', { count: presumed })}</span>}
      </span>
    </p>
  );
}

/** Counts that a cook needs at once: late in preparation, and waiting on the pass. */
function Counts({ arranged: { cooking, ready } }: { arranged: Arranged }) {
  const t = useTranslations('wall');
  const late = useAtNow((now) => cooking.filter((ticket) => isLateInTheMaking(ticket, now)).length, 0);
  return (
    <>
      {late > 0 && <strong className={css.lateCount}>{t('lateCount', { count: late })}</strong>}
      {ready.length > 0 && <strong className={css.waitingCount}>{t('waitingCount', { count: ready.length })}</strong>}
    </>
  );
}
