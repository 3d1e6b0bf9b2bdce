'use client';

import { useTranslations } from 'use-intl';
import type { SubscriptionInfo } from '../../contract/deliveries';
import { Facts } from '../deliveries/facts';

const ALGORITHM_NAMES = { sha256: 'HMAC-SHA256', sha1: 'HMAC-SHA1', sha512: 'HMAC-SHA512' } as const;

type Props = { subscription: SubscriptionInfo; headerPrefix: string | null };

/** How a subscription signs, as it must also be set in the POS's back office. */
export function SigningFacts({ subscription, headerPrefix }: Props) {
  const t = useTranslations('deliveries.pos');
  const { secretEncoding, signatureEncoding, algorithm } = subscription;
  return (
    <Facts
      facts={[
        [t('secretEncoding'), t(`encoding.${secretEncoding}`)],
        [t('algorithm'), ALGORITHM_NAMES[algorithm]],
        [t('signatureEncoding'), t(`signature.${signatureEncoding}`)],
        [t('headers'), headerPrefix === null ? t('anyHeaders') : headersOf(headerPrefix)],
      ]}
    />
  );
}

function headersOf(prefix: string): string {
  const brand = prefix
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
  return `X-${brand}-Subscription-Id, X-${brand}-Signature`;
}
