import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { removeSecondFactor } from '../login/auth-over-http';
import { CodeField, SubmitButton } from '../login/fields';
import { TroubleLine } from '../login/trouble-line';
import { useAttempt } from '../login/use-attempt';

/** Removes the second factor, with one of its codes. */
export function RemoveForm({ whenRemoved }: { whenRemoved: () => void }) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (await attempt.make(() => removeSecondFactor(code))) whenRemoved();
  };
  return (
    <details className="mt-5">
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">{t('remove.open')}</summary>
      <form method="post" noValidate onSubmit={submit} className="mt-2 flex max-w-md flex-col gap-4">
        <CodeField label={t('remove.code')} isWrong={attempt.trouble?.kind === 'code'} />
        <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>{t('remove.submit')}</SubmitButton>
        <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
      </form>
    </details>
  );
}
