'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FleetScreen } from '../../contract/screens';
import { useBranchName } from '../manager/branch-boxes';
import { Confirm } from '../manager/confirm';
import type { Replied } from '../manager/fetch-as-manager';
import type { ManagerBranch } from '../manager/manager-branch';
import { BUTTON } from '../manager/page-head';
import { durationText } from '../ticket/timer-text';
import { useWhen } from '../time/use-when';
import { useProblemText } from './add-screen';
import { ScreenForm } from './screen-form';
import { changeScreen, commandScreen, revokeScreen } from './screens-over-http';

const DOT = {
  live: 'border-accent bg-accent',
  silent: 'border-late bg-late',
  offline: 'border-text-quiet',
} as const;
/** Older data on a connected screen is worth a word. */
const OLD_MS = 6_000;

type Props = {
  screen: FleetScreen;
  branches: readonly ManagerBranch[];
  /** How many further branches there are. */
  unlisted: number;
  now: number;
  timeZone: string;
};

/** A screen, how it is, and what can be done about it. `now` is server time, epoch ms. */
export function ScreenRow({ screen, branches, unlisted, now, timeZone }: Props) {
  const t = useTranslations('screens.row');
  const [open, setOpen] = useState<'form' | 'revoke' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const problemOf = useProblemText();
  const isProgram = screen.view === 'api';
  const run = async (request: Promise<Replied<unknown>>, done: string | null) => {
    setIsBusy(true);
    const replied = await request;
    setIsBusy(false);
    setResult(replied.is === 'done' ? done : problemOf(replied));
    if (replied.is === 'done') setOpen(null);
  };
  const button = `${BUTTON} px-3.5`;
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Summary screen={screen} branches={branches} now={now} timeZone={timeZone} />
        <div className="flex flex-wrap gap-2">
          {!isProgram && (
            <>
              <button
                type="button"
                className={button}
                disabled={isBusy}
                onClick={() => void run(commandScreen(screen.id, 'identify'), t('identified'))}
              >
                {t('identify')}
              </button>
              <button
                type="button"
                className={button}
                disabled={isBusy}
                onClick={() => void run(commandScreen(screen.id, 'reload'), t('reloaded'))}
              >
                {t('reload')}
              </button>
              <button
                type="button"
                className={button}
                aria-expanded={open === 'form'}
                onClick={() => setOpen(open === 'form' ? null : 'form')}
              >
                {t('change')}
              </button>
            </>
          )}
          <button
            type="button"
            className={button}
            aria-expanded={open === 'revoke'}
            onClick={() => setOpen(open === 'revoke' ? null : 'revoke')}
          >
            {t('revoke')}
          </button>
        </div>
      </div>
      <p role="status" className={result ? 'mt-2 text-text-quiet' : 'sr-only'}>
        {result}
      </p>
      {open === 'form' && (
        <div className="mt-4 rounded-lg bg-shade p-4">
          <ScreenForm
            start={screen}
            branches={branches}
            unlisted={unlisted}
            submit={t('save')}
            problem={null}
            isBusy={isBusy}
            save={(wish) => void run(changeScreen(screen.id, wish), null)}
            cancel={() => setOpen(null)}
          />
        </div>
      )}
      {open === 'revoke' && (
        <div className="mt-4">
          <Confirm
            lead={t('revokeLead', { name: screen.name })}
            now={t('revokeNow')}
            keep={t('keep')}
            isBusy={isBusy}
            confirm={() => void run(revokeScreen(screen.id), null)}
            cancel={() => setOpen(null)}
          />
        </div>
      )}
    </li>
  );
}

function Summary({ screen, branches, now, timeZone }: Omit<Props, 'unlisted'>) {
  const t = useTranslations('screens.row');
  const views = useTranslations('screens.views');
  const nameOf = useBranchName(branches);
  const when = useWhen(timeZone);
  const { state, name, view, lastSeenAt, paintedAt, dataAgeMs, isCurrent } = screen;
  const names = screen.branches.map(nameOf);
  const ago = (instant: string | null) => (instant === null ? null : when(Date.parse(instant), now));
  const status =
    state === 'offline'
      ? lastSeenAt === null
        ? t('never')
        : t('offline', { when: ago(lastSeenAt) ?? '' })
      : state === 'silent'
        ? paintedAt === null
          ? t('silent')
          : t('silentSince', { when: ago(paintedAt) ?? '' })
        : dataAgeMs !== null && dataAgeMs > OLD_MS
          ? t('liveOld', { age: durationText(dataAgeMs) })
          : t('live');
  return (
    <div className="flex min-w-0 flex-1 basis-80 items-start gap-3">
      <span aria-hidden="true" className={`mt-2 h-2.5 w-2.5 shrink-0 rounded-full border-2 ${DOT[state]}`} />
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-bold text-lg leading-snug">{name}</h3>
        <p className="text-text-quiet">
          {views(`${view}.name`)} · {names.join(', ')}
        </p>
        <p className={state === 'silent' ? 'font-semibold' : ''}>
          {status}
          {isCurrent === false && state === 'live' && ` · ${t('oldPages')}`}
        </p>
      </div>
    </div>
  );
}
