'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { COUNTED_CODES } from '../../contract/constants';
import type { CountedRefusal, SignatureFinding, SignedOtherwise } from '../../contract/deliveries';

const ALGORITHM_NAMES = { sha256: 'SHA-256', sha1: 'SHA-1', sha512: 'SHA-512' } as const;

type Props = {
  finding: SignatureFinding;
  /** What to do about another way of signing, where it can be done. */
  children?: ReactNode;
};

/** Explains why a signature does not match, and what to do. */
export function Finding({ finding, children }: Props) {
  const t = useTranslations('deliveries.refused.finding');
  const how = useHow();
  switch (finding.is) {
    case 'other-subscription':
      return <p>{t('other-subscription', { id: finding.id })}</p>;
    case 'ended-secret':
    case 'unknown-secret':
      return <p>{t(finding.is)}</p>;
    case 'signed-otherwise':
      return (
        <div className="grid gap-3">
          <p>
            <b className="font-semibold">{t('signed-otherwise', { how: how(finding) })}</b> {!children && t('remedy')}
          </p>
          {children}
        </div>
      );
  }
}

/** Describes how the signature was made if it differs from the agreed way: `if the secret were plain text`. */
function useHow(): (otherwise: SignedOtherwise) => string {
  const t = useTranslations('deliveries.refused.finding');
  return ({ secretEncoding, signatureEncoding, algorithm }) =>
    [
      secretEncoding && t(secretEncoding === 'utf8' ? 'asText' : 'asBase64'),
      signatureEncoding && t(signatureEncoding === 'hex' ? 'inHex' : 'inBase64'),
      algorithm && t('by', { algorithm: ALGORITHM_NAMES[algorithm] }),
    ]
      .filter((part) => part !== null)
      .reduce((one, other) => t('and', { one, other }));
}

/** Returns a function that says why requests were refused, and what usually helps. */
export function useRefusalText(): (refusal: CountedRefusal) => { what: string; advice: string } {
  const t = useTranslations('deliveries.refused');
  return ({ code, problem }) => {
    // A node of a newer version may count for another code.
    const known = COUNTED_CODES.find((each) => each === code) ?? 'other';
    return { what: problem ? t(`problem.${problem}`) : t(`why.${known}`, { code }), advice: t(`advice.${known}`) };
  };
}

/** The subscription named by a request, known or not. */
export function claimedIn(headers: Readonly<Record<string, string>>): string | null {
  return Object.entries(headers).find(([name]) => name.endsWith('-subscription-id'))?.[1] ?? null;
}
