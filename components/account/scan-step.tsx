import { useTranslations } from 'use-intl';
import { CopyButton } from '../clipboard/copy';
import { AttemptForm } from '../login/attempt-form';
import { confirmSecondFactor } from '../login/auth-over-http';
import { CodeField } from '../login/fields';
import { useAttempt } from '../login/use-attempt';
import { useCodeForm } from '../login/use-code-form';
import { QrCode } from '../qr-code';

type Props = {
  /** What the QR code tells the authenticator app. */
  address: string;
  onAdded: (backupCodes: readonly string[]) => void;
};

/** Second step: the app scans the code, and its first code is entered. */
export function ScanStep({ address, onAdded }: Props) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const { field, send } = useCodeForm(async (code) => {
    const added = await attempt.make(() => confirmSecondFactor(code));
    if (added) onAdded(added.backupCodes);
    return !added;
  });
  const key = new URL(address).searchParams.get('secret') ?? '';
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p className="max-w-prose text-pretty">{t('scan')}</p>
      <div className="w-60 overflow-hidden rounded-lg">
        <QrCode text={address} label={t('qr')} />
      </div>
      <p className="max-w-prose text-pretty text-text-quiet">
        {t('orType')} <code className="wrap-anywhere font-semibold text-text">{key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <div>
        <CopyButton text={key} what="secret" />
      </div>
      <AttemptForm attempt={attempt} send={send} submit={t('confirm')} className="max-w-md">
        <CodeField field={field} label={t('firstCode')} isWrong={attempt.trouble?.kind === 'code'} />
      </AttemptForm>
    </div>
  );
}
