'use client';

import { type KeyboardEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { SHOWN, type Shown } from './ready-options';

export const PANEL = 'ready-panel';
export const tabId = (shown: Shown) => `ready-tab-${shown}`;

type Props = {
  shown: Shown;
  /** Numbers of rows; null where there is nothing to count yet. */
  counts: Record<Shown, number | null>;
  choose: (shown: Shown) => void;
  /** A tap on a tab, also on the one that is shown. */
  tapped: (shown: Shown) => void;
};

const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs for mine and all, each with its number of rows. */
export function Tabs({ shown, counts, choose, tapped }: Props) {
  const t = useTranslations('readyTabs');
  const tabs = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = SHOWN.at((SHOWN.indexOf(shown) + step) % SHOWN.length) ?? shown;
    choose(next);
    tabs.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };
  return (
    <div ref={tabs} role="tablist" aria-label={t('title')} className="flex flex-none gap-2.5" onKeyDown={press}>
      {SHOWN.map((each) => {
        const count = counts[each];
        return (
          <button
            key={each}
            type="button"
            role="tab"
            className="min-h-[max(48px,2.7em)] min-w-50 whitespace-nowrap rounded-[0.6em] px-9 font-[650] text-[1.1em] max-handheld:min-h-[48px] max-handheld:min-w-0 max-handheld:px-6 aria-selected:inverse"
            id={tabId(each)}
            aria-selected={each === shown}
            aria-label={count === null ? t(each) : `${t(each)}, ${t('count', { count })}`}
            tabIndex={each === shown ? 0 : -1}
            onClick={() => {
              choose(each);
              tapped(each);
            }}
          >
            {t(each)}{' '}
            {count !== null && (
              <b className="ms-3 inline-block min-w-[1.7em] rounded-[1em] border-[0.12em] border-current px-4 text-center font-bold text-[0.85em] tabular-nums max-handheld:ms-1.5 max-handheld:px-2.5">
                {count}
              </b>
            )}
          </button>
        );
      })}
    </div>
  );
}
