'use client';

import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SCREEN_LIMITS } from '../../contract/constants';
import type { ScreenLimits } from '../../contract/live';
import type { FleetScreen, ScreenWish } from '../../contract/screens';
import { SETTINGS } from '../../contract/settings';
import { useBranchName } from '../manager/branch-boxes';
import { callApi, type Replied } from '../manager/call-api';
import type { ManagerBranch } from '../manager/manager-branch';
import { durationText } from '../ticket/timer-text';
import { useWhen } from '../time/when';
import { type ChangeResult, Confirm, OutcomeLine, SaveOrCancel, StepButton, useChange } from '../ui/change';
import { submitHandler } from '../ui/form';
import { BUTTON } from '../ui/sheet';
import { ScreenForm, useProblemText } from './screen-form';

/** Clocks that differ less than this are right. */
const RIGHT_MS = 2_000;

type ScreenFactsProps = { screen: FleetScreen; now: number; timeZone: string };
/** `value` is null if it is not known. */
type Fact = { name: string; value: string | null; isTrouble?: boolean };

const DOT = {
  live: 'border-accent bg-accent',
  silent: 'border-late bg-late',
  offline: 'border-text-quiet',
} as const;
/** Older data on a connected screen is worth a word. */
const OLD_MS = 6_000;

type ScreenSummaryProps = {
  screen: FleetScreen;
  branches: readonly ManagerBranch[];
  /** Server time, epoch ms. */
  now: number;
  timeZone: string;
};

type LimitsFormProps = {
  screen: FleetScreen;
  isBusy: boolean;
  save: (limits: ScreenLimits) => void;
  cancel: () => void;
};

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
  const query = { id };
  const changeTo = (wish: ScreenWish) => callApi('POST /api/v1/screens/:id', { query, body: wish });
  const limitTo = (own: ScreenLimits) => callApi('POST /api/v1/screens/:id/limits', { query, body: { limits: own } });
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ScreenSummary screen={screen} branches={branches} now={now} timeZone={timeZone} />
        <ScreenButtons
          screen={screen}
          open={open}
          setOpen={setOpen}
          isBusy={isBusy}
          command={(kind) =>
            void change(callApi('POST /api/v1/screens/:id/command', { query, body: { kind } }), {
              text: t(DONE[kind]),
              undo: null,
            })
          }
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
                  changeTo(wish),
                  saved(() => changeTo({ name, view, branches: shown })),
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
                limitTo(own),
                saved(() => limitTo(limits ?? {})),
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
            confirm={() => void change(callApi('POST /api/v1/screens/:id/revoke', { query }), null)}
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

/** The limits of one screen. An empty field stands for the limit of its branch. */
function LimitsForm({ screen, isBusy, save, cancel }: LimitsFormProps) {
  const t = useTranslations('screens.limits');
  const keys = useTranslations('settings.keys');
  const id = useId();
  const onSubmit = submitHandler(({ text }) => {
    const typed = SCREEN_LIMITS.map((key) => [key, text(key)] as const);
    const own = typed.filter(([, value]) => value !== '').map(([key, value]) => [key, Number(value)] as const);
    if (!isBusy) save(Object.fromEntries(own));
  });
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-1 gap-4 rounded-lg bg-shade p-4">
      <p className="max-w-prose text-pretty">{t('lead', { name: screen.name })}</p>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {SCREEN_LIMITS.map((key) => (
          <p key={key} className="grid content-end gap-1">
            <label htmlFor={`${id}-${key}`} className="text-sm">
              {keys(`${key}.label`)} <span className="text-text-quiet">({t(SETTINGS[key].unit)})</span>
            </label>
            <input
              id={`${id}-${key}`}
              name={key}
              type="number"
              inputMode="decimal"
              step="any"
              min={SETTINGS[key].least}
              max={SETTINGS[key].most}
              defaultValue={screen.limits?.[key] ?? ''}
              placeholder={t('asBranch')}
              className="min-h-11 rounded-lg border border-text-quiet bg-sheet px-3 placeholder:text-text-quiet"
            />
          </p>
        ))}
      </div>
      <SaveOrCancel save={t('save')} keep={t('cancel')} isOff={isBusy} cancel={cancel} />
    </form>
  );
}

/** The name of a screen, what it shows, and whether it shows it now. */
function ScreenSummary({ screen, branches, now, timeZone }: ScreenSummaryProps) {
  const t = useTranslations('screens.row');
  const views = useTranslations('views');
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
          {views(view)} · {screen.branches.map(nameOf).join(', ')}
        </p>
        <p className={state === 'silent' ? 'font-semibold' : ''}>{status}</p>
      </div>
    </div>
  );
}

/** What a screen last reported about what it shows and about its device. */
function ScreenFacts({ screen, now, timeZone }: ScreenFactsProps) {
  const t = useTranslations('screens.facts');
  const when = useWhen(timeZone);
  const device = useDeviceFacts(screen);
  const { lastSeenAt, paintedAt, dataAgeMs, isCurrent, limits } = screen;
  const ago = (instant: string | null) => instant && when(Date.parse(instant), now);
  const own = Object.keys(limits ?? {}).length;
  const facts: Fact[] = [
    { name: t('seen'), value: ago(lastSeenAt) },
    { name: t('drawn'), value: ago(paintedAt) },
    { name: t('data'), value: dataAgeMs === null ? null : t('dataAge', { age: durationText(dataAgeMs) }) },
    {
      name: t('pages'),
      value: isCurrent === null ? null : t(isCurrent ? 'current' : 'older'),
      isTrouble: isCurrent === false,
    },
    ...device,
    ...(own > 0 ? [{ name: t('limits'), value: t('ownLimits', { count: own }) }] : []),
  ];
  const known = facts.filter(({ value }) => value !== null);
  if (known.length === 0) return null;
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(10rem,45%),1fr))] gap-x-5 gap-y-2 pl-5.5 text-sm">
      {known.map(({ name, value, isTrouble }) => (
        <div key={name}>
          <dt className="text-text-quiet">{name}</dt>
          <dd className={isTrouble ? 'font-semibold text-trouble' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sound, wake lock and clock, as the device last reported them. */
function useDeviceFacts({ device }: FleetScreen): Fact[] {
  const t = useTranslations('screens.facts');
  if (device === null) return [];
  const { sound, wakeLock, clockOffsetMs } = device;
  const isRight = Math.abs(clockOffsetMs) < RIGHT_MS;
  const length = durationText(Math.abs(clockOffsetMs));
  return [
    { name: t('sound'), value: t(`sounds.${sound}`), isTrouble: sound === 'blocked' },
    { name: t('awake'), value: t(`awakes.${wakeLock}`), isTrouble: wakeLock === 'missing' },
    {
      name: t('clock'),
      value: isRight ? t('right') : t(clockOffsetMs > 0 ? 'ahead' : 'behind', { length }),
      isTrouble: !isRight,
    },
  ];
}
