import { type ReactNode, type Ref, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field, INPUT } from '../ui/form';

const LARGE = `${INPUT} text-lg`;
const BUTTON = 'min-h-12 rounded-lg px-5 py-2.5 font-semibold';
const NOT_PROSE = { autoCapitalize: 'none', spellCheck: false } as const;

type NameProps = { label: string; isWrong: boolean; rule?: string };

/** `rule` is shown in advance. */
export function NameField({ label, isWrong, rule }: NameProps) {
  return (
    <Field label={label} help={rule}>
      {(control) => (
        <input
          {...control}
          {...NOT_PROSE}
          name="name"
          autoComplete="username"
          maxLength={200}
          required
          aria-invalid={isWrong}
          className={LARGE}
        />
      )}
    </Field>
  );
}

type PasswordProps = { label: string; isNew: boolean; isWrong: boolean; rule?: string };

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

type CodeProps = { label: string; isWrong: boolean; field?: Ref<HTMLInputElement> };

/** A field for a code of an authenticator app, or a backup code. */
export function CodeField({ label, isWrong, field }: CodeProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          {...NOT_PROSE}
          ref={field}
          name="code"
          autoComplete="one-time-code"
          maxLength={40}
          required
          aria-invalid={isWrong}
          className={LARGE}
        />
      )}
    </Field>
  );
}

/** A submit button. While disabled it keeps focus, and does nothing. */
export function SubmitButton({ isOff, children }: { isOff: boolean; children: ReactNode }) {
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
