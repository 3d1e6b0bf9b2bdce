import { useTranslations } from 'use-intl';
import type { Fields } from '../form/use-form';
import { AttemptForm } from '../login/attempt-form';
import { removeSecondFactor } from '../login/auth-over-http';
import { CodeField } from '../login/fields';
import { useAttempt } from '../login/use-attempt';

/** Removes the second factor, with one of its codes. */
export function RemoveForm({ onRemoved }: { onRemoved: () => void }) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const send = async ({ text }: Fields) => {
    if (await attempt.make(() => removeSecondFactor(text('code')))) onRemoved();
  };
  return (
    <details className="mt-5">
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">{t('remove.open')}</summary>
      <AttemptForm attempt={attempt} send={send} submit={t('remove.submit')} className="mt-2 max-w-md">
        <CodeField label={t('remove.code')} isWrong={attempt.trouble?.kind === 'code'} />
      </AttemptForm>
    </details>
  );
}
