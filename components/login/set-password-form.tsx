import { useTranslations } from 'use-intl';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/password-rule';
import type { Fields } from '../form/use-form';
import { AttemptForm } from './attempt-form';
import { type SignInReply, setPassword } from './auth-over-http';
import { PasswordField } from './fields';
import { useAttempt } from './use-attempt';

type Props = { name: string; token: string; goOn: (reply: SignInReply) => void };

/** Sets the password of the user of a link, and signs them in. */
export function SetPasswordForm({ name, token, goOn }: Props) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const kind = attempt.trouble?.kind;
  const send = async ({ typed }: Fields) => {
    const password = typed('password');
    if (password.length < MIN_PASSWORD_LENGTH) return attempt.refuse({ kind: 'tooShort' });
    if (password.length > MAX_PASSWORD_LENGTH) return attempt.refuse({ kind: 'tooLong' });
    const reply = await attempt.make(() => setPassword(token, password));
    if (reply) goOn(reply);
  };
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={t(attempt.isWorking ? 'working' : 'setPassword')}
      className="mt-7 w-full max-w-md"
    >
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
      <PasswordField
        label={t('newPassword')}
        isNew
        isWrong={kind === 'tooShort' || kind === 'tooLong'}
        rule={t('rule', { shortest: MIN_PASSWORD_LENGTH })}
      />
    </AttemptForm>
  );
}
