import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { beginSecondFactor } from '../login/auth-over-http';
import { PasswordField, SubmitButton } from '../login/fields';
import { TroubleLine } from '../login/trouble-line';
import { useAttempt } from '../login/use-attempt';

type Props = { name: string; whenBegun: (address: string) => void };

/** First step: the password, so that an unlocked browser is not enough. */
export function PasswordStep({ name, whenBegun }: Props) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const begun = await attempt.make(() => beginSecondFactor(password));
    if (begun) whenBegun(begun.address);
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-5 flex max-w-md flex-col gap-4">
      <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
      <PasswordField label={t('password')} isNew={false} isWrong={attempt.trouble?.kind === 'wrong'} />
      <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>{t('begin')}</SubmitButton>
      <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
    </form>
  );
}
