import { useTranslations } from 'use-intl';
import type { Fields } from '../form/use-form';
import { AttemptForm } from '../login/attempt-form';
import { beginSecondFactor } from '../login/auth-over-http';
import { PasswordField } from '../login/fields';
import { useAttempt } from '../login/use-attempt';

type Props = { name: string; onBegun: (address: string) => void };

/** First step: the password, so that an unlocked browser is not enough. */
export function PasswordStep({ name, onBegun }: Props) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const send = async ({ typed }: Fields) => {
    const begun = await attempt.make(() => beginSecondFactor(typed('password')));
    if (begun) onBegun(begun.address);
  };
  return (
    <AttemptForm attempt={attempt} send={send} submit={t('begin')} className="mt-5 max-w-md">
      <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
      <PasswordField label={t('password')} isNew={false} isWrong={attempt.trouble?.kind === 'wrong'} />
    </AttemptForm>
  );
}
