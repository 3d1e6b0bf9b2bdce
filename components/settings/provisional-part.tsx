'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ProvisionalBranch, ProvisionalBranches } from '../../contract/branches';
import { BUTTON, MAIN_BUTTON, Sheet } from '../manager/page-head';
import { ProblemLine } from '../manager/problem-line';
import { useWhen } from '../time/when';
import { type Posted, postProvisional, provisionalOverHttp } from './settings-over-http';

type Props = {
  first: ProvisionalBranches;
  timeZone: string;
  /** Server time of rendering, epoch ms. */
  now: number;
};

type Done = { number: number; is: 'taken' | 'removed' };

/** F25: branch numbers that one order came for. An owner takes them or removes them. */
export function ProvisionalPart({ first, timeZone, now }: Props) {
  const t = useTranslations('settings.provisional');
  const refusals = useTranslations('settings.toast.refusals');
  const router = useRouter();
  const [found, setFound] = useState(first);
  const [done, setDone] = useState<Done | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (number: number, is: Done['is']) => {
    setBusy(true);
    const posted: Posted<unknown> = await postProvisional(number, is === 'taken' ? 'take' : 'remove');
    const fresh = await provisionalOverHttp();
    if (fresh) setFound(fresh);
    setBusy(false);
    setDone(posted.is === 'set' ? { number, is } : null);
    const code = posted.is === 'refused' ? posted.code : null;
    setProblem(posted.is === 'set' ? null : code === null ? t('failed') : refusals(code));
    // Menus contain the branch from now on.
    if (posted.is === 'set') router.refresh();
  };
  if (found.total === 0 && done === null) return null;
  return (
    <Sheet title={t('title', { count: found.total })} lead={t('lead')}>
      <ul>
        {found.branches.map((branch) => (
          <Row
            key={branch.number}
            branch={branch}
            timeZone={timeZone}
            now={now}
            isBusy={isBusy}
            send={(is) => void send(branch.number, is)}
          />
        ))}
      </ul>
      {found.total > found.branches.length && (
        <p className="mt-3 text-text-quiet">{t('more', { count: found.total - found.branches.length })}</p>
      )}
      <p role="status" className={done ? 'mt-3 font-semibold' : 'sr-only'}>
        {done && t(done.is, { number: String(done.number) })}
      </p>
      <ProblemLine problem={problem} className="mt-3" />
    </Sheet>
  );
}

type RowProps = {
  branch: ProvisionalBranch;
  timeZone: string;
  now: number;
  isBusy: boolean;
  send: (is: Done['is']) => void;
};

function Row({ branch: { number, since }, timeZone, now, isBusy, send }: RowProps) {
  const t = useTranslations('settings.provisional');
  const when = useWhen(timeZone);
  const name = t('branch', { number: String(number) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-t py-3 first:border-t-0">
      <p>
        <span className="font-semibold">{name}</span>{' '}
        <span className="text-text-quiet">{t('since', { when: when(Date.parse(since), now) })}</span>
      </p>
      <p className="flex gap-2">
        <button
          type="button"
          className={MAIN_BUTTON}
          aria-disabled={isBusy}
          aria-label={`${t('take')} ${name}`}
          onClick={() => isBusy || send('taken')}
        >
          {t('take')}
        </button>
        <button
          type="button"
          className={BUTTON}
          aria-disabled={isBusy}
          aria-label={`${t('remove')} ${name}`}
          onClick={() => isBusy || send('removed')}
        >
          {t('remove')}
        </button>
      </p>
    </li>
  );
}
