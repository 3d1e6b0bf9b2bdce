'use client';

import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { NewestDelivery, SetUp } from '../../contract/set-up';
import { LANGUAGE_NAMES } from '../../lib/language';
import { localDevice } from '../device-storage';
import { linkOf } from '../home/standing';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { readApi } from '../manager/call-api';
import { namesText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageLink } from '../page-link';
import { PracticePart } from '../practice/practice-part';
import { AddScreen } from '../screens/add-screen';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { useWhen } from '../time/when';
import { BUTTON, PageHead } from '../ui/sheet';
import { BranchStep } from './branch-step';
import { LanguageButtons } from './language-buttons';
import { PosStep } from './pos-step';
import { StepItem } from './step-item';
import { type Chosen, currentStep, isDone, openSteps, STEPS, type Step, shownStep, stepAfter } from './steps';
import { TestStep } from './test-step';

/** The name under which a device keeps that somebody has seen a test course. */
const TESTED = 'heatlamp.tested';

/** `branches` are those of the manager when the page was rendered. */
type Props = { first: SetUp; branches: readonly ManagerBranch[] };

/** The checklist of the first set-up: one step after the other, each of which can be opened again. */
export function SetUpPage({ first, branches }: Props) {
  const t = useTranslations('setUp');
  const { answer, now, silentMs } = useWatch(first, { ask: () => readApi('GET /api/v1/setup', {}), timeOf });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const summaryOf = useSummary(answer, now);
  const wasTested = useKept(TESTED, isDone(answer, 'test'));
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
            mark={isDone(answer, step) || (step === 'test' && wasTested) ? 'done' : step === next ? 'now' : 'later'}
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

/** Whether something was true once on this device: the server forgets a test course. */
function useKept(name: string, isTrue: boolean): boolean {
  const [was, setWas] = useState(false);
  useEffect(() => {
    if (isTrue) localDevice.set(name, 'yes');
    setWas(localDevice.get(name) === 'yes');
  }, [name, isTrue]);
  return was;
}

/** Pairs a screen by its code. */
function ScreenStep({ setUp }: { setUp: SetUp }) {
  const t = useTranslations('setUp.screen');
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <AddScreen branches={setUp.branches} code={null} origin={setUp.subscriptions.baseUrls[0] ?? ''} />
    </div>
  );
}

/** Practises a service on the screens that are paired now. */
function PracticeStep({ setUp: { branches, screens } }: { setUp: SetUp }) {
  const t = useTranslations('practiceService');
  const shown = branches.filter(({ number }) =>
    screens.some((screen) => screen.view !== 'api' && screen.branches.includes(number)),
  );
  if (shown.length === 0) return <p className="max-w-prose text-pretty">{t('noScreen')}</p>;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <PracticePart branches={shown} unlisted={0} />
    </div>
  );
}

/** Everything is set up: where to go from here. */
function SetUpDone() {
  const t = useTranslations('setUp.done');
  return (
    <section className="mb-4 grid gap-3 rounded-xl border border-accent bg-sheet p-5 sm:p-6">
      <p role="status" className="max-w-prose text-pretty">
        <b className="font-bold">{t('title')}</b> {t('lead')}
      </p>
      <PageLink href="/manager" className={`${BUTTON} min-h-12 justify-self-start`}>
        {t('goOn')}
      </PageLink>
    </section>
  );
}

/** Returns a function that says in a line what is set in a step; null while nothing is. */
function useSummary(setUp: SetUp, now: number): (step: Step) => string | null {
  const t = useTranslations('setUp');
  const language = useLocale();
  const deliveryText = useDeliveryText();
  const when = useWhen(setUp.branches[0]?.timeZone ?? 'UTC');
  return (step) => {
    const { branches, screens, newest } = setUp;
    switch (step) {
      case 'language':
        return LANGUAGE_NAMES[language];
      case 'branch':
        return (
          namesText(branches.map(({ name, number }) => name ?? t('branch.unnamed', { number: String(number) }))) || null
        );
      case 'pos':
        if (newest === null || !isDone(setUp, 'pos')) return null;
        return t('pos.newest', { when: when(Date.parse(newest.receivedAt), now), what: deliveryText(newest) });
      case 'screen':
        return namesText(screens.flatMap(({ view, name }) => (view === 'api' ? [] : [name]))) || null;
      case 'test':
      case 'practice':
        return null;
    }
  };
}

/** Returns a function that names a delivery: `Table 12 · Mains`. */
function useDeliveryText(): (delivery: NewestDelivery) => string {
  const placeName = usePlaceName();
  const courseName = useCourseName();
  return ({ table, ticketNumber, course, event }) => {
    if (course === null) return event;
    const place = placeName({
      table: table && { ...table, name: null, guests: null },
      ticketNumber,
      orderNumber: null,
    });
    return `${place} · ${courseName(course)}`;
  };
}
