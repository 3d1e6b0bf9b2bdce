'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { BoardGap } from '../../contract/live';
import { LOCALES } from '../../lib/language';
import { gapTimes } from './gap-times';

/** Row in a list of deliveries that says that events may be missing there. */
export function GapRow({ gap, timeZone }: { gap: BoardGap; timeZone: string }) {
  const t = useTranslations('gaps');
  const locale = LOCALES[useLocale()];
  return (
    <div className="border-notice-line border-b bg-notice px-4 py-3 text-pretty sm:px-5" data-gap={gap.cause}>
      <strong className="font-semibold">{t('between', gapTimes(gap, { timeZone, locale }))}.</strong>{' '}
      {t(`why.${gap.cause}`)}
    </div>
  );
}
