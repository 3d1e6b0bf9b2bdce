'use client';

import { memo, useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { LOCALES } from '../../lib/language';
import { localDevice } from '../device-storage';
import { useLive } from '../live/live-context';
import { gapTimes } from './gap-times';

const NAME = 'heatlamp.gaps-seen';

/**
 * Notice in the bar that events may be missing, until somebody there dismisses it or the server drops the gap. Other
 * screens keep showing it.
 */
export const GapNotice = memo(function GapNotice() {
  const t = useTranslations('gaps');
  const locale = LOCALES[useLocale()];
  const gaps = useLive((view) => view.gaps);
  const branch = useLive((view) => view.board?.branch);
  const [seen, setSeen] = useState('');
  // Screen readers skip the initial contents of a live region, so the text is added after the region exists.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  const kept = branch ? seenUntil(branch.number) : '';
  const unseen = gaps.filter(({ to }) => to > kept && to > seen);
  const last = unseen.at(-1);
  const times = last && branch && gapTimes(last, { timeZone: branch.timeZone, locale });
  return (
    <div className="contents" role="status">
      {isThere && times && (
        // One line: beside other things it has few words.
        <p className="on-wall:mb-4.5 flex max-h-full min-w-0 items-center justify-between gap-6 overflow-hidden whitespace-nowrap on-wall:whitespace-normal rounded-[0.4em] ps-7 font-semibold text-[max(0.72em,var(--least,0px))] leading-[1.15] inset-ring-[0.14em] inset-ring-warn on-wall:text-[0.74em] on-wall:flex-auto">
          <span className="min-w-0 py-1 tabular-nums on-wall:hidden short-wall:block" aria-hidden="true">
            {t('short', times)}
          </span>
          <span className="sr-only on-wall:not-sr-only on-wall:min-w-0 on-wall:text-pretty on-wall:py-2 on-wall:tabular-nums short-wall:sr-only">
            {t('between', times)}
            {unseen.length > 1 && (
              <small className="font-medium text-[1em]"> {t('more', { count: unseen.length - 1 })}</small>
            )}
          </span>
          <button
            type="button"
            className="min-h-[max(44px,var(--touch,0px))] min-w-[max(48px,var(--touch,0px))] flex-none self-stretch border-warn border-s-[0.14em] px-7 font-bold"
            aria-label={t('seenHint')}
            onClick={() => {
              keepSeen(branch.number, last.to);
              setSeen(last.to);
            }}
          >
            {t('seen')}
          </button>
        </p>
      )}
    </div>
  );
});

/** Time up to which gaps of a branch were dismissed at this screen: ISO 8601, empty if none were. */
function seenUntil(branch: number): string {
  return localDevice.get(`${NAME}.${branch}`) ?? '';
}

/** Where it cannot be stored, the notice appears again after a reload. */
function keepSeen(branch: number, until: string): void {
  localDevice.set(`${NAME}.${branch}`, until);
}
