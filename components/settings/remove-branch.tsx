'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { BUTTON } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { postProvisional } from './settings-over-http';

/** F25b: removes a branch that nothing came for, such as one with a wrong number. */
export function RemoveBranch({ number }: { number: number }) {
  const t = useTranslations('settings.branch');
  const failed = useTranslations('settings.provisional')('failed');
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const posted = await postProvisional(number, 'remove');
    setBusy(false);
    setProblem(posted.is === 'set' ? null : posted.is === 'changed-meanwhile' ? t('inUse') : failed);
    if (posted.is !== 'set') return;
    router.push('/manager/settings');
    // Menus do not contain the branch any more.
    router.refresh();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-t pt-4">
      <p className="max-w-prose text-pretty text-text-quiet">{t('removeHelp')}</p>
      <button type="button" className={BUTTON} aria-disabled={isBusy} onClick={() => isBusy || void remove()}>
        {t('remove')}
      </button>
      <ProblemLine problem={problem} />
    </div>
  );
}
