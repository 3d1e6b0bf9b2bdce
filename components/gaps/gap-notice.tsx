'use client';

import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import en from '../../messages/en/gaps.json';
import nl from '../../messages/nl/gaps.json';
import { useLive } from '../live/live-context';
import { localStorageOrNull } from '../local-storage';
import { LOCALES } from '../messages/language';
import { WithMessages } from '../messages/with-messages';
import css from './gap-notice.module.css';
import { gapTimes, tellable } from './gap-times';
import { keepSeen, seenUntil } from './seen-gaps';

const MESSAGES = { en, nl };

/**
 * Notice in the bar that events may be missing, until somebody there dismisses it or the server drops the gap. Other
 * screens keep showing it.
 */
export function GapNotice() {
  return (
    <WithMessages messages={MESSAGES}>
      <Notice />
    </WithMessages>
  );
}

function Notice() {
  const t = useTranslations('gaps');
  const locale = LOCALES[useLocale()];
  const gaps = useLive((view) => view.gaps);
  const branch = useLive((view) => view.board?.branch);
  const [seen, setSeen] = useState('');
  // Screen readers skip the initial contents of a live region, so the text is added after the region exists.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  const kept = branch ? seenUntil(localStorageOrNull(), branch.number) : '';
  const unseen = tellable(gaps).filter(({ to }) => to > kept && to > seen);
  const last = unseen.at(-1);
  return (
    <div className={css.place} role="status">
      {isThere && last && branch && (
        <p className={css.notice}>
          <span className={css.text}>
            {t('between', gapTimes(last, { timeZone: branch.timeZone, locale }))}
            {unseen.length > 1 && <small> {t('more', { count: unseen.length - 1 })}</small>}
          </span>
          <button
            type="button"
            className={css.seen}
            aria-label={t('seenHint')}
            onClick={() => {
              keepSeen(localStorageOrNull(), branch.number, last.to);
              setSeen(last.to);
            }}
          >
            {t('seen')}
          </button>
        </p>
      )}
    </div>
  );
}
