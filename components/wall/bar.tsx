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
  /** Which page of how many; null where there is but one. */
  page: string | null;
  ignored: readonly string[];
  /** That events may be missing. */
  gaps: ReactNode;
  /** What was tapped last. */
  said: ReactNode;
  /** Whether there is sound, as soon as that is known. */
  sound: ReactNode;
  /** Something that was wanted could not be fetched. */
  hasFailed: boolean;
  openRecall: () => void;
  openMenu: () => void;
};

/**
 * Where, when, whether it is live, what is in flight, what is late; where trouble appears; and, over what can wait for
 * five seconds, what was tapped last: it covers no card, and neither the time nor what is late.
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
  const words = useTranslations('wall');
  const name = useLive((view) => view.board?.branch.name);
  const time = useClock(false);
  const isCalm = level === 'live' || level === 'waiting';
  return (
    <header className={css.bar} data-level={level}>
      <h1 className={css.name}>{name ?? words('title')}</h1>
      <span className={css.time}>{time}</span>
      <div className={css.middle}>
        {isCalm ? <Live level={level} /> : <Trouble level={level} cause={cause} />}
        <Ignored names={ignored} />
        {isCalm && <InFlight arranged={arranged} />}
        {hasFailed && <span role="alert">{words('notFetched')}</span>}
        <div className={css.said}>{said}</div>
      </div>
      {isCalm && <Counts arranged={arranged} />}
      {page && <span className={css.page}>{page}</span>}
      {isCalm && gaps}
      <RecallButton hidden={arranged.hidden} open={openRecall} />
      {sound}
      <button type="button" className={css.menuButton} aria-label={words('settings')} onClick={openMenu}>
        ☰
      </button>
    </header>
  );
}

function InFlight({ arranged: { cooking, left, presumed } }: { arranged: Arranged }) {
  const words = useTranslations('wall');
  return (
    <p className={css.inFlight}>
      {inFlight(cooking).map(({ course, count, guests }) => (
        <span key={course}>
          {course} <b>×{count}</b> {guests > 0 && words('people', { count: guests })}
        </span>
      ))}
      {left > 0 && <span>{words('leftCount', { count: left })}</span>}
      {presumed > 0 && <span>{words('presumedCount', { count: presumed })}</span>}
    </p>
  );
}

/** What a cook has to know at once: how much cooks too long, and how much waits ready. */
function Counts({ arranged: { cooking, ready } }: { arranged: Arranged }) {
  const words = useTranslations('wall');
  const late = useAtNow((now) => cooking.filter((ticket) => isLateInTheMaking(ticket, now)).length, 0);
  return (
    <>
      {late > 0 && <strong className={css.lateCount}>{words('lateCount', { count: late })}</strong>}
      {ready.length > 0 && (
        <strong className={css.waitingCount}>{words('waitingCount', { count: ready.length })}</strong>
      )}
    </>
  );
}
