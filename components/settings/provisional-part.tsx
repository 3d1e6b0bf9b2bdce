'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ProvisionalBranch, ProvisionalBranches } from '../../contract/branches';
import { callApi, readApi } from '../manager/call-api';
import { useWhen } from '../time/when';
import { ProblemLine } from '../ui/change';
import { Button, Sheet } from '../ui/sheet';
import { useProblemText } from './settings-context';

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
  const problemOf = useProblemText();
  const router = useRouter();
  const [found, setFound] = useState(first);
  const [done, setDone] = useState<Done | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (number: number, is: Done['is']) => {
    setBusy(true);
    const step = is === 'taken' ? 'take' : 'remove';
    const replied = await callApi(`POST /api/v1/branches/:number/${step}`, { query: { number } });
    const fresh = await readApi('GET /api/v1/provisional-branches', {});
    if (fresh) setFound(fresh);
    setBusy(false);
    setDone(replied.is === 'done' ? { number, is } : null);
    setProblem(replied.is === 'done' ? null : problemOf(replied));
    // Menus contain the branch from now on.
    if (replied.is === 'done') router.refresh();
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
        <Button isMain isBusy={isBusy} label={`${t('take')} ${name}`} press={() => send('taken')}>
          {t('take')}
        </Button>
        <Button isBusy={isBusy} label={`${t('remove')} ${name}`} press={() => send('removed')}>
          {t('remove')}
        </Button>
      </p>
    </li>
  );
}
