'use client';

import { useTranslations } from 'use-intl';
import type { SubscriptionInfo, SubscriptionList } from '../../contract/deliveries';
import { Sheet } from '../manager/page-head';
import { useMoment, useWhen } from '../time/use-when';
import { CopyLine } from './copy-button';
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
  const words = useTranslations('deliveries.pos');
  const when = useWhen(timeZone);
  const { id, event, secretEncoding, signatureEncoding, algorithm, lastDeliveryAt } = subscription;
  const events = event === null ? list.events : [event];
  return (
    <Sheet
      title={words('subscription', { id })}
      lead={
        lastDeliveryAt === null
          ? words('never')
          : words('lastDelivery', { when: when(Date.parse(lastDeliveryAt), now) })
      }
    >
      <div className="grid gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="grid content-start gap-2">
          <h3 className="font-semibold">{words('id')}</h3>
          <CopyLine text={id} what="id" />
          <h3 className="mt-3 font-semibold">{words('urls')}</h3>
          {events.map((name) => (
            <CopyLine key={name} text={`${base}/webhooks/${name}`} what="url" />
          ))}
          {event !== null && <p className="text-text-quiet">{words('pinned')}</p>}
          <p className="text-text-quiet">{words('blocking')}</p>
          <h3 className="mt-3 font-semibold">{words('secrets')}</h3>
          <Secrets subscription={subscription} timeZone={timeZone} now={now} />
        </div>
        <div className="grid content-start gap-2">
          <h3 className="font-semibold">{words('signing')}</h3>
          <Facts
            facts={[
              [words('secretEncoding'), words(`encoding.${secretEncoding}`)],
              [words('algorithm'), ALGORITHM_NAMES[algorithm]],
              [words('signatureEncoding'), words(`signature.${signatureEncoding}`)],
              [words('headers'), list.headerPrefix === null ? words('anyHeaders') : headersOf(list.headerPrefix)],
            ]}
          />
        </div>
      </div>
    </Sheet>
  );
}

/** Number of valid secrets, and how to get another; no secret is shown. */
function Secrets({ subscription, timeZone, now }: Pick<Props, 'subscription' | 'timeZone' | 'now'>) {
  const words = useTranslations('deliveries.pos');
  const moment = useMoment(timeZone);
  const { id, secrets, oldSecretUntil } = subscription;
  const rotate = `npm run -s heatlamp -- subscription rotate ${quoted(id)}`;
  const isRotating = secrets > 1 && oldSecretUntil !== null;
  return (
    <>
      <p className="max-w-prose text-pretty">
        {isRotating
          ? words('twoSecrets', { when: moment(Date.parse(oldSecretUntil), now) })
          : words(secrets === 0 ? 'noSecret' : 'oneSecret')}
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
