'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ScreenWish, WaitingDevice } from '../../contract/screens';
import { isLoopback, useOrigin } from '../browser-values';
import { callApi } from '../manager/call-api';
import type { NamedBranch } from '../manager/manager-branch';
import { ProblemLine } from '../ui/change';
import { Field, REQUIRED, submitHandler } from '../ui/form';
import { Sheet, Submit } from '../ui/sheet';
import { ScreenForm, useProblemText } from './screen-form';

const BROWSERS: [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

type Props = {
  branches: readonly NamedBranch[];
  /** The code in the address, from the QR code on the device. */
  code: string | null;
  /** The origin by which other devices reach the server, as far as the server knows. */
  origin: string;
};
type State =
  /** `isBack`: a device was found before. */
  | { is: 'asks' | 'looks'; problem: string | null; isBack?: true }
  | { is: 'found'; code: string; device: WaitingDevice; problem: string | null; isBusy: boolean }
  | { is: 'paired'; name: string };

/** Refusals after which another code is needed. */
const ENDS_CODE = ['unknown', 'used', 'too-many'];

const takeFocus = (element: HTMLElement | null) => element?.focus();

const NEW: ScreenWish = { name: '', branches: [], view: 'kitchen' };

/** Makes a screen of a device that shows a code. */
export function AddScreen({ branches, code, origin }: Props) {
  const t = useTranslations('screens.add');
  const [state, setState] = useState<State>({ is: code === null ? 'asks' : 'looks', problem: null });
  /** What the field starts with: the code of the address, until a screen was paired. */
  const [start, setStart] = useState(code ?? '');
  const problemOf = useProblemText();
  const here = useOrigin(origin);
  const page = `${isLoopback(here) ? origin : here}/pair`;

  const look = async (typed: string) => {
    setState({ is: 'looks', problem: null });
    const found = await callApi('GET /api/v1/pairings/:code', { query: { code: typed } });
    if (found.is === 'done') setState({ is: 'found', code: typed, device: found.answer, problem: null, isBusy: false });
    else setState({ is: 'asks', problem: problemOf(found) });
  };
  const approve = async (found: State & { is: 'found' }, wish: ScreenWish) => {
    setState({ ...found, problem: null, isBusy: true });
    const approved = await callApi('POST /api/v1/pairings/:code', { query: { code: found.code }, body: wish });
    if (approved.is === 'done') {
      setStart('');
      setState({ is: 'paired', name: wish.name });
    } else if (approved.is === 'refused' && ENDS_CODE.includes(approved.code ?? ''))
      setState({ is: 'asks', problem: problemOf(approved), isBack: true });
    else setState({ ...found, problem: problemOf(approved), isBusy: false });
  };
  const lookOnce = useRef(look);
  useEffect(() => {
    if (code !== null) void lookOnce.current(code);
  }, [code]);

  if (state.is === 'found')
    return (
      <Sheet>
        {/* The pressed button is gone, and what was found may be far from the top of the page. */}
        <h2 ref={takeFocus} tabIndex={-1} className="font-bold text-lg leading-snug outline-none">
          {t('foundTitle')}
        </h2>
        <dl className="mb-5 grid max-w-xl grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          <dt className="text-text-quiet">{t('device')}</dt>
          <dd className="wrap-anywhere font-semibold">
            {deviceName(state.device.device) ?? (state.device.device || '–')}
          </dd>
          <dt className="text-text-quiet">{t('address')}</dt>
          <dd className="wrap-anywhere font-semibold tabular-nums">{state.device.address}</dd>
        </dl>
        <ScreenForm
          start={NEW}
          branches={branches}
          submit={t('approve')}
          problem={state.problem}
          isBusy={state.isBusy}
          save={(wish) => void approve(state, wish)}
          cancel={() => setState({ is: 'asks', problem: null, isBack: true })}
        />
      </Sheet>
    );
  return (
    <Sheet title={t('title')} lead={t('lead', { page })}>
      <p
        ref={state.is === 'paired' ? takeFocus : null}
        role="status"
        tabIndex={-1}
        className={state.is === 'paired' ? 'mb-4 rounded-lg bg-notice px-4 py-3 font-semibold outline-none' : 'sr-only'}
      >
        {state.is === 'paired' && t('paired', { name: state.name })}
      </p>
      <CodeForm
        start={start}
        problem={state.is === 'asks' ? state.problem : null}
        isBusy={state.is === 'looks'}
        takesFocus={state.is === 'asks' && state.isBack === true}
        look={(typed) => void look(typed)}
      />
    </Sheet>
  );
}

type CodeProps = {
  start: string;
  problem: string | null;
  isBusy: boolean;
  takesFocus: boolean;
  look: (code: string) => void;
};

function CodeForm({ start, problem, isBusy, takesFocus, look }: CodeProps) {
  const t = useTranslations('screens.add');
  const problemId = useId();
  const onSubmit = submitHandler(({ text }) => isBusy || look(text('code')));
  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
      <Field label={t('code')} describedBy={problemId}>
        {(control) => (
          <input
            {...control}
            {...REQUIRED}
            ref={takesFocus ? takeFocus : null}
            name="code"
            defaultValue={start}
            maxLength={12}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem !== null}
            className="min-h-12 w-48 rounded-lg border border-text-quiet bg-sheet px-3.5 text-2xl font-bold uppercase tabular-nums tracking-[0.15em]"
          />
        )}
      </Field>
      <Submit isBusy={isBusy} className="min-h-12">
        {t(isBusy ? 'looking' : 'look')}
      </Submit>
      <ProblemLine id={problemId} problem={problem} className="w-full" />
    </form>
  );
}

/** A browser and its system by the header User-Agent, such as `Chrome, Android`; null if neither is known. */
function deviceName(userAgent: string): string | null {
  const found = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []);
  return found.length > 0 ? found.join(', ') : null;
}
