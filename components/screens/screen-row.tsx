'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FleetScreen } from '../../contract/screens';
import { useBranchName } from '../manager/branch-boxes';
import { Confirm } from '../manager/confirm';
import type { Replied } from '../manager/fetch-as-manager';
import type { ManagerBranch } from '../manager/manager-branch';
import { BUTTON } from '../manager/page-head';
import { type ChangeResult, ResultLine, useChange } from '../manager/use-change';
import { durationText } from '../ticket/timer-text';
import { useWhen } from '../time/use-when';
import { useProblemText } from './add-screen';
import { LimitsForm } from './limits-form';
import { ScreenFacts } from './screen-facts';
import { ScreenForm } from './screen-form';
import { changeScreen, commandScreen, limitScreen, revokeScreen } from './screens-over-http';

const DOT = {
  live: 'border-accent bg-accent',
  silent: 'border-late bg-late',
  offline: 'border-text-quiet',
} as const;
/** Older data on a connected screen is worth a word. */
const OLD_MS = 6_000;

type Step = 'form' | 'limits' | 'revoke';
const SMALL_BUTTON = `${BUTTON} px-3.5`;

type Props = {
  screen: FleetScreen;
  branches: readonly ManagerBranch[];
  now: number;
  timeZone: string;
};

/** A screen, how it is, and what can be done about it. `now` is server time, epoch ms. */
export function ScreenRow({ screen, branches, now, timeZone }: Props) {
  const t = useTranslations('screens.row');
  const limits = useTranslations('screens.limits');
  const [open, setOpen] = useState<Step | null>(null);
  const { isBusy, result, run } = useChange(useProblemText());
  const close = () => setOpen(null);
  const change = async (request: Promise<Replied<unknown>>, done: ChangeResult | null) => {
    if (await run(request, () => done)) close();
  };
  const command = (kind: 'identify' | 'reload', done: string) => (
    <button
      type="button"
      className={SMALL_BUTTON}
      disabled={isBusy}
      onClick={() => void change(commandScreen(screen.id, kind), { text: done, undo: null })}
    >
      {t(kind)}
    </button>
  );
  const step = (name: Step, text: string) => (
    <button
      type="button"
      className={SMALL_BUTTON}
      aria-expanded={open === name}
      onClick={() => setOpen(open === name ? null : name)}
    >
      {text}
    </button>
  );
  const undoLimits = () =>
    void run(limitScreen(screen.id, screen.limits ?? {}), () => ({ text: limits('undone'), undo: null }));
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Summary screen={screen} branches={branches} now={now} timeZone={timeZone} />
        <div className="flex flex-wrap gap-2">
          {screen.view !== 'api' && (
            <>
              {command('identify', t('identified'))}
              {command('reload', t('reloaded'))}
              {step('form', t('change'))}
              {screen.view !== 'pickup' && step('limits', limits('button'))}
            </>
          )}
          {step('revoke', t('revoke'))}
        </div>
      </div>
      {screen.view !== 'api' && <ScreenFacts screen={screen} now={now} timeZone={timeZone} />}
      <ResultLine result={result} />
      <div className="mt-4 empty:hidden">
        {open === 'form' && (
          <div className="rounded-lg bg-shade p-4">
            <ScreenForm
              start={screen}
              branches={branches}
              submit={t('save')}
              problem={null}
              isBusy={isBusy}
              save={(wish) => void change(changeScreen(screen.id, wish), null)}
              cancel={close}
            />
          </div>
        )}
        {open === 'limits' && (
          <LimitsForm
            screen={screen}
            isBusy={isBusy}
            save={(own) => void change(limitScreen(screen.id, own), { text: limits('saved'), undo: undoLimits })}
            cancel={close}
          />
        )}
        {open === 'revoke' && (
          <Confirm
            lead={t('revokeLead', { name: screen.name })}
            now={t('revokeNow')}
            keep={t('keep')}
            isBusy={isBusy}
            confirm={() => void change(revokeScreen(screen.id), null)}
            cancel={close}
          />
        )}
      </div>
    </li>
  );
}

function Summary({ screen, branches, now, timeZone }: Props) {
  const t = useTranslations('screens.row');
  const views = useTranslations('screens.views');
  const nameOf = useBranchName(branches);
  const when = useWhen(timeZone);
  const { state, name, view, lastSeenAt, paintedAt, dataAgeMs } = screen;
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
          {views(`${view}.name`)} · {screen.branches.map(nameOf).join(', ')}
        </p>
        <p className={state === 'silent' ? 'font-semibold' : ''}>{status}</p>
      </div>
    </div>
  );
}
