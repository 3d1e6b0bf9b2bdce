'use client';

import { type ComponentType, type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Freshness } from '../live/freshness';
import { useLive } from '../live/live-context';
import { useFreshness } from '../live/use-age';
import type { PageView } from '../pairing/screen-pages';
import type { SoundEvent } from '../sound/sound-options';
import type { Chosen } from './chosen';
import { FrameFoot } from './frame-foot';
import { FrameHead } from './frame-head';
import { Identify } from './identify';
import { Menu } from './menu';
import { Trouble } from './news';
import { PracticeStrip, useHasStrip } from './practice-strip';
import { Rest } from './rest/rest';
import { ScreenMenu } from './screen-menu';
import type { ScreenOptions } from './screen-options';
import { useNewBuild } from './use-new-build';
import { useOwnTables } from './use-own-tables';
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
  const style = {
    '--scale': size * (1 + zoom / 10),
    '--least': `${props.least ?? 0}px`,
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
      <section
        className="px-board min-h-0 overflow-auto overscroll-contain py-9 max-handheld:pt-1 max-handheld:pb-3"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
        data-board
      >
        {hasBoard && children}
      </section>
      {isForStaff && (
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
