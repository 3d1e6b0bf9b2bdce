'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { navMessages } from '../../messages/areas/nav';
import { GapNotice } from '../gaps/gap-notice';
import { WithMessages } from '../messages/with-messages';
import { type PageView, pagesFor } from '../pairing/screen-pages';
import { UndoBar } from '../ticket-actions/undo-bar';
import { useSearches } from './use-searches';

type Props = {
  page: PageView;
  /** The query of the page's address. */
  search: string;
  /** A kiosk has no links to other pages. */
  isKiosk: boolean;
  isCalm: boolean;
  menuButton: ReactNode;
};

/** The foot of a staff screen: links to other pages, notices, and the last tap. */
export function FrameFoot({ page, search, isKiosk, isCalm, menuButton }: Props) {
  return (
    <footer className="border-line border-t pt-3.5 pr-[max(0.55em,env(safe-area-inset-right))] pb-[max(0.35em,env(safe-area-inset-bottom))] pl-[max(0.55em,env(safe-area-inset-left))] on-sheet">
      {/* As high as the notice of the last tap, which covers it. */}
      <div className="relative flex min-h-[max(3.2em,58px)] items-stretch justify-between gap-x-2.5 max-[70rem]:flex-wrap max-handheld:gap-0">
        <WithMessages messages={navMessages}>{!isKiosk && <Pages page={page} search={search} />}</WithMessages>
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

function Pages({ page, search }: Pick<Props, 'page' | 'search'>) {
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
