import { type ReactNode, type Ref, useId, useState } from 'react';
import { useTranslations } from 'use-intl';

const INPUT = 'min-h-12 w-full rounded-lg border border-text-quiet bg-sheet px-3.5 text-lg';
const BUTTON = 'min-h-12 rounded-lg px-5 py-2.5 font-semibold';

type NameProps = { label: string; isWrong: boolean; rule?: string };

/** `rule` is shown in advance. */
export function NameField({ label, isWrong, rule }: NameProps) {
  const id = useId();
  return (
    <p className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {rule && (
        <span id={`${id}-rule`} className="text-pretty text-text-quiet">
          {rule}
        </span>
      )}
      <input
        aria-describedby={rule ? `${id}-rule` : undefined}
        id={id}
        name="name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
        aria-invalid={isWrong}
        className={INPUT}
      />
    </p>
  );
}

type PasswordProps = { label: string; isNew: boolean; isWrong: boolean; rule?: string };

/** A password field, hidden unless the user reveals it. `rule` is shown in advance. */
export function PasswordField({ label, isNew, isWrong, rule }: PasswordProps) {
  const t = useTranslations('login');
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {rule && (
        <p id={`${id}-rule`} className="text-pretty text-text-quiet">
          {rule}
        </p>
      )}
      <input
        id={id}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={isWrong}
        aria-describedby={rule ? `${id}-rule` : undefined}
        className={INPUT}
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
    </div>
  );
}

type CodeProps = { label: string; isWrong: boolean; field?: Ref<HTMLInputElement> };

/** A field for a code of an authenticator app, or a backup code. */
export function CodeField({ label, isWrong, field }: CodeProps) {
  const id = useId();
  return (
    <p className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        aria-invalid={isWrong}
        className={INPUT}
      />
    </p>
  );
}

/** A submit button. While disabled it keeps focus, and does nothing. */
export function SubmitButton({ isOff, children }: { isOff: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      aria-disabled={isOff}
      onClick={(event) => isOff && event.preventDefault()}
      className={`${BUTTON} bg-accent text-on-accent hover:underline aria-disabled:bg-line aria-disabled:text-text aria-disabled:no-underline`}
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
