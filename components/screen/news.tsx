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
  /** Guests see that the board is live, but not how it is connected. */
  isForGuests?: boolean;
};

/** Shows that the board is live, over which connection, and for how long the POS has been silent. */
export function Live({ level, isForGuests = false }: LiveProps) {
  const t = useTranslations('news');
  const isOverHttp = useLive(({ link }) => link.kind === 'http');
  const hasNews = useLive(({ newsAt }) => newsAt !== null);
  if (level === 'waiting' || !hasNews) return <span className={css.notice}>{t('waiting')}</span>;
  return (
    <>
      <span className={css.live} data-link={isOverHttp ? 'http' : 'socket'}>
        {t(isOverHttp && !isForGuests ? 'overHttp' : 'live')} ·{' '}
        <span className={css.at}>
          <NewsTime />
        </span>
      </span>
      {!isForGuests && <QuietPos />}
    </>
  );
}

/** A component of its own, so that a new time every two seconds renders nothing around it. */
function NewsTime() {
  return <span>{useNewsTime()}</span>;
}

function QuietPos() {
  const t = useTranslations('news');
  const store = useLiveStore();
  const timeZone = useTimeZone();
  const time = useAtNow(() => {
    const { lastDeliveryAt, board } = store.view();
    const at = Date.parse(lastDeliveryAt ?? '');
    const inFlight = [...(board?.tickets.values() ?? [])].filter(isDue).length;
    return isQuiet(at, inFlight, store.serverNow() ?? 0) ? clockText(at, timeZone, false) : null;
  }, null);
  return time && <span className={css.notice}>{t('posQuiet', { time })}</span>;
}

/** Shows the problem, the age of the board and the likely cause, on a background coloured by level. */
export function Trouble({ level, cause }: Freshness) {
  const t = useTranslations('trouble');
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
        {board && <small aria-live="off">{t('age', { age: durationText(age ?? 0) })}</small>}
      </p>
    );
  }
  return (
    <p className={css.strip} role="alert">
      {level === 'red' ? t('red', { time }) : t('amber')}
      <small>{cause === 'this-screen' ? t('thisScreen') : t('server')}</small>
      <small aria-live="off">
        {level === 'red' ? t('age', { age: durationText(age ?? 0) }) : news('last', { time })}
      </small>
    </p>
  );
}

/** Lists invalid parameters of the address. */
export function Ignored({ names }: { names: readonly string[] }) {
  const t = useTranslations('news');
  return names.length > 0 && <span className={css.notice}>{t('ignored', { names: names.join(', ') })}</span>;
}
