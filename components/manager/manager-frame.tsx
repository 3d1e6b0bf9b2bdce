'use client';

import { type ReactNode, useRef } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import type { Language } from '../../lib/language';
import { managerMessages } from '../../messages/areas/manager';
import { Brand } from '../brand';
import { Account } from './account';
import { ManagerNav } from './manager-nav';
import { useNearFocus } from './use-near-focus';

type Viewer = { name: string; isOwner: boolean; hasSecondFactor: boolean };
type Props = { language: Language; manager: Viewer | null; children: ReactNode };

const MAIN = 'content';

/** Frame of every manager page: current page, navigation and account. */
export function ManagerFrame({ language, manager, children }: Props) {
  const main = useRef<HTMLElement>(null);
  useNearFocus(main);
  return (
    <IntlProvider locale={language} messages={managerMessages[language]} timeZone="UTC">
      <SkipLink />
      <div className="min-h-dvh lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
        <aside className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b bg-shade px-4 py-3 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:gap-y-8 lg:border-r lg:border-b-0 lg:px-4 lg:py-7 print:hidden">
          <div className="px-2 text-text">
            <Brand />
          </div>
          <ManagerNav isOwner={manager?.isOwner ?? false} />
          {manager && <Account {...manager} />}
        </aside>
        <main
          ref={main}
          id={MAIN}
          tabIndex={-1}
          // What gets the focus is scrolled above the bar of pages and a message over it.
          className="wrap-break-word mx-auto w-full max-w-[90rem] px-4 pt-6 pb-28 outline-none sm:px-8 lg:pt-8 lg:pb-16 print:p-0 [&_:is(a,button,input,select,summary)]:scroll-mb-40"
        >
          {children}
        </main>
      </div>
    </IntlProvider>
  );
}

/** For the keyboard: the pages and the account come first on every page. */
function SkipLink() {
  const t = useTranslations('manager.pages');
  return (
    <a
      href={`#${MAIN}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-lg focus:bg-text focus:px-4 focus:py-3 focus:font-semibold focus:text-ground print:hidden"
    >
      {t('skip')}
    </a>
  );
}
