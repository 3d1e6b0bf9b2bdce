'use client';

import { useTranslations } from 'use-intl';
import { isQuiet } from '../../domain/live-verdict';
import type { Freshness } from '../live/freshness';
import { useAtNow, useLive, useLiveStore, useTimeZone } from '../live/live-context';
import { useAge } from '../live/use-age';
import { durationText } from '../ticket/timer-text';
import { isDue } from '../ticket/urgency';
import { clockText } from '../time/clock-text';
import css from './news.module.css';
import { useNewsTime } from './use-news-time';

type LiveProps = {
  level: Freshness['level'];
  /** Guests are told that it is live, and nothing of how. */
  isForGuests?: boolean;
};

/** That the board is live, by which way, and since when nothing came from the POS. */
export function Live({ level, isForGuests = false }: LiveProps) {
  const words = useTranslations('news');
  const isOverHttp = useLive(({ link }) => link.kind === 'http');
  const hasNews = useLive(({ newsAt }) => newsAt !== null);
  if (level === 'waiting' || !hasNews) return <span className={css.notice}>{words('waiting')}</span>;
  return (
    <>
      <span className={css.live} data-link={isOverHttp ? 'http' : 'socket'}>
        {words(isOverHttp && !isForGuests ? 'overHttp' : 'live')} ·{' '}
        <span className={css.at}>
          <NewsTime />
        </span>
      </span>
      {!isForGuests && <QuietPos />}
    </>
  );
}

/** By itself: every two seconds another time, and nothing around it is looked at again. */
function NewsTime() {
  return <span>{useNewsTime()}</span>;
}

function QuietPos() {
  const words = useTranslations('news');
  const store = useLiveStore();
  const timeZone = useTimeZone();
  const time = useAtNow(() => {
    const { lastDeliveryAt, board } = store.view();
    const at = Date.parse(lastDeliveryAt ?? '');
    const inFlight = [...(board?.tickets.values() ?? [])].filter(isDue).length;
    return isQuiet(at, inFlight, store.serverNow() ?? 0) ? clockText(at, timeZone, false) : null;
  }, null);
  return time && <span className={css.notice}>{words('posQuiet', { time })}</span>;
}

/** What is wrong, how old the board is and whose fault it seems; for a ground that says the level too. */
export function Trouble({ level, cause }: Freshness) {
  const words = useTranslations('trouble');
  const news = useTranslations('news');
  const refused = useTranslations('refused');
  const age = useAge();
  const time = useNewsTime() ?? '–';
  const { link, board } = useLive((view) => view);
  if (level === 'refused' && link.kind === 'refused') {
    const hint = link.code === 'branch' ? 'branchHint' : link.code === 'too-old' ? 'reload' : 'again';
    return (
      <p className={css.strip} role="alert">
        {refused(link.code)} <small>{refused(hint)}</small>
        {board && <small aria-live="off">{words('age', { age: durationText(age ?? 0) })}</small>}
      </p>
    );
  }
  return (
    <p className={css.strip} role="alert">
      {level === 'red' ? words('red', { time }) : words('amber')}
      <small>{cause === 'this-screen' ? words('thisScreen') : words('server')}</small>
      <small aria-live="off">
        {level === 'red' ? words('age', { age: durationText(age ?? 0) }) : news('last', { time })}
      </small>
    </p>
  );
}

/** What of the address was not understood. */
export function Ignored({ names }: { names: readonly string[] }) {
  const words = useTranslations('news');
  return names.length > 0 && <span className={css.notice}>{words('ignored', { names: names.join(', ') })}</span>;
}
