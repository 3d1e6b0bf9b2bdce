'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { BoardGap } from '../../contract/live';
import type { LiveBranch } from '../../contract/live-branches';
import { LOCALES } from '../../lib/language';
import { gapTimes } from './gap-times';

type Props = {
  branches: readonly LiveBranch[];
  /** Label of a branch if there are several; null for one alone. */
  nameOf: ((live: LiveBranch) => string) | null;
};

/**
 * Time ranges of the last hour in which events may be missing, on a manager's page; announced once to screen readers.
 */
export function GapLines({ branches, nameOf }: Props) {
  const t = useTranslations('gaps');
  const locale = LOCALES[useLocale()];
  const entries = branches.flatMap((live) => live.gaps.map((gap) => ({ live, gap })));
  return (
    <div role="status">
      {entries.map(({ live, gap }) => (
        <p
          key={`${live.branch.number} ${gap.from}`}
          className="mb-3 max-w-prose rounded-lg border border-notice-line bg-notice px-4 py-3 text-pretty"
        >
          <strong className="font-semibold">
            {nameOf && `${nameOf(live)} · `}
            {t('between', gapTimes(gap, { timeZone: live.branch.timeZone, locale }))}.
          </strong>{' '}
          {t(`why.${gap.cause}`)}
        </p>
      ))}
    </div>
  );
}

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
