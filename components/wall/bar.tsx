'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Freshness } from '../live/freshness';
import { useAtNow, useLive } from '../live/live-context';
import { Ignored, Live, Trouble } from '../screen/news';
import { isLate, urgencyOf } from '../ticket/urgency';
import { useClock } from '../time/use-clock';
import { type Arranged, inFlight } from './arrange';
import { RecallButton } from './recall-button';
import css from './wall.module.css';

type Props = Freshness & {
  arranged: Arranged;
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
export function Bar({ level, cause, arranged, ignored, gaps, said, sound, hasFailed, openRecall, openMenu }: Props) {
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
        {isCalm && <Counts arranged={arranged} />}
        {hasFailed && <span role="alert">{words('notFetched')}</span>}
        <div className={css.said}>{said}</div>
      </div>
      {isCalm && <LateCount arranged={arranged} />}
      {isCalm && gaps}
      <RecallButton hidden={arranged.hidden} open={openRecall} />
      {sound}
      <button type="button" className={css.menuButton} aria-label={words('settings')} onClick={openMenu}>
        ☰
      </button>
    </header>
  );
}

function Counts({ arranged }: { arranged: Arranged }) {
  const words = useTranslations('wall');
  const ticket = useTranslations('ticket');
  const courses = inFlight(arranged.cooking);
  const named = courses.find(({ guests }) => guests > 0);
  return (
    <p className={css.counts}>
      {arranged.ready.length > 0 && (
        <span>
          <b>{words('readyCount', { count: arranged.ready.length })}</b>
        </span>
      )}
      {courses.map((each) => (
        <span key={each.course}>
          {each.course} <b>×{each.count}</b>{' '}
          {each.guests > 0 && (each === named ? ticket('guests', { count: each.guests }) : each.guests)}
        </span>
      ))}
      {arranged.left > 0 && <span>{words('leftCount', { count: arranged.left })}</span>}
    </p>
  );
}

function LateCount({ arranged }: { arranged: Arranged }) {
  const words = useTranslations('wall');
  const late = useAtNow(
    (now) => [...arranged.cooking, ...arranged.ready].filter((ticket) => isLate(urgencyOf(ticket, now))).length,
    0,
  );
  return late > 0 ? <strong className={css.lateCount}>{words('lateCount', { count: late })}</strong> : null;
}
