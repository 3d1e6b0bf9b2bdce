'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { signOut } from '../login/auth-over-http';
import { PageLink } from '../page-link';

type Props = { name: string; isOwner: boolean; hasSecondFactor: boolean };

/** Name of the signed-in manager, and links to the account and to sign out. Owners are asked to protect theirs. */
export function Account({ name, isOwner, hasSecondFactor }: Props) {
  const t = useTranslations('manager.account');
  const [hasFailed, setHasFailed] = useState(false);
  const leave = async () => {
    const { ok } = await signOut(false);
    if (ok) window.location.assign('/login');
    else setHasFailed(true);
  };
  return (
    <div className="ml-auto flex min-w-0 items-center gap-3 lg:ml-0 lg:flex-col lg:items-start lg:gap-1 lg:px-3">
      <p className="min-w-12 max-w-40 truncate font-semibold" title={name}>
        {name}
      </p>
      <PageLink
        href="/manager/account"
        className="inline-flex min-h-11 items-center text-text-quiet underline underline-offset-4 hover:text-text"
      >
        {t(isOwner && !hasSecondFactor ? 'protect' : 'open')}
      </PageLink>
      <button
        type="button"
        onClick={leave}
        className="min-h-11 text-text-quiet underline underline-offset-4 hover:text-text"
      >
        {t('signOut')}
      </button>
      {hasFailed && (
        <p role="alert" className="text-trouble">
          {t('failed')}
        </p>
      )}
    </div>
  );
}
