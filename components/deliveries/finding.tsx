'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { SignatureFinding, SignedOtherwise } from '../../contract/deliveries';
import { COMMAND } from '../../lib/release';
import { CopyLine } from '../clipboard/copy';
import { withCommands } from '../with-commands';

const ALGORITHM_NAMES = { sha256: 'SHA-256', sha1: 'SHA-1', sha512: 'SHA-512' } as const;

type Props = {
  finding: SignatureFinding;
  subscriptionId: string;
  /** What to do about another way of signing; commands without it. */
  children?: ReactNode;
};

/** Explains why a signature does not match, and what to do. */
export function Finding({ finding, subscriptionId, children }: Props) {
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
            <b className="font-semibold">{withCommands(t('signed-otherwise', { how: how(finding) }))}</b>{' '}
            {!children && t('remedy')}
          </p>
          {children ?? (
            <>
              <CopyLine text={`${COMMAND} subscription remove ${quoted(subscriptionId)}`} what="command" />
              <CopyLine text={addAgain(finding, subscriptionId)} what="command" />
            </>
          )}
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
      algorithm && t('by', { algorithm: ALGORITHM_NAMES[algorithm], option: algorithm }),
    ]
      .filter((part) => part !== null)
      .reduce((one, other) => t('and', { one, other }));
}

function addAgain({ secretEncoding, signatureEncoding, algorithm }: SignedOtherwise, id: string): string {
  const options = [
    `--id ${quoted(id)}`,
    '--secret <secret>',
    secretEncoding && `--secret-encoding ${secretEncoding}`,
    signatureEncoding && `--signature-encoding ${signatureEncoding}`,
    algorithm && `--algorithm ${algorithm}`,
  ];
  return `${COMMAND} subscription add ${options.filter((option) => option !== null).join(' ')}`;
}

/** Quotes a value so that a shell takes it as one word. */
function quoted(id: string): string {
  return /^[\w.@-]+$/.test(id) ? id : `'${id.replaceAll("'", "'\\''")}'`;
}
