import { useTranslations } from 'use-intl';
import { withCommands } from '../with-commands';
import { AttemptForm } from './attempt-form';
import { sendCode, type Trouble } from './auth-over-http';
import { CodeField } from './fields';
import { useAttempt } from './use-attempt';
import { useCodeForm } from './use-code-form';

type Props = {
  challenge: string;
  onSignedIn: () => void;
  /** The password has to be entered again. */
  onExpired: (trouble: Trouble) => void;
};

/** Asks for the code of the second factor, after a right password. */
export function CodeForm({ challenge, onSignedIn, onExpired }: Props) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const { field, send } = useCodeForm(async (code) => {
    if (code === '') {
      attempt.refuse({ kind: 'code' });
      return false;
    }
    const isIn = await attempt.make(async () => {
      const answer = await sendCode(challenge, code);
      if (!answer.ok && answer.trouble.kind === 'expired') onExpired(answer.trouble);
      return answer;
    });
    if (isIn) onSignedIn();
    return !isIn;
  });
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={t(attempt.isWorking ? 'working' : 'submit')}
      className="mt-7 w-full max-w-md"
      footer={<p className="text-pretty text-text-quiet">{withCommands(t('lostDevice'))}</p>}
    >
      <CodeField field={field} label={t('code')} isWrong={attempt.trouble?.kind === 'code'} />
    </AttemptForm>
  );
}
