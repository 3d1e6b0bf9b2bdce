import { type ComponentProps, type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Api } from '../../contract/api';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/constants';
import { callApi, type Refusal, type Request } from '../manager/call-api';
import { Field, type Fields, INPUT, submitHandler } from '../ui/form';

const LARGE = `${INPUT} text-lg`;
const BUTTON = 'min-h-12 rounded-lg px-5 py-2.5 font-semibold';
const NOT_PROSE = { autoCapitalize: 'none', spellCheck: false } as const;

type NameProps = { label: string; isWrong: boolean; rule?: string };

type PasswordProps = { label: string; isNew: boolean; isWrong: boolean; rule?: string };

type CodeProps = { label: string; isWrong: boolean; field?: Ref<HTMLInputElement> };

/** Reasons for refusing a sign-in (contract, HTTP: the codes of the problems). */
export type Trouble =
  | { kind: 'wrong' | 'busy' | 'link' | 'tooShort' | 'tooLong' | 'empty' | 'address' | 'unreachable' | 'broken' }
  | { kind: 'code' | 'recovery' | 'expired' | 'exists' | 'owner' | 'name' }
  | { kind: 'tooMany'; seconds: number };

type Kind = Exclude<Trouble['kind'], 'tooMany'>;
type AuthRoute = Extract<keyof Api, `POST /api/auth/${string}`>;

const WAIT_SECONDS = 60;
/** Codes of problems whose status has several meanings. */
const BY_CODE: Readonly<Record<string, Kind>> = {
  ...{ code: 'code', recovery: 'recovery', challenge: 'expired', exists: 'exists', owner: 'owner', name: 'name' },
};
const BY_STATUS: Readonly<Record<number, Kind>> = { 401: 'wrong', 403: 'address', 410: 'link', 503: 'busy' };
/** Input that is longer than the server accepts is never valid. */
const TOO_LONG = [400, 413];
const IF_TOO_LONG: Readonly<Record<AuthRoute, Kind>> = {
  'POST /api/auth/sign-in': 'wrong',
  'POST /api/auth/sign-out': 'broken',
  'POST /api/auth/link': 'link',
  'POST /api/auth/set-password': 'link',
  'POST /api/auth/backup': 'wrong',
  'POST /api/auth/recovery-codes': 'wrong',
  'POST /api/auth/recover': 'recovery',
  'POST /api/auth/set-up/link': 'link',
  'POST /api/auth/set-up': 'tooLong',
  'POST /api/auth/second-factor': 'code',
  'POST /api/auth/second-factor/begin': 'wrong',
  'POST /api/auth/second-factor/confirm': 'code',
  'POST /api/auth/second-factor/remove': 'code',
};

type Attempt = {
  trouble: Trouble | null;
  isWorking: boolean;
  /** Seconds until the server accepts another attempt, counting down. */
  waitSeconds: number;
  refuse: (trouble: Trouble) => void;
  /**
   * Sends a request unless one is pending or the server asked to wait. Null without a reply: `onTrouble` learns why.
   */
  send: <Route extends AuthRoute>(
    route: Route,
    body: Api[Route]['body'],
    onTrouble?: (trouble: Trouble) => void,
  ) => Promise<Api[Route]['reply'] | null>;
};

type CodeForm = {
  field: RefObject<HTMLInputElement | null>;
  send: (fields: Fields) => Promise<void>;
};

type TroubleLineProps = { trouble: Trouble | null; waitSeconds: number };

