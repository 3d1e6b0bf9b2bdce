import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { withCommands } from '../with-commands';
import { signIn, type Trouble } from './auth-over-http';
import { NameField, PasswordField, SubmitButton } from './fields';
import { TroubleLine } from './trouble-line';
import { useAttempt } from './use-attempt';

type Props = { first: Trouble | null; whenIn: () => void; whenAsked: (challenge: string) => void };

/** Signs in by name and password. */
export function SignInForm({ first, whenIn, whenAsked }: Props) {
  const t = useTranslations('login');
  const attempt = useAttempt(first);
  const isWrong = attempt.trouble?.kind === 'wrong';
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, password] = [String(form.get('name')).trim(), String(form.get('password'))];
    if (name === '' || password === '') return attempt.refuse({ kind: 'empty' });
    const done = await attempt.make(() => signIn(name, password));
    if (done && 'challenge' in done) whenAsked(done.challenge);
    else if (done) whenIn();
  };
  return (
    // A browser that submits before hydration must not put the password in the address.
    <form method="post" noValidate onSubmit={submit} className="mt-7 flex w-full max-w-md flex-col gap-4">
      <NameField label={t('name')} isWrong={isWrong} />
      <PasswordField label={t('password')} isNew={false} isWrong={isWrong} />
      <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>
        {attempt.isWorking ? t('working') : t('submit')}
      </SubmitButton>
      <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
      <p className="text-pretty text-text-quiet">{withCommands(t('lost'))}</p>
    </form>
  );
}
