'use client';

import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import type { Freshness } from '../live/freshness';
import { useAtNow, useClock, useLive } from '../live/live-context';
import { pagesFor } from '../pairing/screen-pages';
import { useSearches } from '../screen/kept-options';
import { Ignored, Live, Trouble } from '../screen/news';
import { WakeBadge } from '../screen/rest';
import { SoundBadge } from '../sound/page-sound';
import { isLateInTheMaking } from '../ticket/ticket-state';
import css from './bar.module.css';
import { type Arranged, type InFlight as CourseCount, inFlight } from './wall-tickets';

type Props = Freshness & {
  arranged: Arranged;
  /** Current page and page count; null if there is only one page. */
  page: string | null;
  ignored: readonly string[];
  /** Notice that events may be missing. */
  gaps: ReactNode;
  /** Notice of the last tap, with undo. */
  notice: ReactNode;
  /** The link back, and whether sound is on. */
  sound: ReactNode;
  openRecall: () => void;
  openMenu: () => void;
};

/**
 * The wall's bar: branch, time, connection, courses in flight and late ones. For five seconds it also shows the last
 * tap, over the parts that can wait, so that the notice never covers a card, the time or the late count.
 */
export function Bar({ level, cause, arranged, page, ignored, gaps, notice, sound, openRecall, openMenu }: Props) {
  const t = useTranslations('wall');
  const name = useLive((view) => view.board?.branch.name);
  const time = useClock();
  const isCalm = level === 'live' || level === 'waiting';
  return (
    <header
      className={`relative flex min-h-[max(1.95em,calc(var(--touch)+0.3em))] items-center gap-5 whitespace-nowrap border-line border-b px-6.5 py-1.5 on-sheet data-[level=amber]:on-warn trouble:min-h-[3em] trouble:on-late in-data-old:invisible ${css.bar}`}
      data-level={level}
    >
      <h1 className={`max-w-90 tiny-wall:max-w-70 flex-none truncate font-[650] text-[0.85em] ${css.name}`}>
        {name ?? t('title')}
      </h1>
      <span className="tiny-wall:me-auto flex-none font-[650] text-[1.05em] tabular-nums">{time}</span>
      {/* The notice of a tap covers what can wait, and is as high as the bar. */}
      <div
        className={`relative tiny-wall:order-1 mx-5 tiny-wall:mx-0 flex tiny-wall:min-h-(--touch) min-w-0 flex-1 items-center gap-x-10 gap-y-5 self-stretch ${css.middle}`}
      >
        {isCalm ? <Live level={level} /> : <Trouble level={level} cause={cause} />}
        <Ignored names={ignored} />
        {isCalm && <InFlight arranged={arranged} />}
        <div className="*:-inset-y-1.25 [&_button]:min-h-[max(1.9em,var(--touch))] tiny-wall:text-[max(0.68em,1rem)] whitespace-normal text-[max(0.76em,1rem)]">
          {notice}
        </div>
      </div>
      {isCalm && <Counts arranged={arranged} />}
      {page && <span className="flex-none text-[0.85em] text-quiet tabular-nums">{page}</span>}
      {isCalm && gaps}
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

const IN_FLIGHT = 'h-12 max-w-[min(16em,100%)] truncate';

function InFlight({ arranged: { cooking, left, presumed } }: { arranged: Arranged }) {
  const t = useTranslations('wall');
  return (
    <p className="h-12 flex-1 text-[0.76em] text-quiet tabular-nums">
      {/* One line: an item that does not fit is left out whole, never cut in two. */}
      <span className="flex h-full flex-wrap justify-end gap-x-10 gap-y-3 overflow-hidden contained">
        {inFlight(cooking).map((course) => (
          <CourseInFlight key={course.course} {...course} />
        ))}
        {left > 0 && <span className={IN_FLIGHT}>{t('leftCount', { count: left })}</span>}
        {presumed > 0 && <span className={IN_FLIGHT}>{t('presumedCount', { count: presumed })}</span>}
      </span>
    </p>
  );
}

const CourseInFlight = memo(function CourseInFlight({ course, count, guests }: CourseCount) {
  const t = useTranslations('wall');
  return (
    <span className={IN_FLIGHT}>
      {course} <b className="font-[750] text-full">×{count}</b> {guests > 0 && t('people', { count: guests })}
    </span>
  );
});

const COUNT = 'flex-none rounded-[0.25em] px-5 py-1.25 font-bold text-[0.85em] tabular-nums';

/** Counts that a cook needs at once: late in preparation, and waiting on the pass. */
function Counts({ arranged: { cooking, ready } }: { arranged: Arranged }) {
  const late = useAtNow((now) => cooking.filter((ticket) => isLateInTheMaking(ticket, now)).length, 0);
  return <LateAndWaiting late={late} waiting={ready.length} />;
}

const LateAndWaiting = memo(function LateAndWaiting({ late, waiting }: { late: number; waiting: number }) {
  const t = useTranslations('wall');
  return (
    <>
      {late > 0 && <strong className={`${COUNT} on-late`}>{t('lateCount', { count: late })}</strong>}
      {waiting > 0 && <strong className={`${COUNT} on-ready-badge`}>{t('waitingCount', { count: waiting })}</strong>}
    </>
  );
});

/** Opens the list of hidden tickets; shows how many there are and whether any cooks too long. */
function RecallButton({ hidden, open }: { hidden: readonly Ticket[]; open: () => void }) {
  const late = useAtNow((now) => hidden.filter((ticket) => isLateInTheMaking(ticket, now)).length, 0);
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
      className="tiny-wall:order-1 min-h-(--touch) min-w-(--touch) flex-none text-[0.85em] text-quiet"
      aria-keyshortcuts="R"
      onClick={open}
    >
      {/* The touch target may be larger than the visible pill. */}
      <span className={`rounded-[0.25em] px-5 py-1.25 text-[0.9em] tabular-nums ${look}`}>
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
