'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SetUp } from '../../contract/set-up';
import { linkOf } from '../home/link';
import { useWatch } from '../live/use-watch';
import { LinkLine } from '../live-dashboard/link-line';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageHead } from '../manager/page-head';
import { clockText } from '../time/clock-text';
import { BranchStep } from './branch-step';
import { LanguageButtons } from './language-buttons';
import { PosStep } from './pos-step';
import { PracticeStep } from './practice-step';
import { ScreenStep } from './screen-step';
import { SetUpDone } from './set-up-done';
import { setUpOverHttp } from './set-up-over-http';
import { StepItem } from './step-item';
import { type Chosen, currentStep, isDone, openSteps, STEPS, type Step, shownStep, stepAfter } from './steps';
import { TestStep } from './test-step';
import { useSummary } from './use-summary';

/** `branches` are those of the manager when the page was rendered. */
type Props = { first: SetUp; branches: readonly ManagerBranch[] };

/** The checklist of the first set-up: one step after the other, each of which can be opened again. */
export function SetUpPage({ first, branches }: Props) {
  const t = useTranslations('setUp');
  const { answer, now, silentMs } = useWatch(first, { ask: setUpOverHttp, timeOf });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const summaryOf = useSummary(answer, now);
  const current = currentStep(answer);
  const left = openSteps(answer).length;
  const timeZone = answer.branches[0]?.timeZone ?? 'UTC';
  const shown = shownStep(answer, chosen);
  const next = isDone(answer, shown) ? current : shown;
  const choose = (step: Step) => setChosen({ step, wasDone: isDone(answer, step) });
  const contents = {
    language: () => <LanguageButtons />,
    branch: () => <BranchStep setUp={answer} onSaved={() => setChosen(null)} />,
    pos: () => (
      <PosStep
        setUp={answer}
        branches={branches}
        now={now}
        timeZone={timeZone}
        goOn={isDone(answer, 'pos') ? null : () => choose(stepAfter(answer, 'pos'))}
      />
    ),
    screen: () => <ScreenStep setUp={answer} />,
    test: () => <TestStep setUp={answer} />,
    practice: () => <PracticeStep setUp={answer} />,
  };
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title={t('title')} lead={left > 0 ? t('lead', { left }) : t('leadDone')}>
        {linkOf(silentMs) !== 'live' && (
          <LinkLine silentMs={silentMs} clock={clockText(Date.parse(answer.serverTime), timeZone, true)} />
        )}
      </PageHead>
      {left === 0 && <SetUpDone />}
      <ol className="grid grid-cols-1 gap-3">
        {STEPS.map((step, index) => (
          <StepItem
            key={step}
            number={index + 1}
            title={t(`steps.${step}`)}
            summary={summaryOf(step)}
            mark={isDone(answer, step) ? 'done' : step === next ? 'now' : 'later'}
            isOpen={step === shown}
            toggle={() => (step === shown && step !== current ? setChosen(null) : choose(step))}
          >
            {contents[step]}
          </StepItem>
        ))}
      </ol>
    </div>
  );
}

function timeOf({ serverTime }: SetUp): number {
  return Date.parse(serverTime);
}
