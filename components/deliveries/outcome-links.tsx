'use client';

import { useLocale, useTranslations } from 'use-intl';
import { type DeliveryCounts, OUTCOMES } from '../../contract/deliveries';
import { LOCALES } from '../../lib/language';
import { addressOf } from '../manager/page-query';
import { PageLink } from '../page-link';
import { DELIVERIES, type DeliveryChoices } from './delivery-choices';

type Props = { counts: DeliveryCounts; chosen: DeliveryChoices; query: URLSearchParams };

/** Outcomes of the last day's deliveries; each links to a list of only those. */
export function OutcomeLinks({ counts: { lastDay, lastHour, isWholeDay }, chosen, query }: Props) {
  const t = useTranslations('deliveries.outcomes');
  const locale = LOCALES[useLocale()];
  const sumOf = (of: typeof lastDay) => OUTCOMES.reduce((sum, outcome) => sum + of[outcome], 0);
  const links = [
    { outcome: null, label: t('all'), count: sumOf(lastDay) },
    ...OUTCOMES.map((outcome) => ({ outcome, label: t(outcome), count: lastDay[outcome] })),
  ];
  const hour = chosen.outcome === null ? sumOf(lastHour) : lastHour[chosen.outcome];
  return (
    <div className="mb-6">
      <nav aria-label={t('label')}>
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
          {links.map(({ outcome, label, count }) => {
            const isHere = outcome === chosen.outcome;
            const isTrouble = count > 0 && (outcome === 'unreadable' || outcome === 'follow-up');
            return (
              <li key={outcome ?? 'all'}>
                <PageLink
                  href={addressOf(DELIVERIES, query, { outcome, cause: null, delivery: null })}
                  aria-current={isHere ? 'true' : undefined}
                  scroll={false}
                  className={`flex h-full flex-col justify-between rounded-xl border bg-sheet px-4 py-3 hover:border-text-quiet ${isHere ? 'border-text' : 'border-line'}`}
                >
                  <span className={`text-sm ${isHere ? 'font-bold' : 'font-semibold text-text-quiet'}`}>{label}</span>
                  <span
                    className={`font-bold text-2xl font-stretch-90% tracking-tight ${isTrouble ? 'text-trouble' : ''}`}
                  >
                    {count.toLocaleString(locale)}
                  </span>
                </PageLink>
              </li>
            );
          })}
        </ul>
      </nav>
      <p className="mt-2 text-sm text-text-quiet">
        {t('counted', { count: hour })} {!isWholeDay && t('someCounted')}
      </p>
    </div>
  );
}
