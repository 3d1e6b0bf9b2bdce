'use client';

import { type ComponentType, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CapabilityPanel } from '../device/capabilities';
import { KioskField, KioskMenu } from '../device/kiosk';
import { GapNotice } from '../gaps/gap-notice';
import type { Freshness } from '../live/freshness';
import { useClock, useFreshness, useLive, useLiveStore } from '../live/live-context';
import { type PageView, pagesFor } from '../pairing/screen-pages';
import { SoundBadge, SoundFields } from '../sound/page-sound';
import type { SoundEvent } from '../sound/tones';
import { UndoBar } from '../ticket-actions/undo-bar';
import { useOwnTables, useSearches } from './kept-options';
import { LanguageField, LookFields, Menu, ZoomField } from './menu';
import { Ignored, Live, PracticeStrip, Trouble, useHasStrip } from './news';
import { useNewBuild } from './reload';
import { Rest, useTouched, WakeBadge } from './rest';
import type { Chosen, ScreenOptions } from './screen-options';
import { usePainted } from './use-painted';

type Props<Options extends ScreenOptions> = {
  title: string;
  page: Exclude<PageView, 'kitchen'>;
  chosen: Chosen<Options>;
  /** Additional fields of this page's menu. */
  menu?: ReactNode;
  /** Controls below the title, such as tabs. */
  controls?: ReactNode;
  /** Sounds that this page can play; omitted for a silent page. The page itself decides when they play. */
  sounds?: readonly SoundEvent[];
  /** Replaces the usual text if the board is not live. */
  trouble?: ComponentType<Freshness>;
  /** Text scale of a screen that is read from a distance: 2 for twice. The user's zoom multiplies it. */
  size?: number;
  /** Size of the text in the bar of a fixed screen of the staff, with the user's zoom, in CSS pixels. */
  textPx?: number | undefined;
  /** Whether the screen is fixed: it is kept awake, dims at rest and drifts. A handheld follows its own settings. */
  hangs?: boolean;
  /** The board. Hidden until there is data, and on a refused screen. */
  children: ReactNode;
};

/**
 * The frame around a page's board: branch, connection, links to other pages, menu, and the last action. The board
 * scrolls inside; everything is sized in `em` of the frame.
 */
export function ScreenFrame<Options extends ScreenOptions>(props: Props<Options>) {
  const { title, page, chosen, menu, controls, sounds, size = 1, children } = props;
  const t = useTranslations('menu');
  const hasBoard = useLive((view) => view.board !== null);
  const changed = useLive((view) => view.changed);
  const hasStrip = useHasStrip();
  const { level, cause } = useFreshness();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const ground = useRef<HTMLElement>(null);
  usePainted(ground, changed);
  useNewBuild(level === 'live');
  useOwnTables(chosen);

  const { theme, palette, zoom } = chosen.options;
  // The window size decides whether a screen is fixed, and is known once there is a board.
  const hangs = hasBoard && props.hangs === true;
  const isForStaff = page !== 'pickup';
  const isThin = isForStaff && hangs;
  const style = {
    '--scale': size * (1 + zoom / 10),
    // Nothing in a thin bar is smaller than its text.
    '--least': isThin ? '1em' : '0px',
    ...(isThin && props.textPx !== undefined && { fontSize: `${props.textPx}px` }),
  };
  const menuButton = (
    <button
      type="button"
      className={`min-h-[48px] min-w-[max(48px,3em)] flex-none rounded-[0.6em] max-handheld:min-w-[48px] ${isForStaff ? 'text-[1.2em]' : 'text-quiet'}`}
      aria-label={t('open')}
      onClick={() => setMenuOpen(true)}
    >
      ☰
    </button>
  );

  return (
    <main
      ref={ground}
      className="fixed inset-0 grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] data-strip:grid-rows-[auto_auto_minmax(0,1fr)_auto] overflow-hidden on-ground text-[calc(1.125rem*var(--scale))] leading-[1.3]"
      data-level={level}
      data-strip={hasStrip || undefined}
      data-theme={theme}
      data-palette={palette}
      style={style as CSSProperties}
    >
      <PracticeStrip />
      {isThin ? (
        <ThinBar
          title={title}
          level={level}
          cause={cause}
          ignored={chosen.ignored}
          hasSound={sounds !== undefined}
          menuButton={menuButton}
          controls={controls}
        />
      ) : (
        <FrameHead
          title={title}
          level={level}
          cause={cause}
          trouble={props.trouble ?? Trouble}
          isForStaff={isForStaff}
          ignored={chosen.ignored}
          hasWakeBadge={hangs}
          hasSound={sounds !== undefined}
          menuButton={!isForStaff && menuButton}
          controls={controls}
        />
      )}
      <section
        className={`min-h-0 overflow-auto overscroll-contain ${isThin ? 'px-3' : 'px-board py-9 max-handheld:pt-1 max-handheld:pb-3'}`}
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
        data-board
      >
        {hasBoard && children}
      </section>
      {isForStaff && !isThin && (
        <FrameFoot
          page={page}
          search={chosen.search}
          isKiosk={chosen.options.kiosk === 'on'}
          isCalm={level === 'live' || level === 'waiting'}
          menuButton={menuButton}
        />
      )}
      {hangs && <Rest ground={ground} />}
      <Identify />
      <Menu title={t('open')} isOpen={isMenuOpen} close={() => setMenuOpen(false)}>
        <ScreenMenu chosen={chosen} sounds={sounds}>
          {menu}
        </ScreenMenu>
      </Menu>
    </main>
  );
}

