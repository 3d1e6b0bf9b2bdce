'use client';

import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { TEST_STEPS } from '../../contract/constants';
import type { FleetScreen } from '../../contract/screens';
import type { NewestDelivery, SetUp, SetUpBranch } from '../../contract/set-up';
import { LANGUAGE_NAMES } from '../../lib/language';
import { localDevice } from '../device-storage';
import { linkOf } from '../home/standing';
import { Tick } from '../home/step-cards';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { callApi, readApi } from '../manager/call-api';
import { namesText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { PageLink } from '../page-link';
import { PracticePart } from '../practice/practice-part';
import { AddScreen } from '../screens/add-screen';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { useWhen } from '../time/when';
import { OutcomeLine, useChange, useProblemTextOf } from '../ui/change';
import { BUTTON, Button, PageHead } from '../ui/sheet';
import { BranchStep } from './branch-step';
import { LanguageButtons } from './language-buttons';
import { PosStep } from './pos-step';
import { type Chosen, currentStep, isDone, openSteps, STEPS, type Step, shownStep, stepAfter } from './steps';

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

type StepItemProps = {
  number: number;
  title: string;
  /** What is set, in a line; null while nothing is. */
  summary: string | null;
  mark: 'done' | 'now' | 'later';
  isOpen: boolean;
  toggle: () => void;
  children: () => ReactNode;
};

const LOOKS = {
  done: 'bg-accent text-on-accent',
  now: 'border-2 border-accent text-accent',
  later: 'border border-line text-text-quiet',
};

/** A step: its mark, its title, and what it is about while it is open. */
function StepItem({ number, title, summary, mark, isOpen, toggle, children }: StepItemProps) {
  const t = useTranslations('setUp.marks');
  const id = useId();
  return (
    <li
      aria-current={mark === 'now' ? 'step' : undefined}
      className={`rounded-xl border bg-sheet ${mark === 'now' ? 'border-accent' : 'border-line'}`}
    >
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="flex min-h-14 w-full items-center gap-3.5 rounded-xl px-4 py-2.5 text-left sm:px-6"
        >
          <span
            className={`flex h-8 w-8 shrink-0 items-center justify-center rounded-full font-bold tabular-nums ${LOOKS[mark]}`}
          >
            <span className="sr-only">{t(mark)}</span>
            {mark === 'done' ? <Tick /> : <span aria-hidden="true">{number}</span>}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-bold text-lg leading-snug">{title}</span>
            {summary && <span className="wrap-anywhere block text-text-quiet">{summary}</span>}
          </span>
          <span aria-hidden="true" className={`text-text-quiet ${isOpen ? 'rotate-180' : ''}`}>
            ▾
          </span>
        </button>
      </h2>
      <div id={id} className={isOpen ? 'px-4 pt-1 pb-5 sm:px-6' : 'hidden'}>
        {isOpen && children()}
      </div>
    </li>
  );
}

/** Sends a test course to the screens of a branch, and follows it. */
function TestStep({ setUp: { branches, screens } }: { setUp: SetUp }) {
  const t = useTranslations('setUp.test');
  const shown = branches.filter(({ number }) => screensOf(screens, number).length > 0);
  if (shown.length === 0) return <p className="max-w-prose text-pretty">{t('noScreen')}</p>;
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      {shown.map((branch) => (
        <Test
          key={branch.number}
          branch={branch}
          screens={screensOf(screens, branch.number)}
          hasName={shown.length > 1}
        />
      ))}
    </div>
  );
}

type TestProps = { branch: SetUpBranch; screens: readonly FleetScreen[]; hasName: boolean };

function Test({ branch: { number, name, test }, screens, hasName }: TestProps) {
  const t = useTranslations('setUp.test');
  const names = useTranslations('setUp.branch');
  const problemOf = useProblemTextOf((key) => t(key), ['practice'] as const);
  const { isBusy, outcome, run } = useChange(problemOf);
  const isRunning = test !== null && test.step !== 'gone';
  return (
    <div className="grid grid-cols-1 gap-3">
      {hasName && <h3 className="font-semibold">{name ?? names('unnamed', { number: String(number) })}</h3>}
      <Button
        isMain
        isBusy={isBusy || isRunning}
        className="min-h-12 justify-self-start"
        press={() => run(callApi('POST /api/v1/branches/:number/test-course', { query: { number } }), () => null)}
      >
        {t(test === null ? 'send' : isRunning ? 'running' : 'again')}
      </Button>
      <OutcomeLine outcome={outcome} />
      {test && (
        <>
          <ol className="flex flex-wrap gap-2" aria-label={t('progress')}>
            {TEST_STEPS.map((step) => (
              <li
                key={step}
                aria-current={step === test.step ? 'step' : undefined}
                className="rounded-full border border-line px-3.5 py-1 font-semibold text-text-quiet aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent"
              >
                {t(`steps.${step}`)}
              </li>
            ))}
          </ol>
          <div role="status">
            <ul className="grid gap-1">
              {screens.map((screen) => (
                <li key={screen.id} className="wrap-anywhere">
                  <b className="font-semibold">{screen.name}</b> ·{' '}
                  {t(
                    test.seenOn.includes(screen.id)
                      ? 'seen'
                      : screen.state === 'offline'
                        ? 'offline'
                        : isRunning
                          ? 'notYet'
                          : 'notSeen',
                  )}
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </div>
  );
}

function screensOf(screens: readonly FleetScreen[], branch: number): FleetScreen[] {
  return screens.filter(({ view, branches }) => view !== 'api' && branches.includes(branch));
}
