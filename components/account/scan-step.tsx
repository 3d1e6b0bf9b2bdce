import { type FormEvent, useEffect, useRef } from 'react';
import { encode } from 'uqr';
import { useTranslations } from 'use-intl';
import { confirmSecondFactor } from '../login/auth-over-http';
import { CodeField, SubmitButton } from '../login/fields';
import { TroubleLine } from '../login/trouble-line';
import { useAttempt } from '../login/use-attempt';

type Props = {
  /** What the QR code tells the authenticator app. */
  address: string;
  whenAdded: (backupCodes: readonly string[]) => void;
};

/** Second step: the app scans the code, and its first code is entered. */
export function ScanStep({ address, whenAdded }: Props) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    const added = await attempt.make(() => confirmSecondFactor(code));
    if (added) whenAdded(added.backupCodes);
    else field.current?.select();
  };
  const key = new URL(address).searchParams.get('secret') ?? '';
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <p className="max-w-prose text-pretty">{t('scan')}</p>
      <QrCode text={address} label={t('qr')} />
      <p className="max-w-prose text-pretty text-text-quiet">
        {t('orType')} <code className="wrap-anywhere font-semibold text-text">{key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <div className="flex max-w-md flex-col gap-4">
        <CodeField field={field} label={t('firstCode')} isWrong={attempt.trouble?.kind === 'code'} />
        <SubmitButton isOff={attempt.isWorking || attempt.waitSeconds > 0}>{t('confirm')}</SubmitButton>
        <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
      </div>
    </form>
  );
}

/** Dark on white in every colour scheme: cameras expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="w-60 rounded-lg"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
