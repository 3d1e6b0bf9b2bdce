'use client';

import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isQuiet } from '../../domain/live-verdict';
import type { Freshness } from '../live/freshness';
import { useAge, useAtNow, useFreshness, useLive, useLiveStore, useNewsTime, useTimeZone } from '../live/live-context';
import { isDue } from '../ticket/ticket-state';
import { durationText } from '../ticket/timer-text';
import { clockText } from '../time/clock-text';

type LiveProps = Pick<Freshness, 'level'> & {
  /** Whether it says for how long the POS has been silent. */
  saysQuiet?: boolean;
};

/** Shows that the board is live, over which connection, and for how long the POS has been silent. */
export const Live = memo(function Live({ level, saysQuiet = true }: LiveProps) {
  const t = useTranslations('news');
  const isOverHttp = useLive(({ link }) => link.kind === 'http');
  const hasNews = useLive(({ newsAt }) => newsAt !== null);
  if (level === 'waiting' || !hasNews) return <Notice>{t('waiting')}</Notice>;
  return (
    <>
      <span
        className="inline-flex flex-none items-center gap-5 text-[max(0.74em,var(--least))] text-quiet tabular-nums before:size-6.25 before:rounded-full before:border-[0.16em] before:border-ready-edge data-[link=socket]:before:bg-ready-edge"
        data-link={isOverHttp ? 'http' : 'socket'}
      >
        <span className="@max-[36em]/wall:sr-only">{t(isOverHttp ? 'overHttp' : 'live')} · </span>
        {/* As wide as `19:42:07`, after a space: a new time lays out its own box and nothing else. */}
        <span className="-ms-2.5 h-[1.15em] w-[7.2ch] leading-[1.15]">
          <NewsTime />
        </span>
      </span>
      {saysQuiet && <QuietPos />}
    </>
  );
});

/** A component of its own, so that a new time every two seconds renders nothing around it. */
function NewsTime() {
  return <span className="contained block h-full">{useNewsTime()}</span>;
}

/** Says that the POS has been silent for unusually long, and since when. */
export function QuietPos() {
  const t = useTranslations('news');
  const store = useLiveStore();
  const timeZone = useTimeZone();
  const time = useAtNow(() => {
    // The POS sends nothing during a practice (F28).
    const { lastDeliveryAt, own } = store.view();
    const at = Date.parse(lastDeliveryAt ?? '');
    const cooking = [...(own?.tickets.values() ?? [])].filter((ticket) => isDue(ticket) && ticket.readyAt === null);
    return isQuiet(at, cooking.length, store.serverNow() ?? 0) ? clockText(at, timeZone, false) : null;
  }, null);
  return (
    time && (
      <b className="line-clamp-2 whitespace-normal rounded-[0.25em] px-5 text-[max(0.74em,var(--least))] on-warn">
        {t('posQuiet', { time })}
      </b>
    )
  );
}

/** Shows the problem, the age of the board and the likely cause, on a background coloured by level. */
export function Trouble({ level, cause }: Freshness) {
  const t = useTranslations('trouble');
  const news = useTranslations('news');
  const refused = useTranslations('refused');
  const age = useAge();
  const time = useNewsTime() ?? '–';
  const { link, board, behindMs } = useLive((view) => view);
  if (level === 'refused' && link.kind === 'refused') {
    const hint = link.code === 'branch' ? 'branchHint' : link.code === 'too-old' ? 'reload' : null;
    return (
      <Alert>
        {refused(link.code)} {hint && <small>{refused(hint)}</small>}
        {board && <small aria-live="off">{t('age', { age: durationText(age ?? 0) })}</small>}
      </Alert>
    );
  }
  return (
    <Alert>
      {level === 'red' ? t('red', { time }) : t('amber')}
      <small>{t(cause === 'this-screen' ? 'thisScreen' : behindMs > 0 ? 'database' : 'server')}</small>
      <small aria-live="off">
        {level === 'red' ? t('age', { age: durationText(age ?? 0) }) : news('last', { time })}
      </small>
    </Alert>
  );
}

/** `Trouble` inside a dialog, which covers the bar that shows it; nothing while the board is live. */
export function TroubleInDialog() {
  const { level, cause } = useFreshness();
  if (level === 'live' || level === 'waiting') return null;
  return (
    // The board has lost its colours, also inside its dialogs.
    <div className="mb-10 rounded-[0.6em] px-10 py-5 inverse">
      <Trouble level={level} cause={cause} />
    </div>
  );
}

/** A problem in a bar, with its details as `<small>`. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <p
      className="flex flex-1 flex-wrap items-baseline gap-x-10 gap-y-1 whitespace-normal py-1 font-[650] tabular-nums *:font-medium *:text-[max(0.8em,var(--least))]"
      role="alert"
    >
      {children}
    </p>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return <span className="line-clamp-2 whitespace-normal text-[max(0.74em,var(--least))] text-quiet">{children}</span>;
}

/** Lists invalid parameters of the address. */
export const Ignored = memo(function Ignored({ names }: { names: readonly string[] }) {
  const t = useTranslations('news');
  return names.length > 0 && <Notice>{t('ignored', { names: names.join(', ') })}</Notice>;
});

const MIN_PX = 32;
const OF_HEIGHT = 0.05;

/** The height of the strip while its text has one line, as in its class names: a wall sizes its cards for the rest. */
export function stripHeight(window: number): number {
  return Math.max(MIN_PX, OF_HEIGHT * window);
}

/** Whether the strip is shown, for the rows of the frame. */
export const useHasStrip = () => useLive(({ practice }) => practice !== null);

const STRIPES =
  'min-w-8 flex-1 self-stretch bg-[repeating-linear-gradient(-45deg,var(--color-ink)_0_0.6em,var(--color-warn)_0.6em_1.2em)]';

/** Says across the whole screen that something on it is not real, and for a minute that this is over. */
export function PracticeStrip() {
  const t = useTranslations('practice');
  const text = useLive(({ practice }) => practice && (practice.ended ?? practice.kind));
  if (text === null) return null;
  const isOver = text !== 'test' && text !== 'service';
  return (
    <p
      role="alert"
      data-practice
      className="flex min-h-[max(32px,5vh)] items-center overflow-hidden on-warn text-center font-bold text-[clamp(15px,4vw,2.8vh)] leading-[1.15]"
    >
      {!isOver && <span aria-hidden="true" className={STRIPES} />}
      <span className={isOver ? 'flex-1 px-[0.8em]' : 'px-[0.8em]'}>{t(text)}</span>
      {!isOver && <span aria-hidden="true" className={STRIPES} />}
    </p>
  );
}
