'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FleetScreen } from '../../contract/screens';
import { Confirm } from '../manager/confirm';
import type { Replied } from '../manager/fetch-as-manager';
import type { ManagerBranch } from '../manager/manager-branch';
import { BUTTON } from '../manager/page-head';
import { StepButton } from '../manager/step-button';
import { type ChangeResult, OutcomeLine, useChange } from '../manager/use-change';
import { LimitsForm } from './limits-form';
import { ScreenFacts } from './screen-facts';
import { ScreenForm } from './screen-form';
import { ScreenSummary } from './screen-summary';
import { changeScreen, commandScreen, limitScreen, revokeScreen } from './screens-over-http';
import { useProblemText } from './use-problem-text';

type Step = 'form' | 'limits' | 'revoke';
/** Shown when the screen has received a command. */
const DONE = { identify: 'identified', reload: 'reloaded' } as const;
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
  const [open, setOpen] = useState<Step | null>(null);
  const { isBusy, outcome, run } = useChange(useProblemText());
  const close = () => setOpen(null);
  const change = async (request: Promise<Replied<unknown>>, done: ChangeResult | null) => {
    if (await run(request, () => done)) close();
  };
  const saved = (undo: () => Promise<Replied<unknown>>): ChangeResult => ({
    text: t('saved'),
    undo: () => void run(undo(), () => ({ text: t('undone'), undo: null })),
  });
  const { id, name, view, branches: shown, limits } = screen;
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ScreenSummary screen={screen} branches={branches} now={now} timeZone={timeZone} />
        <ScreenButtons
          screen={screen}
          open={open}
          setOpen={setOpen}
          isBusy={isBusy}
          command={(kind) => void change(commandScreen(id, kind), { text: t(DONE[kind]), undo: null })}
        />
      </div>
      {screen.view !== 'api' && <ScreenFacts screen={screen} now={now} timeZone={timeZone} />}
      <div className="mt-4 empty:hidden">
        {open === 'form' && (
          <div className="rounded-lg bg-shade p-4">
            <ScreenForm
              start={screen}
              branches={branches}
              submit={t('save')}
              problem={null}
              isBusy={isBusy}
              save={(wish) =>
                void change(
                  changeScreen(id, wish),
                  saved(() => changeScreen(id, { name, view, branches: shown })),
                )
              }
              cancel={close}
            />
          </div>
        )}
        {open === 'limits' && (
          <LimitsForm
            screen={screen}
            isBusy={isBusy}
            save={(own) =>
              void change(
                limitScreen(id, own),
                saved(() => limitScreen(id, limits ?? {})),
              )
            }
            cancel={close}
          />
        )}
        {open === 'revoke' && (
          <Confirm
            lead={t('revokeLead', { name })}
            now={t('revokeNow')}
            keep={t('keep')}
            isBusy={isBusy}
            confirm={() => void change(revokeScreen(id), null)}
            cancel={close}
          />
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </li>
  );
}

type ButtonsProps = {
  screen: FleetScreen;
  open: Step | null;
  setOpen: (step: Step | null) => void;
  isBusy: boolean;
  command: (kind: 'identify' | 'reload') => void;
};

function ScreenButtons({ screen, open, setOpen, isBusy, command }: ButtonsProps) {
  const t = useTranslations('screens.row');
  const limits = useTranslations('screens.limits');
  const step = { open, setOpen };
  return (
    <div className="flex flex-wrap gap-2">
      {screen.view !== 'api' && (
        <>
          {(['identify', 'reload'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              className={SMALL_BUTTON}
              aria-disabled={isBusy}
              onClick={() => isBusy || command(kind)}
            >
              {t(kind)}
            </button>
          ))}
          <StepButton step="form" {...step}>
            {t('change')}
          </StepButton>
          {screen.view !== 'pickup' && (
            <StepButton step="limits" {...step}>
              {limits('button')}
            </StepButton>
          )}
        </>
      )}
      <StepButton step="revoke" {...step}>
        {t('revoke')}
      </StepButton>
    </div>
  );
}
