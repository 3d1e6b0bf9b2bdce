import { useTranslations } from 'use-intl';
import type { Fields } from '../form/use-form';
import { withCommands } from '../with-commands';
import { AttemptForm } from './attempt-form';
import { type SignInReply, signIn, type Trouble } from './auth-over-http';
import { NameField, PasswordField } from './fields';
import { useAttempt } from './use-attempt';

type Props = { first: Trouble | null; goOn: (reply: SignInReply) => void };

/** Signs in by name and password. */
export function SignInForm({ first, goOn }: Props) {
  const t = useTranslations('login');
  const attempt = useAttempt(first);
  const isWrong = attempt.trouble?.kind === 'wrong';
  const send = async ({ text, typed }: Fields) => {
    const [name, password] = [text('name'), typed('password')];
    if (name === '' || password === '') return attempt.refuse({ kind: 'empty' });
    const reply = await attempt.make(() => signIn(name, password));
    if (reply) goOn(reply);
  };
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={t(attempt.isWorking ? 'working' : 'submit')}
      className="mt-7 w-full max-w-md"
      footer={<p className="text-pretty text-text-quiet">{withCommands(t('lost'))}</p>}
    >
      <NameField label={t('name')} isWrong={isWrong} />
      <PasswordField label={t('password')} isNew={false} isWrong={isWrong} />
    </AttemptForm>
  );
}