type ScreenMenuProps<Options extends ScreenOptions> = {
  chosen: Chosen<Options>;
  /** Sounds that this page can play; omitted for a silent page. */
  sounds: readonly SoundEvent[] | undefined;
  /** Additional fields of this page. */
  children: ReactNode;
};

/** What the menu of a screen holds; of a kiosk only the way out. */
function ScreenMenu<Options extends ScreenOptions>({ chosen, sounds, children }: ScreenMenuProps<Options>) {
  if (chosen.options.kiosk === 'on') return <KioskMenu chosen={chosen} />;
  return (
    <>
      {children}
      <LookFields chosen={chosen} />
      <ZoomField chosen={chosen} />
      {sounds && <SoundFields events={sounds} />}
      <LanguageField chosen={chosen} />
      <KioskField chosen={chosen} />
      <CapabilityPanel hasSound={sounds !== undefined} />
    </>
  );
}

type FrameFootProps = {
  page: PageView;
  /** The query of the page's address. */
  search: string;
  /** A kiosk has no links to other pages. */
  isKiosk: boolean;
  isCalm: boolean;
  menuButton: ReactNode;
};

/** The foot of a staff screen: links to other pages, notices, and the last action. */
function FrameFoot({ page, search, isKiosk, isCalm, menuButton }: FrameFootProps) {
  return (
    <footer className="border-line border-t pt-3.5 pr-[max(0.55em,env(safe-area-inset-right))] pb-[max(0.35em,env(safe-area-inset-bottom))] pl-[max(0.55em,env(safe-area-inset-left))] on-sheet">
      {/* As high as the notice of the last action, which covers it. */}
      <div className="relative flex min-h-[max(3.2em,58px)] items-stretch justify-between gap-x-2.5 max-[70rem]:flex-wrap max-handheld:gap-0">
        {!isKiosk && <Pages page={page} search={search} />}
        {/* Above the links where there is no room beside them, so that the board does not move. */}
        <div className="grid items-center text-[1.2em] max-[70rem]:order-first max-[70rem]:basis-full max-[70rem]:text-[1.25em] max-[70rem]:has-[p]:mb-2.5">
          {isCalm && <GapNotice />}
        </div>
        {menuButton}
        {/* An open dialog that shows the notice itself is not repeated behind it. */}
        <div className="contents max-handheld:**:data-notice:gap-4 max-handheld:**:data-notice:ps-5 max-handheld:[&_p]:line-clamp-3 max-handheld:[&_p]:text-[0.85em] max-handheld:[&_p]:font-stretch-85% [main:has(dialog_[data-notice])_&]:invisible">
          <UndoBar />
        </div>
      </div>
    </footer>
  );
}

function Pages({ page, search }: Pick<FrameFootProps, 'page' | 'search'>) {
  const t = useTranslations('nav');
  const searchOf = useSearches(page, search);
  return (
    <nav
      className="flex min-w-0 flex-[1_1_50%] gap-2.5 max-handheld:gap-1 max-handheld:font-stretch-85%"
      aria-label={t('title')}
    >
      {pagesFor(page).map(({ view, path }) => (
        <a
          key={view}
          className="grid min-w-[48px] max-w-90 flex-1 place-content-center rounded-[0.6em] px-2 font-semibold text-quiet aria-[current]:font-bold aria-[current]:shadow-[inset_0_0_0_2px_var(--quiet)] aria-[current]:on-ground"
          href={`${path}${searchOf(view)}`}
          aria-current={view === page ? 'page' : undefined}
        >
          {view !== 'pickup' && t(view)}
        </a>
      ))}
    </nav>
  );
}

type ThinBarProps = Pick<
  FrameHeadProps,
  'title' | 'level' | 'cause' | 'ignored' | 'hasSound' | 'menuButton' | 'controls'
>;

