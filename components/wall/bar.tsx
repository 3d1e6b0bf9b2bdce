'use client';

import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import type { Freshness } from '../live/freshness';
import { useClock, useLive, useSeenAtNow } from '../live/live-context';
import { pagesFor } from '../pairing/screen-pages';
import { useSearches } from '../screen/kept-options';
import { Live, Trouble } from '../screen/news';
import { WakeBadge } from '../screen/rest';
import { SoundBadge } from '../sound/page-sound';
import { lateInstantOf } from '../ticket/ticket-state';
import css from './bar.module.css';
import { type Arranged, inFlight } from './wall-tickets';

type Props = Freshness & {
  arranged: Arranged;
  /** Whether the foot shows the courses in flight. */
  isNarrow: boolean;
  /** Current page and page count; null if there is only one page. */
  page: string | null;
  /** The link back, and whether sound is on. */
  sound: ReactNode;
  openRecall: () => void;
  openMenu: () => void;
};

/** The wall's bar: branch, time, connection, courses in flight, and counts of what is late. */
export function Bar({ level, cause, arranged, isNarrow, page, sound, openRecall, openMenu }: Props) {
  const t = useTranslations('wall');
  const name = useLive((view) => view.board?.branch.name);
  const time = useClock();
  const isCalm = level === 'live' || level === 'waiting';
  return (
    <header
      className={`relative flex min-h-[max(1.95em,calc(var(--touch)+0.3em))] @max-[30em]/wall:flex-wrap items-center gap-x-5 max-handheld:gap-x-2.5 whitespace-nowrap border-line border-b px-6.5 py-1.5 on-sheet data-[level=amber]:on-warn trouble:min-h-[3em] trouble:on-late in-data-old:invisible ${css.bar}`}
      data-level={level}
    >
      <h1 className={`min-w-0 max-w-90 shrink-99 truncate font-[650] text-[0.85em] ${css.name}`}>
        {name ?? t('title')}
      </h1>
      {/* On a phone the time of the data takes the room of the clock. */}
      <span
        className={`flex-none font-[650] text-[1.05em] tabular-nums ${level === 'live' ? 'max-handheld:hidden' : ''}`}
      >
        {time}
      </span>
      {/* The age of the data is never cut. */}
      <div
        className={`mx-5 flex ${level === 'live' ? 'min-w-max' : 'min-w-0'} flex-auto items-center gap-x-10 self-stretch ${css.middle}`}
      >
        {isCalm ? <Live level={level} saysQuiet={false} /> : <Trouble level={level} cause={cause} />}
      </div>
      {isCalm && !isNarrow && <InFlight arranged={arranged} />}
      {isCalm && <Counts arranged={arranged} />}
      {page && <span className={`flex-none text-[0.85em] text-quiet tabular-nums ${css.page}`}>{page}</span>}
      <RecallButton hidden={arranged.hidden} open={openRecall} />
      {sound}
      <button
        type="button"
        className="min-h-(--touch) min-w-(--touch) flex-none text-[0.85em] text-quiet"
        aria-label={t('settings')}
        onClick={openMenu}
      >
        ☰
      </button>
    </header>
  );
}

/** Courses in preparation, always all of them. */
export function InFlight({ arranged: { cooking, left, presumed } }: { arranged: Arranged }) {
  const t = useTranslations('wall');
  const { courses, guests } = inFlight(cooking);
  return (
    <p className="flex flex-none flex-wrap items-center gap-x-7 text-[max(0.76em,var(--least))] text-quiet tabular-nums font-stretch-80%">
      {courses.map(({ course, count }) => (
        <CourseInFlight key={course} course={course} count={count} />
      ))}
      {guests > 0 && <span>{t('people', { count: guests })}</span>}
      {left > 0 && <span>{t('leftCount', { count: left })}</span>}
      {presumed > 0 && <span>{t('presumedCount', { count: presumed })}</span>}
    </p>
  );
}

const CourseInFlight = memo(function CourseInFlight({ course, count }: { course: string; count: number }) {
  return (
    <span>
      {course} <b className="font-[750] text-full">×{count}</b>
    </span>
  );
});

const COUNT = 'flex-none rounded-[0.25em] px-5 py-1.25 font-bold text-[0.85em] tabular-nums';

