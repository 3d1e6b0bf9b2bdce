'use client';

import { useTranslations } from 'use-intl';
import type { SubscriptionInfo, SubscriptionList } from '../../contract/deliveries';
import { CopyLine } from '../clipboard/copy';
import { Sheet } from '../manager/page-head';
import { useMoment, useWhen } from '../time/use-when';
import { Facts } from './facts';
import { quoted } from './finding';

type Props = {
  subscription: SubscriptionInfo;
  list: SubscriptionList;
  base: string;
  timeZone: string;
  now: number;
};

const ALGORITHM_NAMES = { sha256: 'HMAC-SHA256', sha1: 'HMAC-SHA1', sha512: 'HMAC-SHA512' } as const;

/** The settings of one subscription for the POS's back office. */
export function SubscriptionSheet({ subscription, list, base, timeZone, now }: Props) {
  const t = useTranslations('deliveries.pos');
  const when = useWhen(timeZone);
  const { id, event, branches, secretEncoding, signatureEncoding, algorithm, lastDeliveryAt } = subscription;
  const events = event === null ? list.events : [event];
  return (
    <Sheet
      title={t('subscription', { id })}
      lead={lastDeliveryAt === null ? t('never') : t('lastDelivery', { when: when(Date.parse(lastDeliveryAt), now) })}
    >
      <div className="grid gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="grid content-start gap-2">
          <h3 className="font-semibold">{t('id')}</h3>
          <CopyLine text={id} what="id" />
          <h3 className="mt-3 font-semibold">{t('urls')}</h3>
          {events.map((name) => (
            <CopyLine key={name} text={`${base}/webhooks/${name}`} what="url" />
          ))}
          {branches && <p className="text-text-quiet">{t('limited', { branches: branches.join(', ') })}</p>}
          {event !== null && <p className="text-text-quiet">{t('pinned')}</p>}
          <p className="text-text-quiet">{t('blocking')}</p>
          <h3 className="mt-3 font-semibold">{t('secrets')}</h3>
          <Secrets subscription={subscription} timeZone={timeZone} now={now} />
        </div>
        <div className="grid content-start gap-2">
          <h3 className="font-semibold">{t('signing')}</h3>
          <Facts
            facts={[
              [t('secretEncoding'), t(`encoding.${secretEncoding}`)],
              [t('algorithm'), ALGORITHM_NAMES[algorithm]],
              [t('signatureEncoding'), t(`signature.${signatureEncoding}`)],
              [t('headers'), list.headerPrefix === null ? t('anyHeaders') : headersOf(list.headerPrefix)],
            ]}
          />
        </div>
      </div>
    </Sheet>
  );
}

/** Number of valid secrets, and how to get another; no secret is shown. */
function Secrets({ subscription, timeZone, now }: Pick<Props, 'subscription' | 'timeZone' | 'now'>) {
  const t = useTranslations('deliveries.pos');
  const moment = useMoment(timeZone);
  const { id, secrets, oldSecretUntil } = subscription;
  const rotate = `npm run -s heatlamp -- subscription rotate ${quoted(id)}`;
  const isRotating = secrets > 1 && oldSecretUntil !== null;
  return (
    <>
      <p className="max-w-prose text-pretty">
        {isRotating
          ? t('twoSecrets', { when: moment(Date.parse(oldSecretUntil), now) })
          : t(secrets === 0 ? 'noSecret' : 'oneSecret')}
      </p>
      <CopyLine text={isRotating ? `${rotate} --finish` : rotate} what="command" />
    </>
  );
}

function headersOf(prefix: string): string {
  const brand = prefix
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
  return `X-${brand}-Subscription-Id, X-${brand}-Signature`;
}
