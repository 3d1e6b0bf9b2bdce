'use client';

import { useTranslations } from 'use-intl';
import type { SubscriptionList } from '../../contract/deliveries';
import { useOrigin } from '../browser';
import { CopyLine } from '../clipboard/copy';
import { isLoopback } from '../home/origin';
import { Sheet } from '../manager/page-head';
import { SubscriptionSheet } from './subscription-sheet';

type Props = {
  list: SubscriptionList;
  /** Origin of this page as the server saw it. */
  guessedOrigin: string;
  timeZone: string;
  /** Server time of rendering, epoch ms. */
  now: number;
};

/** Settings to enter in the POS's back office for each subscription. Secrets never leave the server. */
export function ForThePos({ list, guessedOrigin, timeZone, now }: Props) {
  const t = useTranslations('deliveries.pos');
  const origin = useOrigin(guessedOrigin);
  const base = list.publicUrl ?? origin;
  const warnings = [
    isLoopback(base) ? t('loopback') : base.startsWith('http:') ? t('plain') : null,
    list.publicUrl === null && !isLoopback(base) ? t('guessed') : null,
  ].filter((warning) => warning !== null);
  return (
    <div className="grid gap-5">
      <Sheet title={t('base')} lead={t('baseHint')}>
        <CopyLine text={base} what="url" />
        {warnings.map((warning) => (
          <p
            key={warning}
            className="mt-3 max-w-prose rounded-lg border border-notice-line bg-notice px-4 py-3 text-pretty"
          >
            {warning}
          </p>
        ))}
      </Sheet>
      {list.subscriptions.map((subscription) => (
        <SubscriptionSheet
          key={subscription.id}
          subscription={subscription}
          base={base}
          list={list}
          timeZone={timeZone}
          now={now}
        />
      ))}
      <Sheet
        title={t(list.subscriptions.length === 0 ? 'noneTitle' : 'another')}
        lead={t(list.subscriptions.length === 0 ? 'none' : 'anotherLead')}
      >
        <CopyLine text="npm run -s heatlamp -- subscription add --id <id> --secret <secret>" what="command" />
        {list.subscriptions.length === 0 && (
          <p className="mt-3">
            {t('events')}: {list.events.join(', ')}. {t('blocking')}
          </p>
        )}
      </Sheet>
    </div>
  );
}