/** Counts that a cook needs at once: late in preparation, and waiting on the pass. */
function Counts({ arranged: { cooking, ready } }: { arranged: Arranged }) {
  const { late } = useLate(cooking);
  const { tooLong } = useLate(ready);
  return <LateAndWaiting late={late} waiting={ready.length} tooLong={tooLong} />;
}

type CountsProps = { late: number; waiting: number; tooLong: number };

const LateAndWaiting = memo(function LateAndWaiting({ late, waiting, tooLong }: CountsProps) {
  const t = useTranslations('wall');
  return (
    <>
      {late > 0 && <strong className={`${COUNT} on-late`}>{t('lateCount', { count: late })}</strong>}
      {waiting > 0 && (
        <strong className={`${COUNT} ${tooLong > 0 ? 'on-late' : 'on-ready-badge'}`}>
          <span className={tooLong > 0 ? 'tiny-wall:hidden' : ''}>{t('waitingCount', { count: waiting })}</span>
          {tooLong > 0 && (
            <>
              <span className="tiny-wall:hidden"> · </span>
              {t('tooLongCount', { count: tooLong })}
            </>
          )}
        </strong>
      )}
    </>
  );
});

/** How many of the tickets are late in preparation, and how many wait too long on the pass. */
export function useLate(tickets: readonly Ticket[]): { late: number; tooLong: number } {
  return useSeenAtNow(
    (now) => {
      const late = tickets.filter((ticket) => lateInstantOf(ticket) <= now);
      const tooLong = late.filter(({ readyAt }) => readyAt !== null).length;
      return { late: late.length - tooLong, tooLong };
    },
    { late: 0, tooLong: 0 },
  );
}

/** Opens the list of hidden tickets; shows how many there are and whether any cooks too long. */
function RecallButton({ hidden, open }: { hidden: readonly Ticket[]; open: () => void }) {
  const { late } = useLate(hidden);
  return <Button count={hidden.length} late={late} open={open} />;
}

type ButtonProps = { count: number; late: number; open: () => void };

const Button = memo(function Button({ count, late, open }: ButtonProps) {
  const t = useTranslations('wall');
  // Hidden tickets are always indicated.
  const look = count === 0 ? 'font-semibold' : `font-bold ${late > 0 ? 'on-late' : 'inset-ring-[0.1em] text-full'}`;
  return (
    <button
      type="button"
      className={`min-h-(--touch) min-w-(--touch) shrink text-[0.85em] text-quiet ${css.recall}`}
      aria-keyshortcuts="R"
      onClick={open}
    >
      {/* The touch target may be larger than the visible pill. */}
      <span className={`block truncate rounded-[0.25em] px-5 py-1.25 text-[0.9em] tabular-nums ${look}`}>
        {count === 0 ? t('recall') : t(late > 0 ? 'hiddenLate' : 'hiddenCount', { count, late })}
      </span>
    </button>
  );
});

/** The end of the bar: the link back, and whether the screen stays awake and sound is on. */
export const BarExtras = memo(function BarExtras({ search }: { search: string }) {
  return (
    <>
      <WayBack search={search} />
      <WakeBadge />
      <SoundBadge />
    </>
  );
});

/** Link for a tablet back to its own page; a wall has no other links. */
function WayBack({ search }: { search: string }) {
  const view = useLive(({ screen }) => screen?.view ?? null);
  const own = view === null || view === 'kitchen' ? undefined : pagesFor(view).find((page) => page.view === view);
  const searchOf = useSearches('kitchen', search);
  const isKiosk = new URLSearchParams(search).get('kiosk') === 'on';
  return own && !isKiosk && <Link view={own.view} href={`${own.path}${searchOf(own.view)}`} />;
}

function Link({ view, href }: { view: ReturnType<typeof pagesFor>[number]['view']; href: string }) {
  const t = useTranslations('waysOut');
  const nav = useTranslations('nav');
  const page = view === 'pickup' ? '' : nav(view);
  return (
    <a
      className="inline-grid min-h-[max(48px,var(--touch))] min-w-[max(48px,var(--touch))] content-center whitespace-nowrap rounded-[0.4em] border border-(--quiet) px-10 py-1 font-[650] text-[0.76em]"
      href={href}
      aria-label={t('back', { page })}
    >
      ‹ {page}
    </a>
  );
}
