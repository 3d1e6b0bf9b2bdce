'use client';

import { useTranslations } from 'use-intl';
import type { Freshness } from '../live/freshness';
import { useAtNow, useLive, useLiveStore } from '../live/live-context';
import { useAge } from '../live/use-age';
import { type Arranged, inFlight } from './arrange';
import { clockText } from './clock-text';
import { durationText } from './timer-text';
import { isLate, urgencyOf } from './urgency';
import css from './wall.module.css';

type Props = Freshness & { arranged: Arranged; ignored: readonly string[]; openMenu: () => void };

/** Deliveries that stop while courses are open: said, not alarmed. */
const QUIET_MS = 10 * 60_000;

/** Where, when, whether it is live, what is in flight, what is late; and where trouble appears. */
export function Bar({ level, cause, arranged, ignored, openMenu }: Props) {
  const words = useTranslations('wall');
  const menu = useTranslations('menu');
  const branch = useLive((view) => view.board?.branch);
  const timeZone = branch?.timeZone ?? 'UTC';
  const time = useAtNow((now) => clockText(now, timeZone, false), '');
  const isCalm = level === 'live' || level === 'waiting';
  return (
    <header className={css.bar} data-level={level}>
      <h1 className={css.name}>{branch?.name ?? words('title')}</h1>
      <span className={css.time}>{time}</span>
      {isCalm ? (
        <Live level={level} timeZone={timeZone} />
      ) : (
        <Trouble level={level} cause={cause} timeZone={timeZone} />
      )}
      {ignored.length > 0 && <span className={css.notice}>{words('ignored', { names: ignored.join(', ') })}</span>}
      {isCalm && <Counts arranged={arranged} />}
      {isCalm && <LateCount arranged={arranged} />}
      <button type="button" className={css.menuButton} aria-label={menu('open')} onClick={openMenu}>
        ☰
      </button>
    </header>
  );
}

function Live({ level, timeZone }: { level: Freshness['level']; timeZone: string }) {
  const words = useTranslations('wall');
  const store = useLiveStore();
  const { link, lastDeliveryAt, newsAt, board } = useLive((view) => view);
  const hasOpen = board !== null && [...board.tickets.values()].some((ticket) => ticket.closedAt === null);
  const isQuiet = useAtNow(() => {
    const now = store.serverNow();
    return hasOpen && now !== null && lastDeliveryAt !== null && now - Date.parse(lastDeliveryAt) > QUIET_MS;
  }, false);
  if (level === 'waiting' || newsAt === null) return <span className={css.notice}>{words('waiting')}</span>;
  const time = clockText(newsTime(store, newsAt), timeZone, true);
  return (
    <>
      <span className={css.live} data-link={link.kind}>
        {link.kind === 'http' ? words('overHttp', { time }) : words('live', { time })}
      </span>
      {isQuiet && lastDeliveryAt && (
        <span className={css.notice}>
          {words('posQuiet', { time: clockText(Date.parse(lastDeliveryAt), timeZone, false) })}
        </span>
      )}
    </>
  );
}

function Trouble({ level, cause, timeZone }: Freshness & { timeZone: string }) {
  const words = useTranslations('trouble');
  const wall = useTranslations('wall');
  const refused = useTranslations('refused');
  const store = useLiveStore();
  const age = useAge();
  const { link, newsAt, board } = useLive((view) => view);
  if (level === 'refused' && link.kind === 'refused') {
    const hint = link.code === 'branch' ? 'branchHint' : link.code === 'too-old' ? 'reload' : 'again';
    return (
      <p className={css.strip} role="alert">
        {refused(link.code)} <small>{refused(hint)}</small>
        {board && <small aria-live="off">{words('age', { age: durationText(age ?? 0) })}</small>}
      </p>
    );
  }
  const time = newsAt === null ? '–' : clockText(newsTime(store, newsAt), timeZone, true);
  return (
    <p className={css.strip} role="alert">
      {level === 'red' ? words('red', { time }) : words('amber')}
      <small>{cause === 'this-screen' ? words('thisScreen') : words('server')}</small>
      <small aria-live="off">
        {level === 'red' ? words('age', { age: durationText(age ?? 0) }) : wall('lastNews', { time })}
      </small>
    </p>
  );
}

function Counts({ arranged }: { arranged: Arranged }) {
  const words = useTranslations('wall');
  const courses = inFlight(arranged.cooking);
  const named = courses.find(({ guests }) => guests > 0);
  return (
    <p className={css.counts}>
      {courses.map((each) => (
        <span key={each.course}>
          {each.course} <b>×{each.count}</b>{' '}
          {each.guests > 0 && (each === named ? words('guests', { count: each.guests }) : each.guests)}
        </span>
      ))}
      {arranged.ready.length > 0 && (
        <span>
          <b>{words('readyCount', { count: arranged.ready.length })}</b>
        </span>
      )}
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

/** The branch's wall time of the last news. */
function newsTime(store: ReturnType<typeof useLiveStore>, newsAt: number): number {
  return (store.serverNow() ?? 0) - (store.monotonicNow() - newsAt);
}
