import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/password-rule';
import { setPassword } from './auth-over-http';
import { PasswordField, SubmitButton } from './fields';
import { TroubleLine } from './trouble-line';
import { useAttempt } from './use-attempt';

type Props = { name: string; token: string; whenIn: () => void; whenAsked: (challenge: string) => void };

/** Sets the password of the user of a link, and signs them in. */
export function SetPasswordForm({ name, token, whenIn, whenAsked }: Props) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const kind = attempt.trouble?.kind;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (password.length < MIN_PASSWORD_LENGTH) return attempt.refuse({ kind: 'tooShort' });
    if (password.length > MAX_PASSWORD_LENGTH) return attempt.refuse({ kind: 'tooLong' });
    const done = await attempt.make(() => setPassword(token, password));
    if (done && 'challenge' in done) whenAsked(done.challenge);
    else if (done) whenIn();
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-7 flex w-full max-w-md flex-col gap-4">
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
      <PasswordField
        label={t('newPassword')}
        isNew
        isWrong={kind === 'tooShort' || kind === 'tooLong'}
        rule={t('rule', { shortest: MIN_PASSWORD_LENGTH })}
      />
      <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>
        {attempt.isWorking ? t('working') : t('setPassword')}
      </SubmitButton>
      <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
    </form>
  );
}