/** The one bar of a fixed screen of the staff, in place of head and foot. The notice of a tap covers it. */
function ThinBar({ title, level, cause, ignored, hasSound, menuButton, controls }: ThinBarProps) {
  const isCalm = level === 'live' || level === 'waiting';
  return (
    <header
      className="relative flex min-h-[max(1.6em,48px)] items-center gap-8 whitespace-nowrap border-line border-b px-5 leading-[1.1] on-sheet data-[level=amber]:on-warn trouble:on-late in-data-old:invisible"
      data-level={level}
    >
      <h1 className="max-w-120 flex-none truncate font-bold font-stretch-85%">{title}</h1>
      <Time />
      <div className="flex min-w-0 flex-1 items-center gap-8 overflow-hidden">
        {isCalm ? <Live level={level} /> : <Trouble level={level} cause={cause} />}
        <Ignored names={ignored} />
      </div>
      {isCalm && controls}
      {isCalm && <GapNotice />}
      <WakeBadge />
      {hasSound && <SoundBadge isDiscreet />}
      {menuButton}
      <UndoBar />
    </header>
  );
}

type FrameHeadProps = Freshness & {
  title: string;
  /** What replaces the connection's state if the board is not live. */
  trouble: ComponentType<Freshness>;
  isForStaff: boolean;
  /** Values of the address that were ignored. */
  ignored: readonly string[];
  hasWakeBadge: boolean;
  hasSound: boolean;
  /** The button of the menu; null where the foot has it. */
  menuButton: ReactNode;
  controls: ReactNode;
};

/** The head of a screen: its title, whether it is live, the time, and the controls of its page. */
function FrameHead(props: FrameHeadProps) {
  const { title, level, cause, trouble: TroubleText, isForStaff, controls } = props;
  // Guests have no use for controls; whoever touches the screen gets them.
  const hasControls = useTouched() || isForStaff;
  const isCalm = level === 'live' || level === 'waiting';
  // On a handheld, what is longer has a line of its own, or shares one with the menu.
  const isShort = isCalm && props.ignored.length === 0 && !props.menuButton;
  return (
    <header
      className="px-board border-line border-b py-5 max-handheld:py-1.5 on-sheet data-[level=amber]:on-warn trouble:on-late in-data-old:invisible"
      data-level={level}
    >
      <div className="flex min-h-[max(2.2em,44px)] flex-wrap items-center gap-x-9 max-handheld:gap-x-5">
        <h1 className="min-w-0 truncate text-[1.25em] font-bold font-stretch-95%">{title}</h1>
        {/* Beside a long title, such as a branch's name, all of it wraps below. */}
        <div className="flex min-w-0 flex-auto items-center gap-9 max-[70rem]:*:data-sound:max-w-[14em] max-handheld:contents">
          {/* As wide as `live over HTTP · 19:42:07`, so that trouble does not wrap either. */}
          <div
            className={`flex w-0 min-w-[9em] flex-1 items-center gap-9 whitespace-nowrap text-[1.2em] max-handheld:min-w-0 max-handheld:flex-wrap max-handheld:gap-y-0 max-handheld:text-[1.1em] ${isShort ? '' : `max-handheld:order-1 ${props.menuButton ? 'max-handheld:basis-[60%]' : 'max-handheld:basis-full'}`}`}
          >
            {isCalm ? (
              (isForStaff || level === 'waiting') && <Live level={level} />
            ) : (
              <TroubleText level={level} cause={cause} />
            )}
            {isCalm && <Ignored names={props.ignored} />}
          </div>
          <Time />
          {props.hasWakeBadge && <WakeBadge />}
          {props.hasSound && hasControls && <SoundBadge isDiscreet={!isForStaff} />}
          {props.menuButton && hasControls && <div className="max-handheld:order-1">{props.menuButton}</div>}
        </div>
      </div>
      {controls && <div className="mt-4 max-handheld:mt-1">{controls}</div>}
    </header>
  );
}

function Time() {
  return (
    <span className="ms-auto flex-none font-bold text-[1.45em] tabular-nums leading-[1.2] font-stretch-95% max-handheld:text-[1.25em]">
      {useClock()}
    </span>
  );
}

const SHOWN_MS = 10_000;

/** Shows the name of this screen over everything for a moment, when a manager asks which one it is. */
export function Identify() {
  const store = useLiveStore();
  const name = useLive(({ screen }) => screen?.name ?? null);
  const [askedAt, setAskedAt] = useState<number | null>(null);
  useEffect(() => store.onCommand(({ kind }) => kind === 'identify' && setAskedAt(store.monotonicNow())), [store]);
  useEffect(() => {
    if (askedAt === null) return;
    const end = setTimeout(() => setAskedAt(null), SHOWN_MS);
    return () => clearTimeout(end);
  }, [askedAt]);
  if (askedAt === null || name === null) return null;
  return (
    <div role="alert" className="fixed inset-0 z-50 grid place-content-center on-ready">
      <p className="wrap-anywhere p-8 text-center font-bold text-[min(16vw,28vh)] leading-none font-stretch-88%">
        {name}
      </p>
    </div>
  );
}
