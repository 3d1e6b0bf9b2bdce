import { useTranslations } from 'use-intl';
import { withCommands } from '../with-commands';
import { sendCode } from './auth-over-http';
import { CodeField, SubmitButton } from './fields';
import { TroubleLine } from './trouble-line';
import { useAttempt } from './use-attempt';
import { useCodeForm } from './use-code-form';

type Props = { challenge: string; whenIn: () => void };

/** Asks for the code of the second factor, after a right password. */
export function CodeForm({ challenge, whenIn }: Props) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const { field, submit } = useCodeForm(async (code) => {
    if (code === '') {
      attempt.refuse({ kind: 'code' });
      return false;
    }
    const isIn = await attempt.make(() => sendCode(challenge, code));
    if (isIn) whenIn();
    return !isIn;
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-7 flex w-full max-w-md flex-col gap-4">
      <CodeField field={field} label={t('code')} isWrong={attempt.trouble?.kind === 'code'} />
      <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>
        {attempt.isWorking ? t('working') : t('submit')}
      </SubmitButton>
      <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
      <p className="text-pretty text-text-quiet">{withCommands(t('lostDevice'))}</p>
    </form>
  );
}
