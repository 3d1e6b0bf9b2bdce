'use client';

import { useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PRACTICE_SPEEDS, type PracticeSpeed } from '../../contract/constants';
import type { PracticeStatus } from '../../contract/set-up';
import { MINUTE_MS } from '../../lib/time';
import { linkOf } from '../home/standing';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { BranchField } from '../manager/branch-boxes';
import { callApi, type Replied, readApi } from '../manager/call-api';
import type { NamedBranch } from '../manager/manager-branch';
import { useKeptFocus } from '../screen/moving-elements';
import { clockText } from '../time/clock-text';
import { ProblemLine, useProblemTextOf } from '../ui/change';
import { SelectField } from '../ui/form';
import { BUTTON, MAIN_BUTTON } from '../ui/sheet';

/** Minutes of a practice service at each speed, rounded (F28a). */
const MINUTES: Record<PracticeSpeed, number> = { 1: 13, 2: 7, 4: 4 };

type Props = {
  branches: readonly (NamedBranch & { timeZone: string })[];
  /** How many further branches there are. */
  unlisted: number;
};

/** Starts, follows and stops a practice service (F28) in one of the branches. */
export function PracticePart({ branches, unlisted }: Props) {
  const t = useTranslations('practiceService');
  const [branch, setBranch] = useState(branches[0]?.number ?? null);
  if (branch === null) return null;
  const named = branches.map(({ number, name }) => ({
    value: String(number),
    label: name ?? t('unnamed', { number: String(number) }),
  }));
  const listed = branches.find(({ number }) => number === branch);
  const unnamed = { value: String(branch), label: t('unnamed', { number: String(branch) }) };
  return (
    <div className="grid gap-4">
      {(branches.length > 1 || unlisted > 0) && (
        <div className="flex flex-wrap gap-4">
          <BranchField
            label={t('branch')}
            value={String(branch)}
            options={listed ? named : [...named, unnamed]}
            unlisted={unlisted}
            choose={(number) => /^\d+$/.test(number) && setBranch(Number(number))}
          />
        </div>
      )}
      {/* The time zone of a branch that is not listed is unknown here; most branches share one. */}
      <PracticeOf key={branch} branch={branch} timeZone={(listed ?? branches[0])?.timeZone ?? 'UTC'} />
    </div>
  );
}

function PracticeOf({ branch, timeZone }: { branch: number; timeZone: string }) {
  const t = useTranslations('practiceService');
  const language = useLocale();
  const query = { number: branch };
  const problemOf = useProblemTextOf((key) => t(`problem.${key}`), ['open', 'running'] as const);
  const watched = useWatch<PracticeStatus | null>(null, {
    ask: () => readApi('GET /api/v1/branches/:number/practice', { query }),
    timeOf,
  });
  const { answer: status, silentMs } = watched;
  const [speed, setSpeed] = useState<PracticeSpeed>(1);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ground = useRef<HTMLDivElement>(null);
  useKeptFocus(ground, 'button');
  const practice = status?.practice ?? null;
  const isRunning = practice?.ended === null;
  const send = async (request: Promise<Replied<PracticeStatus>>) => {
    setIsBusy(true);
    const replied = await request;
    setIsBusy(false);
    if (replied.is === 'done') watched.take(replied.answer);
    setProblem(replied.is === 'done' ? null : problemOf(replied));
  };
  return (
    <div ref={ground} className="grid grid-cols-1 gap-4">
      {isRunning ? (
        <button
          type="button"
          className={`${BUTTON} min-h-12 justify-self-start`}
          disabled={isBusy}
          onClick={() => void send(callApi('POST /api/v1/branches/:number/practice/stop', { query }))}
        >
          {t('stop')}
        </button>
      ) : (
        <Start
          speed={speed}
          setSpeed={setSpeed}
          isDisabled={isBusy || status === null || status.openCourses > 0}
          start={() =>
            void send(callApi('POST /api/v1/branches/:number/practice', { query, body: { speed, language } }))
          }
        />
      )}
      {linkOf(silentMs) !== 'live' && (
        <LinkLine silentMs={silentMs} clock={status ? clockText(timeOf(status), timeZone, true) : '–'} />
      )}
      <p role="status" className="max-w-prose text-pretty">
        {status && describe(status)}
      </p>
      <ProblemLine problem={problem} />
    </div>
  );

  function describe({ openCourses, serverTime, practice }: PracticeStatus): string | null {
    if (practice?.ended === null) {
      const minutes = Math.ceil((Date.parse(practice.until) - Date.parse(serverTime)) / MINUTE_MS);
      return t('running', { left: practice.left, minutes, by: practice.by ?? '–' });
    }
    if (openCourses > 0) return t('open', { count: openCourses });
    return practice?.ended ? t(`ended.${practice.ended}`) : null;
  }
}

/** Epoch ms by the server's clock; 0 before the first answer. */
function timeOf(status: PracticeStatus | null): number {
  return status === null ? 0 : Date.parse(status.serverTime);
}

type StartProps = {
  speed: PracticeSpeed;
  setSpeed: (speed: PracticeSpeed) => void;
  isDisabled: boolean;
  start: () => void;
};

function Start({ speed, setSpeed, isDisabled, start }: StartProps) {
  const t = useTranslations('practiceService');
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SelectField
        label={t('speed')}
        value={String(speed)}
        options={PRACTICE_SPEEDS.map((each) => ({
          value: String(each),
          label: t('minutes', { minutes: MINUTES[each] }),
        }))}
        choose={(value) => setSpeed(PRACTICE_SPEEDS.find((each) => String(each) === value) ?? 1)}
      />
      <button type="button" className={MAIN_BUTTON} disabled={isDisabled} onClick={start}>
        {t('start')}
      </button>
    </div>
  );
}
