'use client';

import { useTranslations } from 'use-intl';
import { TEST_STEPS } from '../../contract/constants';
import type { FleetScreen } from '../../contract/screens';
import type { SetUp, SetUpBranch } from '../../contract/set-up';
import { callApi } from '../manager/call-api';
import { OutcomeLine, useChange, useProblemTextOf } from '../ui/change';
import { Button } from '../ui/sheet';

/** Sends a test course to the screens of a branch, and follows it. */
export function TestStep({ setUp: { branches, screens } }: { setUp: SetUp }) {
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