type Props = {
  attempt: Attempt;
  send: (fields: Fields) => unknown;
  submit: string;
  className: string;
  /** Below what was wrong. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A form of the sign-in: its fields, its button, and what was wrong with the last attempt. */
export function AttemptForm({ attempt, send, submit, className, footer, children }: Props) {
  return (
    // A browser that submits before hydration must not put the password in the address.
    <form method="post" noValidate onSubmit={submitHandler(send)} className={`flex flex-col gap-4 ${className}`}>
      {children}
      <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>{submit}</SubmitButton>
      <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
      {footer}
    </form>
  );
}

/** An error with advice. Its room is reserved, so that nothing moves. */
export function TroubleLine({ trouble, waitSeconds }: TroubleLineProps) {
  const t = useTranslations('loginTrouble');
  const isOver = trouble?.kind === 'tooMany' && waitSeconds === 0;
  return (
    <div className="min-h-14 text-pretty font-semibold text-trouble">
      {/* Announced once; the countdown beside it is only visual. */}
      <p role="alert" className={trouble?.kind === 'tooMany' ? 'sr-only' : ''}>
        {trouble && (isOver ? t('again') : wordsOf(t, trouble))}
      </p>
      {trouble?.kind === 'tooMany' && (
        <p aria-hidden="true" className={isOver ? 'text-text' : ''}>
          {isOver ? t('again') : t('tooMany', { seconds: waitSeconds })}
        </p>
      )}
    </div>
  );
}

function wordsOf(t: ReturnType<typeof useTranslations<'loginTrouble'>>, trouble: Trouble): string {
  if (trouble.kind === 'tooMany') return t('tooMany', { seconds: trouble.seconds });
  if (trouble.kind === 'tooShort') return t('tooShort', { shortest: MIN_PASSWORD_LENGTH });
  if (trouble.kind === 'tooLong') return t('tooLong', { longest: MAX_PASSWORD_LENGTH });
  return t(`${trouble.kind}`);
}

/** The form of a `CodeField`, which is focused. `sendCode` resolves to whether the code must be typed again: it is selected. */
export function useCodeForm(sendCode: (code: string) => Promise<boolean>): CodeForm {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return {
    field,
    async send({ text }) {
      if (await sendCode(text('code'))) field.current?.select();
    },
  };
}

/** Asks something of the sign-in: the reply, or why there is none. */
export async function askAuth<Route extends AuthRoute>(
  route: Route,
  body: Api[Route]['body'],
): Promise<{ reply: Api[Route]['reply'] } | { trouble: Trouble }> {
  const replied = await callApi(route, { body } as Request<Route>);
  return replied.is === 'done' ? { reply: replied.answer } : { trouble: troubleOf(route, replied) };
}

function troubleOf(route: AuthRoute, refusal: Refusal): Trouble {
  if (refusal.is === 'unreachable') return { kind: 'unreachable' };
  const { status, code, waitSeconds } = refusal;
  if (status === 429) return { kind: 'tooMany', seconds: waitSeconds ?? WAIT_SECONDS };
  const byStatus = TOO_LONG.includes(status) ? IF_TOO_LONG[route] : BY_STATUS[status];
  return { kind: BY_CODE[code ?? ''] ?? byStatus ?? 'broken' };
}

/** Sends one sign-in attempt at a time. */
export function useAttempt(first: Trouble | null = null): Attempt {
  const [trouble, setTrouble] = useState(first);
  const [isWorking, setIsWorking] = useState(false);
  const wait = useWait();
  return {
    trouble,
    isWorking,
    waitSeconds: wait.seconds,
    refuse: setTrouble,
    async send(route, body, onTrouble) {
      if (isWorking || wait.seconds > 0) return null;
      setIsWorking(true);
      setTrouble(null);
      const asked = await askAuth(route, body);
      setIsWorking(false);
      if ('reply' in asked) return asked.reply;
      setTrouble(asked.trouble);
      if (asked.trouble.kind === 'tooMany') wait.begin(asked.trouble.seconds);
      onTrouble?.(asked.trouble);
      return null;
    },
  };
}

/** Seconds left to wait, computed from an instant rather than counted. `begin` restarts the countdown. */
function useWait(): { seconds: number; begin: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const isOver = now >= until;

  useEffect(() => {
    if (isOver) return;
    const tick = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(tick);
  }, [isOver]);

  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1_000)),
    begin(seconds) {
      setNow(performance.now());
      setUntil(performance.now() + seconds * 1_000);
    },
  };
}

/** A field for a name to sign in with. `rule` is shown in advance. */
export function NameField({ label, isWrong, rule }: NameProps) {
  const attributes = { name: 'name', autoComplete: 'username', maxLength: 200 };
  return <PlainField label={label} help={rule} isWrong={isWrong} attributes={attributes} />;
}

/** A field for a code of an authenticator app, or a backup code. */
export function CodeField({ label, isWrong, field }: CodeProps) {
  const attributes = { ref: field, name: 'code', autoComplete: 'one-time-code', maxLength: 40 };
  return <PlainField label={label} isWrong={isWrong} attributes={attributes} />;
}

type PlainProps = { label: string; help?: string | undefined; isWrong: boolean; attributes: ComponentProps<'input'> };

function PlainField({ label, help, isWrong, attributes }: PlainProps) {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <input {...control} {...NOT_PROSE} {...attributes} required aria-invalid={isWrong} className={LARGE} />
      )}
    </Field>
  );
}

/** A field for a password that is chosen now, with its rule. */
export function NewPasswordField({ label, attempt }: { label: string; attempt: Attempt }) {
  const t = useTranslations('login');
  const kind = attempt.trouble?.kind;
  const isWrong = kind === 'tooShort' || kind === 'tooLong';
  return <PasswordField label={label} isNew isWrong={isWrong} rule={t('rule', { shortest: MIN_PASSWORD_LENGTH })} />;
}

/** Why a password cannot be chosen; null if it can. */
export function newPasswordTrouble(password: string): Trouble | null {
  if (password.length < MIN_PASSWORD_LENGTH) return { kind: 'tooShort' };
  return password.length > MAX_PASSWORD_LENGTH ? { kind: 'tooLong' } : null;
}

/** A password field, hidden unless the user reveals it. `rule` is shown in advance. */
export function PasswordField({ label, isNew, isWrong, rule }: PasswordProps) {
  const t = useTranslations('login');
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} help={rule}>
      {(control) => (
        <>
          <input
            {...control}
            {...NOT_PROSE}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            required
            aria-invalid={isWrong}
            className={LARGE}
          />
          <label className="flex min-h-11 w-fit items-center gap-2.5">
            <input
              type="checkbox"
              checked={isShown}
              onChange={(event) => setIsShown(event.target.checked)}
              className="h-5 w-5 accent-accent"
            />
            {t('show')}
          </label>
        </>
      )}
    </Field>
  );
}

/** A submit button. While disabled it keeps focus, and does nothing. */
function SubmitButton({ isOff, children }: { isOff: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      aria-disabled={isOff}
      onClick={(event) => isOff && event.preventDefault()}
      className={`${BUTTON} bg-accent text-on-accent hover:underline forced-colors:border aria-disabled:bg-line aria-disabled:text-text aria-disabled:no-underline`}
    >
      {children}
    </button>
  );
}

/** A secondary button. */
export function QuietButton({ press, children }: { press: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={press} className={`${BUTTON} border border-text-quiet bg-sheet hover:underline`}>
      {children}
    </button>
  );
}
