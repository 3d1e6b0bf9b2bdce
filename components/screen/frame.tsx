'use client';

import { type ComponentType, type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import en from '../../messages/en/nav.json';
import nl from '../../messages/nl/nav.json';
import { GapNotice } from '../gaps/gap-notice';
import type { Freshness } from '../live/freshness';
import { useLive } from '../live/live-context';
import { useFreshness } from '../live/use-age';
import { WithMessages } from '../messages/with-messages';
import { type PageView, pagesFor } from '../pairing/screen-pages';
import { SoundBadge } from '../sound/sound-badge';
import { SoundChoices, SoundTest } from '../sound/sound-menu';
import type { SoundEvent } from '../sound/sound-options';
import { UndoBar } from '../ticket-actions/undo-bar';
import { useClock } from '../time/use-clock';
import type { Chosen } from './chosen';
import { LanguageField, LookFields, ZoomField } from './common-fields';
import css from './frame.module.css';
import { Menu } from './menu';
import { Ignored, Live, Trouble } from './news';
import { Rest } from './rest/rest';
import { WakeBadge } from './rest/wake-badge';
import type { ScreenOptions } from './screen-choices';
import { useNewBuild } from './use-new-build';
import { usePainted } from './use-painted';
import { KEPT, useSearches } from './use-searches';

const MESSAGES = { en, nl };

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
  /** Smallest text of the head and the board, in CSS pixels; touched controls are read from close by. */
  least?: number;
  /** Whether the screen is fixed: it is kept awake, dims at rest and drifts. A handheld follows its own settings. */
  hangs?: boolean;
  /** The board. Hidden until there is data, and on a refused screen. */
  children: ReactNode;
};

/**
 * The frame around a page's board: branch, connection, links to other pages, menu, and the last tap. The board scrolls
 * inside; everything is sized in `em` of the frame.
 */
export function ScreenFrame<Options extends ScreenOptions>(props: Props<Options>) {
  const { title, page, chosen, menu, controls, sounds, trouble: SaidOfTrouble = Trouble, size = 1, children } = props;
  const t = useTranslations('menu');
  const hasBoard = useLive((view) => view.board !== null);
  const changed = useLive((view) => view.changed);
  const { level, cause } = useFreshness();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const ground = useRef<HTMLElement>(null);
  usePainted(ground, changed);
  useNewBuild(level === 'live');

  const { theme, palette, zoom } = chosen.options;
  // The window size decides whether a screen is fixed, and is known once there is a board.
  const hangs = hasBoard && props.hangs === true;
  const isCalm = level === 'live' || level === 'waiting';
  const isOfTheHouse = page !== 'pickup';
  const style = {
    '--scale': size * (1 + zoom / 10),
    '--least': `${props.least ?? 0}px`,
  };
  const menuButton = (
    <button type="button" className={css.menuButton} aria-label={t('open')} onClick={() => setMenuOpen(true)}>
      ☰
    </button>
  );

  return (
    <main
      ref={ground}
      className={css.frame}
      data-level={level}
      data-theme={theme}
      data-palette={palette}
      style={style as CSSProperties}
    >
      <header className={css.head} data-level={level}>
        <div className={css.top}>
          <h1 className={css.title}>{title}</h1>
          <div className={css.news}>
            {isCalm ? (
              <Live level={level} isForGuests={!isOfTheHouse} />
            ) : (
              <SaidOfTrouble level={level} cause={cause} />
            )}
            {isCalm && <Ignored names={chosen.ignored} />}
          </div>
          <Time />
          {hangs && <WakeBadge />}
          {sounds && <SoundBadge isDiscreet={!isOfTheHouse} />}
          {!isOfTheHouse && menuButton}
        </div>
        {controls && <div className={css.controls}>{controls}</div>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className={css.content} aria-label={title} tabIndex={0} data-board>
        {hasBoard && children}
      </section>
      {isOfTheHouse && (
        <footer className={css.foot}>
          <div className={css.ways}>
            <WithMessages messages={MESSAGES}>
              <Pages page={page} search={chosen.search} />
            </WithMessages>
            <div className={css.gap}>{isCalm && <GapNotice />}</div>
            {menuButton}
            <UndoBar />
          </div>
        </footer>
      )}
      {hangs && <Rest ground={ground} />}
      <Menu title={t('open')} isOpen={isMenuOpen} close={() => setMenuOpen(false)}>
        {menu}
        <LookFields chosen={chosen} />
        <ZoomField chosen={chosen} />
        {sounds && (
          <>
            <SoundChoices />
            <SoundTest events={sounds} />
          </>
        )}
        <LanguageField chosen={chosen} />
      </Menu>
    </main>
  );
}

function Time() {
  return <span className={css.time}>{useClock(false)}</span>;
}

function Pages({ page, search }: { page: PageView; search: string }) {
  const t = useTranslations('nav');
  const searchOf = useSearches(page, search, KEPT);
  return (
    <nav className={css.pages} aria-label={t('title')}>
      {pagesFor(page).map(({ view, path }) => (
        <a key={view} href={`${path}${searchOf(view)}`} aria-current={view === page ? 'page' : undefined}>
          {view !== 'pickup' && t(view)}
        </a>
      ))}
    </nav>
  );
}
